import { createServer } from 'node:http'
import { api } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CONNECTIONS } from '../src/http/keep-alive.ts'
import { FILE_RATE } from '../src/http/read-body.ts'
import { rawConnection } from './raw-connection.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.releases.updateChannel, {
    params: { project: 'shop', channel: 'live' },
    body: { collectsMissing: true },
  })
})
afterAll(() => server.close())

async function connect() {
  const connection = await rawConnection(server.server.port)
  onTestFinished(connection.close)
  return connection
}
const hostHere = () => `Host: 127.0.0.1:${server.server.port}\r\n`

describe('a connection without requests', () => {
  /** nginx closes connections to a server after 60 s without a request, load balancers of clouds too. */
  const PROXIES_MS = 60_000

  test('is kept for longer than proxies keep theirs, which the server announces', async () => {
    const connection = await connect()
    await connection.send(`GET /health/live HTTP/1.1\r\n${hostHere()}\r\n`)
    const { head = '' } = (await connection.answer()) ?? {}
    expect(head).toMatch(/^Connection: keep-alive\r$/im)
    const [, seconds] = /^Keep-Alive: timeout=(\d+)\r$/im.exec(head) ?? []
    expect(Number(seconds) * 1000).toBe(CONNECTIONS.keepAliveTimeout)
    expect(CONNECTIONS.keepAliveTimeout).toBeGreaterThan(PROXIES_MS)
  })

  test('is not closed by the limits for heads and whole requests before that', () => {
    const { keepAliveTimeout, headersTimeout, requestTimeout } = createServer(CONNECTIONS)
    expect(headersTimeout).toBeGreaterThan(keepAliveTimeout)
    expect(requestTimeout).toBeGreaterThan(headersTimeout)
  })

  test('is not closed in the middle of the largest upload over a slow connection', () => {
    const { requestTimeout } = createServer(CONNECTIONS)
    expect(requestTimeout).toBeGreaterThan((LIMITS.uploadBytesMax / FILE_RATE) * 1000)
  })
})

/** More than the buffers of both sides of a connection, and than JSON can have. */
const MEGABYTES = 16
const MEGABYTE = 'x'.repeat(1024 * 1024)

type Refused = {
  readonly status: number
  readonly why: string
  readonly path: string
  readonly more?: string
  readonly type?: string
  readonly host?: string
}

const JSON_TYPE = 'application/json'
const REFUSED: readonly Refused[] = [
  { status: 413, why: 'its size', path: '/api/session' },
  { status: 401, why: 'a missing session', path: '/api/projects' },
  {
    status: 403,
    why: 'a page of another site',
    path: '/api/projects',
    more: 'Sec-Fetch-Site: cross-site\r\n',
  },
  { status: 404, why: 'an unknown route', path: '/api/nothing' },
  { status: 415, why: 'its type', path: '/api/session', type: 'text/plain' },
  { status: 405, why: 'a delivered file', path: '/d/shop/live/locales/en/app.json' },
  { status: 413, why: 'too many missing keys', path: '/d/shop/live/missing/en/app' },
  { status: 404, why: 'missing keys of an unknown project', path: '/d/nothing/live/missing/en/app' },
  { status: 421, why: 'an unknown host', path: '/api/projects', host: 'Host: evil.example\r\n' },
]

describe.each(['with a length', 'in chunks'] as const)('a large body %s', (framing) => {
  test.each(REFUSED)(
    'is refused with $status because of $why to a client that reads only after sending all of it',
    async ({ status, path, host = hostHere(), type = JSON_TYPE, more = '' }) => {
      const connection = await connect()
      const isChunked = framing === 'in chunks'
      const length = isChunked
        ? 'Transfer-Encoding: chunked'
        : `Content-Length: ${MEGABYTES * MEGABYTE.length}`
      await connection.send(
        `POST ${path} HTTP/1.1\r\n${host}Content-Type: ${type}\r\n${more}${length}\r\n\r\n`,
      )
      for (let sent = 0; sent < MEGABYTES; sent++) {
        if (isChunked) await connection.send(`${MEGABYTE.length.toString(16)}\r\n`)
        await connection.send(MEGABYTE)
        if (isChunked) await connection.send('\r\n')
      }
      if (isChunked) await connection.send('0\r\n\r\n')
      const answer = await connection.answer()
      expect(answer?.status).toBe(status)
      if (/^Connection: close\r$/im.test(answer?.head ?? '')) expect(await connection.over).toBe('ended')
      else {
        await connection.send(`GET /health/live HTTP/1.1\r\n${hostHere()}\r\n`)
        expect((await connection.answer())?.status).toBe(200)
      }
    },
  )
})
