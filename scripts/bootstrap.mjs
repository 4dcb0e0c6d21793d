// Prepares a fresh clone: installs missing packages and builds outdated files. Has no dependencies, because
// it runs before any package is installed. Usage: node scripts/bootstrap.mjs install|start|test|test-all
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isBuildStale } from './lib/build-stamp.mjs'
import { runNpm } from './lib/npm.mjs'
import { nodeOf } from './lib/other-node.mjs'
import {
  findChromium,
  findHelm,
  findNginx,
  findPostgres,
  findSshd,
  findWholeChromium,
  hasObjectStore,
  hasTemplatesOfHelm,
  installFromApt,
} from './lib/system-packages.mjs'

const root = path.resolve(import.meta.dirname, '..')
const mode = process.argv[2] ?? 'install'
// No package needs its install script: native code comes with ready-made builds.
const INSTALL = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const OPTIONS = {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, NODE_ENV: '' },
}

if (!isAtLeast(20, 19)) fail(`Dragoman needs Node.js 20.19 or later; this is ${process.versions.node}.`)
installModules()
if (!isAtLeast(22, 16)) useNewerNode()
if (mode === 'start' && isBuildStale(root)) build()
if (mode === 'test') installForTests()
if (mode === 'test-all') {
  installForTests()
  installForHeavyTests()
}

/** Everything that the gate needs: a browser, a database and an SSH server, in one call. */
function installForTests() {
  const missing = [
    ...(findChromium() ? [] : ['chromium-headless-shell|chromium']),
    ...(findPostgres() ? [] : ['postgresql']),
    ...(findSshd() ? [] : ['openssh-server', 'openssh-client']),
  ]
  if (missing.length > 0) installFromApt(missing, 'The tests need a browser, PostgreSQL and an SSH server.')
}

function installForHeavyTests() {
  if (!findWholeChromium())
    installFromApt(['chromium'], 'The tests of pictures that an app takes need a whole Chromium.', {
      isOptional: true,
    })
  if (!findNginx())
    installFromApt(['nginx-light'], 'The tests of several machines need nginx.', { isOptional: true })
  if (!hasObjectStore())
    installFromApt(
      ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
      'The tests of buckets need OpenStack Swift.',
      { isOptional: true },
    )
  if (!findHelm() && !hasTemplatesOfHelm())
    installFromApt(
      ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-github-ghodss-yaml-dev'],
      'The tests of the Helm chart need Helm, or its template language.',
      { isOptional: true },
    )
}

function isAtLeast(major, minor) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number)
  return haveMajor > major || (haveMajor === major && haveMinor >= minor)
}

function installModules() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Installing packages (once)…')
  if (existsSync(path.join(root, 'node_modules'))) installChanges()
  else installLocked()
  writeFileSync(stamp, wanted)
}

/**
 * Installs exactly the locked versions. `npm ci` asks the registry only for this platform's packages, and
 * skips an optional one that the registry does not have. It refuses a lock file that does not match the
 * packages of the workspace. Other versions of npm can judge that differently, so `npm install` then resolves
 * what is missing.
 */
function installLocked() {
  const { status } = runNpm(['ci', ...INSTALL], OPTIONS)
  if (status === 0) return
  say('`npm ci` failed; the reason is above. Trying `npm install`, which may install other versions…')
  installChanges()
}

/** Unlike `npm ci`, keeps existing files, such as other versions of Node.js and caches. */
function installChanges() {
  npm('install', '--no-save', ...INSTALL)
}

/**
 * Makes npm run the scripts of this checkout on a Node.js with SQLite. npm searches `node_modules/.bin`
 * first, also for the command that this script prepares.
 */
function useNewerNode() {
  say(`Node.js ${process.versions.node} has no complete SQLite built in: using Node.js 24 from npm…`)
  const bin = path.join(root, 'node_modules/.bin')
  const link = path.join(bin, 'node')
  try {
    const program = nodeOf(24)
    if (spawnSync(program, ['--version']).status !== 0)
      throw new Error(`${program} does not run on this machine.`)
    mkdirSync(bin, { recursive: true })
    if (process.platform === 'win32') writeFileSync(`${link}.cmd`, `@"${program}" %*\r\n`)
    else {
      rmSync(link, { force: true })
      symlinkSync(program, link)
    }
  } catch (error) {
    fail(`${error.message} Use Node.js 22.16 or later.`)
  }
}

function npm(...args) {
  const { status } = runNpm(args, OPTIONS)
  if (status !== 0) fail(`\`npm ${args.join(' ')}\` failed; the reason is above.`)
}

function build() {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], OPTIONS)
  if (status !== 0) fail('The build failed; the reason is above.')
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
