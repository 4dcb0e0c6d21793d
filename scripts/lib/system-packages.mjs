// Finds Chromium and PostgreSQL, and installs them from the system's packages where that is allowed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const CHROMIUM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

/** Path of a Chromium, or null. `DRAGOMAN_TEST_CHROMIUM` names one that is elsewhere. */
export function findChromium() {
  const named = process.env.DRAGOMAN_TEST_CHROMIUM
  if (named) return existsSync(named) ? named : null
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return onPath(CHROMIUM_NAMES) ?? (existsSync(mac) ? mac : null)
}

/** Folder with PostgreSQL's `initdb` and `pg_ctl`, or null. Debian keeps them off the path, by version. */
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

/** Installs Debian packages as root, or says what is missing and how to get it, and ends the program. */
export function installFromApt(packages, why) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !onPath(['apt-get'])) {
    process.stderr.write(
      `${why}\nInstall ${packages.join(', ')} with the system's package manager (Debian: sudo apt-get install ${packages.join(' ')}) and run this again.\n`,
    )
    process.exit(1)
  }
  process.stderr.write(`${why} Installing ${packages.join(', ')} from the system's packages…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  if (result.status === 0) return
  process.stderr.write(`apt-get could not install ${packages.join(', ')}.\n`)
  process.exit(1)
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
