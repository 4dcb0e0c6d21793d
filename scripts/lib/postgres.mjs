// Runs a separate PostgreSQL in a temporary folder on a free port, for tests and measurements.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { findPostgres } from './system-packages.mjs'

/**
 * Starts it; returns its URL, and functions to stop, restart and remove it. PostgreSQL refuses to run as
 * root, so root becomes `postgres`.
 */
export async function startPostgres() {
  const bin = findPostgres()
  if (!bin) return null
  const home = mkdtempSync(path.join(os.tmpdir(), 'dragoman-pg-'))
  const data = path.join(home, 'data')
  const port = await freePort()
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
        `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c fsync=off`,
        'start',
      ]),
    )
  /** Simulates a power failure: sessions are cut, and the next start recovers. */
  const crash = () => runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'])
  const stop = () => runAs(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'fast', 'stop'])
  start()
  return {
    url: `postgres://dragoman@127.0.0.1:${port}/postgres`,
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

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
