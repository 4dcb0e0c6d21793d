import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { scratch } from './workspace.ts'

export type Nginx = {
  readonly origin: string
  /** Of the worker. */
  readonly pid: number
  stop(): Promise<void>
}

/** nginx with one worker and `gzip_static`, on one core, serving the files below `root` without a log. */
export async function startNginx({ root, core }: { root: string; core: number }): Promise<Nginx> {
  const home = scratch('nginx')
  const port = await freePort()
  const config = path.join(home, 'nginx.conf')
  writeFileSync(config, configOf(home, root, port))
  const child = spawn(
    'taskset',
    ['-c', String(core), 'nginx', '-c', config, '-p', home, '-e', path.join(home, 'error.log')],
    {
      stdio: 'inherit',
    },
  )
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

function configOf(home: string, root: string, port: number): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ')
  return `daemon off; worker_processes 1; user root; pid ${home}/nginx.pid;
events { worker_connections 1024; }
http {
  types { application/json json; } ${folders}
  access_log off; sendfile on; tcp_nopush on; keepalive_timeout 65; keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port}; root ${root}; etag on; gzip_static on; gzip_vary on;
    add_header Cache-Control no-cache; add_header Access-Control-Allow-Origin *;
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
      () => false, // not listening yet
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not answer within 5 s.')
}
