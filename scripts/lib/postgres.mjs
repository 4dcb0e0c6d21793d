// Runs a separate PostgreSQL in a temporary folder, for tests and measurements. It listens on a socket in
// that folder only: another program could take a port before PostgreSQL does.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostgres } from './system-packages.mjs'

/**
 * No data has to survive a power failure, and tests open many short connections. Committed data has to
 * survive `crash`, so `synchronous_commit` stays on, which costs nothing without `fsync`.
 */
const SETTINGS = {
  listen_addresses: '',
  max_connections: 300,
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
}

/**
 * Starts it; returns its URL, and functions to stop, restart and remove it. PostgreSQL refuses to run as
 * root, so root becomes `postgres`.
 */
export async function startPostgres() {
  const bin = findPostgres()
  if (!bin) return null
  const home = mkdtempSync(path.join(os.tmpdir(), 'dragoman-pg-'))
  const data = path.join(home, 'data')
  if (isRoot()) chownSync(home, userId('postgres', '-u'), userId('postgres', '-g'))
  must(
    runAs(path.join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'dragoman',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]),
  )
  const start = () =>
    must(
      runAs(path.join(bin, 'pg_ctl'), [
        '-D',
        data,
        '-w',
        '-t',
        '60',
        '-l',
        path.join(home, 'log'),
        '-o',
        ['-k', home, ...Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`)].join(' '),
        'start',
      ]),
    )
  /** Simulates a crash of PostgreSQL: sessions are cut, and the next start recovers. */
  const crash = () => runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'])
  const stop = () => runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'fast', 'stop'])
  start()
  return {
    // The parameter replaces the host.
    url: `postgres://dragoman@localhost/postgres?host=${encodeURIComponent(home)}`,
    bin,
    data,
    start,
    crash,
    stop,
    remove() {
      stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function isRoot() {
  return process.getuid?.() === 0
}

function userId(user, flag) {
  return Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim())
}

function runAs(command, args) {
  // `su -c` would need quoting; runuser passes the arguments unchanged.
  const [program, all] = isRoot() ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  return spawnSync(program, all, { cwd: os.tmpdir(), encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
}

function must(result) {
  if (result.status !== 0) throw new Error(`PostgreSQL did not start: ${result.stderr ?? result.error}`)
}
