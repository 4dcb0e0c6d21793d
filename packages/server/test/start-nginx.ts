import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
// @ts-expect-error: a script without types
import { findNginx } from '../../../scripts/lib/system-packages.mjs'
import { eventually } from './test-server.ts'

const CONFIG = new URL('../../../deploy/nginx/dragoman.conf', import.meta.url)
/** Addresses of the servers and deliveries in the configuration, in its order. */
const SERVERS = ['10.0.0.11:4400', '10.0.0.12:4400', '10.0.0.13:4400']
const DELIVERIES = ['10.0.0.21:4500', '10.0.0.22:4500']

export const hasNginx: boolean = findNginx() !== null

/** Starts nginx with the documented configuration, adapted to this machine. */
export async function startNginx({
  port,
  servers,
  deliveries,
}: {
  readonly port: number
  readonly servers: readonly number[]
  readonly deliveries: readonly number[]
}): Promise<{ readonly origin: string; readonly errors: () => Promise<string>; end: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'dragoman-nginx-'))
  let config = await readFile(CONFIG, 'utf8')
  const replace = (from: string, to: string) => {
    expect(config).toContain(from)
    config = config.replaceAll(from, to)
  }
  for (const [index, address] of SERVERS.entries()) replace(address, `127.0.0.1:${servers[index]}`)
  for (const [index, address] of DELIVERIES.entries()) replace(address, `127.0.0.1:${deliveries[index]}`)
  replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
  config = config.replace(/^ *ssl_certificate.*\n/gm, '')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ')
  const isRoot = process.getuid?.() === 0
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off; worker_processes 1; ${isRoot ? 'user root;' : ''} pid ${home}/nginx.pid;
events { worker_connections 4096; }
http { ${folders} access_log off;
${config}
}
`,
  )
  const errorLog = join(home, 'error.log')
  const child: ChildProcess = spawn(
    findNginx(),
    ['-c', join(home, 'nginx.conf'), '-p', home, '-e', errorLog],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  const errors = () => readFile(errorLog, 'utf8').catch(() => '')
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${await errors()}`)
      return (await fetch(`${origin}/metrics`).catch(() => null))?.status === 404
    })
  } catch (error) {
    child.kill('SIGTERM')
    throw error
  }
  return {
    origin,
    errors,
    async end() {
      child.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
