import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Terminal } from './terminal.ts'

/**
 * Installs better-sqlite3 beside the program, where Node.js has no SQLite built in: as a dependency of the
 * package it would be fetched and compiled for everybody, most of whom have one. False: it could not be, or this
 * is a checkout, whose dependencies are installed already.
 */
export function installSqlite({ complain }: Terminal): boolean {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  if (!existsSync(`${folder}package.json`)) return false
  complain(
    `Node.js ${process.versions.node} has no SQLite built in (22.16 and later have): installing better-sqlite3, once…`,
  )
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', '--prefix', '.', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  return status === 0
}
