import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { scratch } from './workspace.ts'

export type Nginx = {
  readonly origin: string
  /** Of the (first) worker. */
  readonly pid: number
  stop(): Promise<void>
}

export type NginxRequest = {
  readonly root: string
  /** The only processor core it can use; absent: any. */
  readonly core?: number
  readonly workers?: number
}

/** Starts nginx with `gzip_static`, serving the files below `root` without a log. */
export async function startNginx({ root, core, workers = 1 }: NginxRequest): Promise<Nginx> {
  const home = scratch('nginx')
  const port = await freePort()
  const config = path.join(home, 'nginx.conf')
  writeFileSync(config, configOf({ home, root, port, workers }))
  const command = ['nginx', '-c', config, '-p', home, '-e', path.join(home, 'error.log')]
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const child = spawn(pinned[0] ?? '', pinned.slice(1), { stdio: 'inherit' })
  const exited = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  await untilAnswering(origin)
  return {
    origin,
    pid: Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

type ConfigParts = {
  readonly home: string
  readonly root: string
  readonly port: number
  readonly workers: number
}

function configOf({ home, root, port, workers }: ConfigParts): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ')
  return `daemon off; worker_processes ${workers}; user root; pid ${home}/nginx.pid;
events { worker_connections 1024; }
http {
  types { application/json json; } ${folders}
  access_log off; sendfile on; tcp_nopush on; keepalive_timeout 65; keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port}; root ${root}; etag on; gzip_static on; gzip_vary on;
    add_header Cache-Control "public, max-age=0, stale-if-error=86400"; add_header Access-Control-Allow-Origin *;
  }
}
`
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}

async function untilAnswering(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answered = await fetch(origin).then(
      () => true,
      () => false, // Not listening yet.
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not answer within 5 s.')
}
