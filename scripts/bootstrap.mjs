// Makes a fresh clone ready and then gets out of the way: installs what is missing, builds what is stale, and
// only that. Dependency-free, because it runs before anything is installed. Usage: node scripts/bootstrap.mjs
// install|start|test
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isBuildStale } from './lib/build-stamp.mjs'
import { findChromium, findPostgres, installFromApt } from './lib/system-packages.mjs'

const root = path.resolve(import.meta.dirname, '..')
const mode = process.argv[2] ?? 'install'

requireNode(20, 19)
installModules()
requireSqlite()
if (mode === 'start' && isBuildStale(root)) run(process.execPath, ['scripts/build.mjs'])
if (mode === 'test') {
  if (!findChromium()) installFromApt(['chromium'], 'The browser tests need Chromium.')
  if (!findPostgres()) installFromApt(['postgresql'], 'The database tests need PostgreSQL.')
}

function requireNode(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  fail(`Dragoman needs Node.js ${major}.${minor} or later; this is ${process.versions.node}.`)
}

function installModules() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing packages (once)…')
  // Not `npm ci`: it refuses where a registry lacks the binaries of other platforms. `install` takes the
  // locked versions all the same.
  run(npm(), ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/**
 * The SQLite driver is compiled where no ready-made one fits; without a compiler that fails late and
 * obscurely, so it is tried here.
 */
function requireSqlite() {
  if (sqliteLoads()) return
  if (!hasCompiler())
    installFromApt(
      ['python3', 'make', 'g++'],
      'The SQLite driver has no ready-made build for this machine and must be compiled.',
    )
  say('Compiling the SQLite driver…')
  run(npm(), ['rebuild', 'better-sqlite3', '--loglevel=error'])
  if (!sqliteLoads())
    fail('The SQLite driver (better-sqlite3) could not be built. It needs python3, make and a C++ compiler.')
}

function sqliteLoads() {
  const check = "const D=require('better-sqlite3');new D(':memory:').close()"
  const result = spawnSync(process.execPath, ['-e', check], {
    cwd: path.join(root, 'packages/store'),
    stdio: 'ignore',
  })
  return result.status === 0
}

function hasCompiler() {
  return ['python3', 'make', 'g++'].every(
    (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0,
  )
}

/** npm as the one that started us, or the one beside this Node. */
function npm() {
  const cli = process.env.npm_execpath
  if (cli && existsSync(cli)) return cli
  const beside = path.join(path.dirname(process.execPath), process.platform === 'win32' ? 'npm.cmd' : 'npm')
  return existsSync(beside) ? beside : 'npm'
}

function run(command, args) {
  const throughNode = command.endsWith('.js')
  const result = spawnSync(
    throughNode ? process.execPath : command,
    throughNode ? [command, ...args] : args,
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: '' },
    },
  )
  if (result.status !== 0)
    fail(`\`${path.basename(command)} ${args.join(' ')}\` failed; the reason is above.`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
