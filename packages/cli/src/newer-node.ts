import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Terminal } from './terminal.ts'

/** The Node.js that runs the program if the one that started it has no SQLite. */
export const NEWER_NODE = '24.21.0'

/** As in `npm start`: newer versions use four times as much memory for new objects otherwise (docs/operations.md). */
const NEW_OBJECTS_LIMIT = '--max-semi-space-size=16'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const ownFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Runs the program with these arguments on a Node.js that has SQLite, which is installed next to it once: as
 * a dependency of the package, everyone would download it although most have one. Returns the exit code; null
 * if there is none for this machine or it cannot be installed.
 */
export async function runOnNewerNode(args: readonly string[], terminal: Terminal): Promise<number | null> {
  const program = findNewerNode(ownFolder) ?? installNewerNode(terminal)
  return program === null
    ? null
    : runOn(program, [NEW_OBJECTS_LIMIT, ...process.execArgv, process.argv[1] ?? '', ...args])
}

/**
 * Returns the path of the newer Node.js: next to the program, or in the folder used by the scripts of a
 * checkout. Null if there is none yet.
 */
export function findNewerNode(folder: string): string | null {
  const own = programIn(folder)
  if (existsSync(own)) return own
  for (let parent = folder; ; parent = path.dirname(parent)) {
    const ofCheckout = programIn(path.join(parent, 'node_modules/.cache/node', NEWER_NODE))
    if (existsSync(ofCheckout)) return ofCheckout
    if (parent === path.dirname(parent)) return null
  }
}

function programIn(folder: string): string {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return path.join(folder, 'node_modules', packageName(), program)
}

/** npm has Node.js in one package per platform. */
function packageName(): string {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function installNewerNode({ complain }: Terminal): string | null {
  complain(
    `Node.js ${process.versions.node} has no complete SQLite built in (22.16 and later have): installing Node.js ${NEWER_NODE} for this program, once…`,
  )
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  spawnSync(
    'npm',
    ['install', '--prefix', '.', ...options, '--loglevel=error', `${packageName()}@${NEWER_NODE}`],
    { cwd: ownFolder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  )
  return findNewerNode(ownFolder)
}

/**
 * Runs a program instead of this one: it shares its terminal, receives its signals, and ends with it, because
 * their channel closes (see main.ts). Returns its exit code; null if it does not start.
 */
export async function runOn(program: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // A terminal sends Ctrl-C to both processes; the child decides how to react.
  const forward = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(null))
      child.once('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal ?? 'SIGTERM']))
    })
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}
