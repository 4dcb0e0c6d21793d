// Finds Chromium, PostgreSQL and OpenSSH, and installs them from system packages if permitted.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Starts faster and needs less memory than the whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

/** Returns the path of Chromium, or null. `DRAGOMAN_TEST_CHROMIUM` overrides it. */
export function findChromium() {
  const named = process.env.DRAGOMAN_TEST_CHROMIUM
  if (named) return existsSync(named) ? named : null
  return onPath([HEADLESS_SHELL]) ?? findWholeChromium()
}

/** Returns the path of a Chromium with windows, or null: the headless shell cannot capture a tab. */
export function findWholeChromium() {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return onPath(CHROMIUM_NAMES) ?? (existsSync(mac) ? mac : null)
}

/**
 * Returns the folder of PostgreSQL's `initdb` and `pg_ctl`, or null. On Debian they are not on the path, but
 * in a folder per version.
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    for (const version of versions)
      if (existsSync(path.join(debian, version, 'bin/initdb'))) return path.join(debian, version, 'bin')
  }
  const found = onPath(['initdb'])
  return found ? path.dirname(found) : null
}

/** Returns the path of OpenSSH's server, or null. On Debian it is not on the path of users. */
export function findSshd() {
  const debian = '/usr/sbin/sshd'
  return existsSync(debian) ? debian : onPath(['sshd'])
}

/** Returns the path of nginx, or null. On Debian it is not on the path of users. */
export function findNginx() {
  const debian = '/usr/sbin/nginx'
  return existsSync(debian) ? debian : onPath(['nginx'])
}

/** Returns whether an object store with an S3 API is installed (OpenStack Swift). */
export function hasObjectStore() {
  return existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/swift-object-server')
}

/** Returns the path of Helm, or null. */
export function findHelm() {
  return onPath(['helm'])
}

/** Returns whether the template language of Helm is installed: Go, and Debian's libraries. */
export function hasTemplatesOfHelm() {
  const libraries = ['Masterminds/sprig', 'ghodss/yaml']
  return (
    onPath(['go']) !== null &&
    libraries.every((name) => existsSync(`/usr/share/gocode/src/github.com/${name}`))
  )
}

/**
 * Installs Debian packages as root; otherwise prints the missing ones and how to install them, and exits. If
 * tests can run without them (`isOptional`), it continues. Of alternatives (`smaller|usual`), the first that
 * the system offers is installed.
 */
export function installFromApt(packages, why, { isOptional = false } = {}) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !onPath(['apt-get'])) {
    if (isOptional) return void process.stderr.write(`${why} They are left out.\n`)
    const usual = packages.map((name) => name.split('|').at(-1))
    process.stderr.write(
      `${why}\nInstall ${usual.join(', ')} with the system's package manager (Debian: sudo apt-get install ${usual.join(' ')}) and run this again.\n`,
    )
    process.exit(1)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  const chosen = packages.map((name) => name.split('|').find(isOffered) ?? name)
  process.stderr.write(`${why} Installing ${chosen.join(', ')} from the system's packages…\n`)
  const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...chosen], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (result.status === 0) return
  if (isOptional) return void process.stderr.write(`${why} They are left out.\n`)
  process.stderr.write(`apt-get could not install ${chosen.join(', ')}.\n`)
  process.exit(1)
}

function isOffered(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return /Candidate: \d/.test(stdout ?? '')
}

function onPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name)
      if (folder !== '' && existsSync(file)) return file
    }
  }
  return null
}
