// Provides other versions of Node.js: npm has the program itself, in one package per platform.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { runNpm } from './npm.mjs'

/** @type {Readonly<Record<number, string>>} */
export const VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' }
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/node')

/**
 * Returns the path of the Node.js of a major version: this one, or one that is downloaded on first use.
 * Throws if it cannot be installed.
 *
 * @param {number} major
 */
export function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const version = VERSIONS[major]
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const folder = path.join(cache, version)
  const program = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = runNpm(['install', '--prefix', folder, ...options, `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0 && existsSync(program)) return program
  throw new Error(
    `Node.js ${version}, which is needed here, could not be fetched: it is the package ${name}@${version} of the npm registry.`,
  )
}
