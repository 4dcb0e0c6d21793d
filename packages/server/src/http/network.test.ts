import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../../test/raw-request.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../test/test-server.ts'
import { startDelivery } from '../deliver.ts'
import { inspectFolder } from '../sources/folder/inspect-folder.ts'
import { createNetwork } from './network.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function open(options: Parameters<typeof openTestServer>[0] = {}): Promise<TestServer> {
  server = await openTestServer(options)
  return server
}

function proxies(...addresses: string[]): BlockList {
  const list = new BlockList()
  for (const address of addresses) list.addAddress(address, address.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

const PATHS = [
  '/',
  '/api/session',
  '/health/live/elsewhere',
  '/d/shop/live/locales/en/common.json',
  '/locales/en/common.json',
  '/metrics',
]

describe('the Host of a request', () => {
  let origin = ''
  let configured: TestServer
  beforeAll(async () => {
    configured = await openTestServer({
      config: { network: { publicOrigins: ['https://l10n.example.com'], trustedProxies: proxies() } },
    })
    origin = configured.server.origin
  })
  afterAll(() => configured.close())

  test.each(PATHS)('%s is not answered for a name that someone else could point here', async (path) => {
    const { status, body, headers } = await rawRequest(origin, path, {
      headers: { host: 'rebound.example:4400' },
    })
    expect([status, headers['content-type']]).toEqual([421, 'application/problem+json'])
    expect(JSON.parse(body)).toMatchObject({
      code: 'unknown-host',
      detail: expect.stringContaining('DRAGOMAN_URL'),
    })
  })

  test('a browser that opens a page gets an explanation', async () => {
    const answer = await rawRequest(origin, '/', {
      headers: { host: 'rebound.example', accept: 'text/html,*/*' },
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([421, 'text/plain; charset=utf-8'])
    expect(answer.body).toContain('DRAGOMAN_URL')
  })

  test.each([
    'localhost',
    'localhost:4400',
    '127.0.0.1:1',
    '[::1]:4400',
    '192.168.3.4:4400',
    'app.localhost',
    'l10n.example.com',
    'L10N.example.com:8443',
  ])('%s is answered', async (host) => {
    expect((await rawRequest(origin, '/api/session', { headers: { host } })).status).toBe(200)
  })

  test('a folder is served by loopback names only', async () => {
    const repository = await mkdtemp(join(tmpdir(), 'dragoman-repository-'))
    await mkdir(join(repository, 'en'))
    await writeFile(join(repository, 'en/app.json'), '{"a":"A"}')
    const folder = await inspectFolder(repository)
    const { server } = await open({ folder, signIn: 'no' })
    const statusFor = async (host: string) =>
      (await rawRequest(server.origin, '/api/session', { headers: { host } })).status
    const statuses = await Promise.all(
      ['localhost:4400', '127.0.0.1', '[::1]', '192.168.3.4', 'example.com'].map(statusFor),
    )
    expect(statuses).toEqual([200, 200, 200, 421, 421])
    await expect(openTestServer({ folder, signIn: 'no', config: { host: '0.0.0.0' } })).rejects.toMatchObject(
      { code: 'host-not-loopback' },
    )
    await rm(repository, { recursive: true })
  })
})

// Load balancers and Prometheus call each process by the name of its container or machine.
describe.each(['a server', 'a delivery server'])('monitoring of %s by an unknown host name', (kind) => {
  const METRICS_TOKEN = 'a-token-of-the-monitor'
  const host = 'server-1:4400'
  let origin = ''
  let close: () => Promise<void>
  beforeAll(async () => {
    const config = { network: { publicOrigins: ['https://l10n.example.com'], trustedProxies: proxies() } }
    if (kind === 'a server') {
      const test = await openTestServer({ config: { ...config, metricsToken: METRICS_TOKEN } })
      origin = test.server.origin
      close = () => test.close()
    } else {
      const folder = await mkdtemp(join(tmpdir(), 'dragoman-blobs-'))
      const delivery = await startDelivery(
        { port: 0, host: '127.0.0.1', ...config, metricsToken: METRICS_TOKEN },
        { blobs: { kind: 'folder', folder }, log: () => undefined },
      )
      origin = delivery.origin
      close = async () => {
        await delivery.close()
        await rm(folder, { recursive: true })
      }
    }
  })
  afterAll(() => close())

  test('answers health checks as by a known one', async () => {
    for (const path of ['/health/live', '/health/ready'])
      for (const method of ['GET', 'HEAD']) {
        const known = await rawRequest(origin, path, { method })
        const unknown = await rawRequest(origin, path, { method, headers: { host } })
        expect([unknown.status, unknown.body], `${method} ${path}`).toEqual([known.status, known.body])
        expect(unknown.status).not.toBe(421)
      }
    const live = await rawRequest(origin, '/health/live', { headers: { host } })
    expect([live.status, live.body]).toEqual([200, '{"status":"live"}'])
  })

  test('answers requests for metrics that have the token, and no others', async () => {
    const statusFor = async (authorization: string) =>
      (await rawRequest(origin, '/metrics', { headers: { host, authorization } })).status
    expect(await statusFor(`Bearer ${METRICS_TOKEN}`)).toBe(200)
    expect(await statusFor('Bearer another')).toBe(421)
    expect((await rawRequest(origin, '/metrics', { headers: { host } })).status).toBe(421)
  })

  test('answers nothing else', async () => {
    const headers = { host, authorization: `Bearer ${METRICS_TOKEN}` }
    for (const path of ['/', '/health', '/health/live/', '/metrics/x', '/d/shop/live/locales/en/app.json'])
      expect((await rawRequest(origin, path, { headers })).status, path).toBe(421)
    const posted = await rawRequest(origin, '/health/live', { method: 'POST', headers })
    expect(posted.status).toBe(421)
  })
})

describe('forwarded headers', () => {
  const signIn = { method: 'POST', body: JSON.stringify({ name: 'Ann', password: PASSWORD }) }
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'l10n.example.com',
  }

  test('are not trusted from anyone', async () => {
    const { server } = await open()
    const { headers: answered } = await rawRequest(server.origin, '/api/session', { ...signIn, headers })
    expect(String(answered['set-cookie'])).toMatch(/^dragoman_\d+=.*SameSite=Lax$/)
    const crossSite = { ...headers, origin: 'https://l10n.example.com' }
    expect((await rawRequest(server.origin, '/api/session', { ...signIn, headers: crossSite })).status).toBe(
      403,
    )
  })

  test('of a trusted proxy give the cookie a name that no other host can set', async () => {
    const network = { publicOrigins: ['https://l10n.example.com'], trustedProxies: proxies('127.0.0.1') }
    const { server } = await open({ config: { network } })
    const own = { ...headers, origin: 'https://l10n.example.com' }
    const answer = await rawRequest(server.origin, '/api/session', { ...signIn, headers: own })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(
      /^__Host-dragoman_\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const session = await rawRequest(server.origin, '/api/session', {
      headers: { ...headers, cookie: cookie.split(';')[0] ?? '' },
    })
    expect(JSON.parse(session.body).actor.name).toBe('Ann')
    const elsewhere = await rawRequest(server.origin, '/api/session', {
      headers: { ...headers, 'x-forwarded-host': 'rebound.example' },
    })
    expect(elsewhere.status).toBe(421)
  })

  test('define the client address that the proxy saw, whatever the client itself wrote', () => {
    const network = createNetwork({
      publicOrigins: [],
      trustedProxies: proxies('10.0.0.1', '10.0.0.2'),
      listenHost: '127.0.0.1',
      loopbackOnly: false,
    })
    const address = (remoteAddress: string, forwarded: string) =>
      network.clientOf({ remoteAddress, headers: { 'x-forwarded-for': forwarded } }).address
    expect(address('10.0.0.1', '1.2.3.4, 198.51.100.7')).toBe('198.51.100.7')
    expect(address('::ffff:10.0.0.1', '1.2.3.4, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7')
    expect(address('203.0.113.9', '198.51.100.7')).toBe('203.0.113.9')
    expect(address('10.0.0.1', 'nonsense')).toBe('10.0.0.1')
  })
})
