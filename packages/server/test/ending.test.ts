import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../src/deliver.ts'
import { eventually, openTestServer } from './test-server.ts'

const FILE = '/d/shop/live/locales/en/app.json'
/** The test decides when this is over. */
const DRAIN_MS = 60_000

type Asked = {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly body: string
}

/** Requests on a connection that was open before, as proxies keep them. */
function asker(origin: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<Asked>((resolve, reject) => {
      const request = http.get(`${origin}${path}`, { agent, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += String(chunk)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body }),
        )
      })
      request.on('error', reject)
    })
}

type ShopOptions = { readonly blobs?: string | null; readonly drained?: Promise<void> }

function openDrain(): { readonly drained: Promise<void>; readonly end: () => void } {
  let end = () => {}
  const drained = new Promise<void>((resolve) => {
    end = resolve
  })
  return { drained, end: () => end() }
}

async function openShop({ blobs = null, drained = Promise.resolve() }: ShopOptions = {}) {
  const server = await openTestServer({
    drained,
    config: { drainMs: DRAIN_MS, ...(blobs === null ? {} : { blobs: { kind: 'folder', folder: blobs } }) },
  })
  onTestFinished(() => server.close())
  const params = { project: 'shop' }
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
  })
  return server
}

test('a server that is shutting down reports it, still answers, and has its connections closed by their clients', async () => {
  const { drained, end } = openDrain()
  const { server } = await openShop({ drained })
  const [ready, file, idle] = [asker(server.origin), asker(server.origin), asker(server.origin)]
  expect(await ready('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect(await file(FILE)).toMatchObject({ status: 200, body: '{"title":"Shop"}' })
  await idle(FILE)
  const closed = server.close()
  expect(await ready('/health/ready')).toEqual({
    status: 503,
    connection: 'close',
    body: '{"status":"ending"}',
  })
  expect(await ready('/health/live')).toMatchObject({ status: 200, connection: 'close' })
  expect(await file(FILE)).toEqual({ status: 200, connection: 'close', body: '{"title":"Shop"}' })
  expect(await file('/api/session')).toMatchObject({ status: 200, connection: 'close' })
  end()
  await closed
  await expect(idle(FILE)).rejects.toMatchObject({ code: expect.stringMatching(/ECONN/) })
})

test('a delivery is ready when there is something to serve, and not when it ends; a token protects its metrics', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-ending-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const blobs = join(folder, 'blobs')
  const { drained, end } = openDrain()
  const delivery = await startDelivery(
    { port: 0, host: '127.0.0.1', drainMs: DRAIN_MS, metricsToken: 'a-token-for-figures' },
    { blobs: { kind: 'folder', folder: blobs }, log: () => undefined, pollMs: 20, drained },
  )
  onTestFinished(() => {
    end()
    return delivery.close()
  })
  const ask = asker(delivery.origin)
  expect(await ask('/health/live')).toMatchObject({ status: 200 })
  expect(await ask('/health/ready')).toMatchObject({ status: 503, body: '{"status":"nothing-published"}' })
  await openShop({ blobs })
  await eventually(async () => (await ask('/health/ready')).status === 200)
  await eventually(async () => (await ask(FILE)).status === 200)
  // Files in memory are served while the blobs are missing.
  await rm(blobs, { recursive: true })
  expect((await ask('/health/ready')).status).toBe(200)
  expect(await ask('/metrics')).toMatchObject({ status: 401 })
  expect(await ask('/metrics', { authorization: 'Bearer a-token-for-others' })).toMatchObject({ status: 401 })
  const { status, body } = await ask('/metrics', { authorization: 'Bearer a-token-for-figures' })
  expect([status, body.includes('dragoman_delivery_requests_total')]).toEqual([200, true])
  const closed = delivery.close()
  expect(await ask('/health/ready')).toEqual({
    status: 503,
    connection: 'close',
    body: '{"status":"ending"}',
  })
  end()
  await closed
})
