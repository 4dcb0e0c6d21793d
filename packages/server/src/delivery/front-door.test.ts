import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BundleVariant } from './bundle.ts'
import { openFrontDoor, type ReadyFiles } from './front-door.ts'

const PATH = '/d/shop/live/locales/de/app.json'
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

describe('the front door', () => {
  it('answers a file and its 304 without the server, repeatedly on one connection', async () => {
    const { port, behind } = await open()
    const agent = keepAlive()
    const first = await get({ port, agent, path: PATH })
    expect(first).toMatchObject({ status: 200, body: '{"a":"b"}' })
    expect(first.headers).toMatchObject({
      etag: '"tag"',
      'content-length': '9',
      'content-type': 'application/json',
    })
    expect(new Date(first.headers.date ?? '').toUTCString()).toBe(first.headers.date)
    const second = await get({
      port,
      agent,
      path: `${PATH}?x=1`,
      headers: { 'If-None-Match': 'W/"other", "tag"' },
    })
    expect(second).toMatchObject({ status: 304, body: '' })
    const third = await get({ port, agent, path: PATH, headers: { 'If-None-Match': '"old"' } })
    expect(third.status).toBe(200)
    expect(behind).toEqual([])
    expect(new Set([first.localPort, second.localPort, third.localPort]).size).toBe(1)
  })

  it('hands a connection over with every byte when something else is requested', async () => {
    const { port, behind } = await open()
    const agent = keepAlive()
    const first = await get({ port, agent, path: PATH })
    const body = 'x'.repeat(1_000_000)
    const second = await get({ port, agent, path: '/api/echo', method: 'POST', body })
    const third = await get({ port, agent, path: PATH })
    expect(second).toMatchObject({ status: 200, body: `POST /api/echo ${body}` })
    expect(third).toMatchObject({ status: 200, body: `GET ${PATH} ` })
    expect(new Set([first.localPort, second.localPort, third.localPort]).size).toBe(1)
    expect(behind).toEqual(['POST /api/echo', `GET ${PATH}`])
  })

  it('waits for a file that must be built first', async () => {
    const { port, behind } = await open({ ready: () => null, load: async () => later(variant) })
    const agent = keepAlive()
    expect(await get({ port, agent, path: PATH })).toMatchObject({ status: 200, body: '{"a":"b"}' })
    expect(await get({ port, agent, path: PATH })).toMatchObject({ status: 200, body: '{"a":"b"}' })
    expect(behind).toEqual([])
  })

  it.each([
    ['there is no such file', () => later(null)],
    ['it cannot be made', () => Promise.reject(new Error('away'))],
  ])('leaves the answer to Node where %s', async (_, load) => {
    const { port } = await open({ ready: () => null, load })
    expect(await get({ port, agent: keepAlive(), path: PATH })).toMatchObject({
      status: 200,
      body: `GET ${PATH} `,
    })
  })

  it('leaves HEAD, partial and multiple requests to Node', async () => {
    const { port } = await open()
    const head = `GET ${PATH} HTTP/1.1\r\nHost: a\r\n`
    expect(await get({ port, agent: keepAlive(), path: PATH, method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
    })
    expect(await exchange(port, [head, 'Connection: close\r\n\r\n'])).toContain(`GET ${PATH} `)
    const both = await exchange(port, [`${head}\r\n${head}Connection: close\r\n\r\n`])
    expect(both.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  it('answers invalid requests as Node does', async () => {
    const { port } = await open()
    expect(await exchange(port, ['nonsense\r\n\r\n'])).toContain('400 Bad Request')
  })

  it('stops reading from a client that does not read', async () => {
    let asked = 0
    const large = { ...variant, body: Buffer.alloc(24_000_000, 'x'), head200: ['Content-Length', '24000000'] }
    const { port, server } = await open({
      ready: () => {
        asked += 1
        return large
      },
    })
    const accepted = new Promise<net.Socket>((resolve) => server.once('connection', resolve))
    const socket = net.connect(port, '127.0.0.1')
    socket.pause()
    closers.unshift(async () => void socket.destroy())
    const seen = await accepted
    const ask = () => socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`)
    ask()
    // The others would be left to Node if they came in one piece with the first.
    await vi.waitFor(() => expect(asked).toBe(1))
    for (let request = 1; request < 50; request++) {
      ask()
      await later(null)
    }
    expect(seen.isPaused()).toBe(true)
    expect(asked).toBe(1)
  })

  it('reads on once a client that did not read has read a small file', async () => {
    const small = { ...variant, body: Buffer.alloc(30_000, 'x'), head200: ['Content-Length', '30000'] }
    let asked = 0
    const { port, server } = await open({
      ready: () => {
        asked += 1
        return small
      },
    })
    const accepted = new Promise<net.Socket>((resolve) => server.once('connection', resolve))
    const socket = net.connect(port, '127.0.0.1')
    socket.pause()
    closers.unshift(async () => void socket.destroy())
    const seen = await accepted
    const ask = () => socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`)
    // One after the other: two requests in one piece would be left to Node.
    while (!seen.isPaused()) {
      const before = asked
      ask()
      await vi.waitFor(() => expect(asked).toBe(before + 1), { interval: 1 })
    }
    socket.resume()
    await vi.waitFor(() => expect(seen.writableLength).toBe(0))
    const before = asked
    ask()
    await vi.waitFor(() => expect(asked).toBe(before + 1))
  })

  it('leaves unknown host names to Node', async () => {
    const { port, behind } = await open()
    await get({ port, agent: keepAlive(), path: PATH, headers: { Host: 'other.example' } })
    expect(behind).toEqual([`GET ${PATH}`])
  })

  it('finishes an answer to a slow reader, even without requests for long', async () => {
    const large = { ...variant, body: Buffer.alloc(24_000_000, 'x'), head200: ['Content-Length', '24000000'] }
    const { port } = await open({ ready: () => large, idleMs: 20 })
    const socket = net.connect(port, '127.0.0.1')
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`)
    let received = 0
    for await (const chunk of socket) {
      received += chunk.length
      if (received >= 24_000_000) break
      await later(null)
    }
    expect(received).toBeGreaterThanOrEqual(24_000_000)
  })

  it('gives up an answer if nothing could be sent for long', async () => {
    const large = { ...variant, body: Buffer.alloc(24_000_000, 'x'), head200: ['Content-Length', '24000000'] }
    const { port, server } = await open({ ready: () => large, stalledMs: 100 })
    const accepted = new Promise<net.Socket>((resolve) => server.once('connection', resolve))
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {}) // the end that is awaited below can come as a reset
    socket.pause()
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await new Promise((resolve) => accepted.then((seen) => seen.once('close', resolve)))
    socket.destroy()
  })

  it('closes an idle connection', async () => {
    const { port } = await open({ idleMs: 40 })
    const socket = net.connect(port, '127.0.0.1')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(socket.bytesRead).toBe(0)
  })

  it('releases its connections when it is closed', async () => {
    const { port, door, server } = await open()
    const agent = keepAlive()
    await get({ port, agent, path: PATH })
    door.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('finishes an answer in progress when it is closed', async () => {
    let make: (made: BundleVariant) => void = () => undefined
    const made = new Promise<BundleVariant>((resolve) => {
      make = resolve
    })
    let noteAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      noteAsked = resolve
    })
    const large = { ...variant, body: Buffer.alloc(24_000_000, 'x'), head200: ['Content-Length', '24000000'] }
    const { port, door, server } = await open({
      ready: (path) => (path.endsWith('large') ? large : null),
      load: () => {
        noteAsked()
        return made
      },
    })
    const reader = net.connect(port, '127.0.0.1')
    reader.write('GET /d/large HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => reader.once('readable', resolve))
    const waiting = get({ port, agent: keepAlive(), path: PATH })
    await asked
    door.close()
    const closed = new Promise((resolve) => server.close(resolve))
    make(variant)
    expect(await waiting).toMatchObject({ status: 200, body: `GET ${PATH} ` })
    let received = 0
    for await (const chunk of reader) received += chunk.length
    expect(received).toBeGreaterThanOrEqual(24_000_000)
    server.closeIdleConnections()
    await closed
  })
})

const variant: BundleVariant = {
  etag: '"tag"',
  body: Buffer.from('{"a":"b"}'),
  origins: null,
  head200: ['Content-Type', 'application/json', 'Content-Length', '9', 'ETag', '"tag"'],
  head304: ['ETag', '"tag"'],
}

async function open({
  idleMs = 60_000,
  stalledMs = 60_000,
  ...files
}: Partial<ReadyFiles> & { idleMs?: number; stalledMs?: number } = {}) {
  const behind: string[] = []
  const server = http.createServer(async (request, response) => {
    behind.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(`${request.method} ${request.url} ${Buffer.concat(chunks)}`)
  })
  const door = openFrontDoor(
    server,
    { ready: (path) => (path === PATH ? variant : null), load: () => later(null), ...files },
    { acceptsHost: ({ host }) => host !== 'other.example', idleMs, stalledMs },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    door.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { server, door, behind, port: (server.address() as AddressInfo).port }
}

function keepAlive(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  closers.unshift(async () => agent.destroy())
  return agent
}

type Asked = {
  port: number
  agent: http.Agent
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

function get({ body, ...options }: Asked) {
  return new Promise<{
    status: number
    headers: http.IncomingHttpHeaders
    body: string
    localPort: number | undefined
  }>((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', ...options }, async (response) => {
      const { localPort } = response.socket
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
        localPort,
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Sends the pieces with a pause between them and returns everything received. */
function exchange(port: number, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = net.connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await later(null)
      }
    })
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => resolve(received)).on('error', reject)
  })
}

function later<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 5))
}
