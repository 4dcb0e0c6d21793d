import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Terminal } from './terminal.ts'

/**
 * Installs better-sqlite3 next to the program if Node.js has no built-in SQLite. As a dependency of the
 * package it would be installed and compiled for everyone, although most have one. Returns false if that
 * failed, or if this is a checkout, whose dependencies are already installed.
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
