import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Failure } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import type { Manifest } from '../src/publish/manifest.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const PATH = 'shop/live/locales/de/app.json'

describe.each(DATABASES)('headers for caches and pages, from %s', (database) => {
  let folder: string
  let server: TestServer
  let delivery: DeliveryServer

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-caching-'))
    server = await openTestServer({ database, config: { blobs: { kind: 'folder', folder } } })
    delivery = await startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 50 },
    )
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
    })
    await save('Laden')
  })
  afterEach(async () => {
    await delivery.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function save(text: string): Promise<void> {
    const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 5 } })
    const [row] = rows
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
    })
  }

  type Origin = { readonly origin: string }
  const load = (path: string, at: Origin = server.server, headers: Record<string, string> = {}) =>
    fetch(`${at.origin}/d/${path}`, { headers })
  const set = (body: Record<string, unknown>) =>
    server.call(api.releases.updateChannel, { params: { ...params, channel: 'live' }, body })

  async function manifestOf(at: Origin = server.server): Promise<Manifest> {
    return (await (await load('shop/live/manifest.json', at)).json()) as Manifest
  }
  const inManifest = ({ files }: Manifest, language = 'de') =>
    files.find((file) => file.language === language)?.hash.slice(0, 22) ?? ''

  /** Waits until the delivery without a database serves what the server does. */
  const caughtUp = (path: string) =>
    eventually(async () => (await (await load(path, delivery)).text()) === (await (await load(path)).text()))

  test('a manifest names every file by its checksum, the same with and without the database; it is new after a save', async () => {
    const before = await manifestOf()
    expect(
      before.files.map(({ language, namespace, extension }) => [language, namespace, extension]),
    ).toEqual([
      ['en', 'app', '.json'],
      ['de', 'app', '.json'],
    ])
    for (const { language, namespace, hash, bytes } of before.files) {
      const body = Buffer.from(
        await (await load(`shop/live/locales/${language}/${namespace}.json`)).arrayBuffer(),
      )
      expect([createHash('sha256').update(body).digest('base64url'), body.length]).toEqual([hash, bytes])
    }
    await caughtUp('shop/live/manifest.json')
    const [here, there] = await Promise.all([
      load('shop/live/manifest.json'),
      load('shop/live/manifest.json', delivery),
    ])
    expect(there.headers.get('etag')).toBe(here.headers.get('etag'))
    await save('Geschäft')
    const after = await manifestOf()
    expect(inManifest(after)).not.toBe(inManifest(before))
    expect(inManifest(after, 'en')).toBe(inManifest(before, 'en'))
    expect((await load('shop/pseudo/manifest.json')).status).toBe(404)
  })

  test('a manifest names the release that its channel serves, also if no file has changed', async () => {
    const body = { title: '', notes: '', percent: 100 }
    await server.call(api.releases.create, { params, body })
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    const move = (release: number) =>
      server.call(api.releases.moveChannel, {
        params: { ...params, channel: 'production' },
        body: { release, percent: 100, note: '' },
      })
    await move(1)
    const path = 'shop/production/manifest.json'
    await eventually(async () => (await load(path, delivery)).status === 200)
    const [row] = (await server.call(api.translations.page, { params, query: { language: 'de', limit: 5 } }))
      .rows
    await server.call(api.review.approve, {
      params: { ...params, language: 'de' },
      body: {
        items: [{ on: 'text', keyId: row?.key.id ?? 0, baseVersion: row?.target.version ?? 0 }],
        approveFailing: false,
      },
    })
    await server.call(api.releases.create, { params, body })
    const readManifest = async () => (await (await load(path)).json()) as Manifest
    const before = await readManifest()
    await move(2)
    expect(await readManifest()).toEqual({ ...before, release: 2 })
    await caughtUp(path)
  })

  test('a file is always available under its checksum, and nothing under any other', async () => {
    const hash = inManifest(await manifestOf())
    await caughtUp('shop/live/manifest.json')
    for (const at of [server.server, delivery]) {
      const answer = await load(`shop/files/de/app.${hash}.json`, at)
      expect(await answer.json()).toEqual({ title: 'Laden' })
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await load(`shop/files/en/app.${hash}.json`, at)).status).toBe(404)
      expect((await load(`shop/files/de/app.${'A'.repeat(22)}.json`, at)).status).toBe(404)
      expect((await load(`shop/files/de/..%2f..%2fpublished.${hash}.json`, at)).status).toBe(404)
    }
    await save('Geschäft')
    await caughtUp('shop/live/manifest.json')
    // An app that read the manifest a moment ago still finds the files in it.
    for (const at of [server.server, delivery])
      expect(await (await load(`shop/files/de/app.${hash}.json`, at)).json()).toEqual({ title: 'Laden' })
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await eventually(async () => (await load(PATH, delivery)).status === 404)
    for (const at of [server.server, delivery])
      expect((await load(`shop/files/de/app.${hash}.json`, at)).status).toBe(404)
  })

  test('a setting limits how long caches can keep a file; they keep 404s only briefly', async () => {
    const cacheControl = async (path: string, at: Origin = server.server) =>
      (await load(path, at)).headers.get('cache-control')
    expect(await cacheControl(PATH)).toBe('public, max-age=0, stale-if-error=86400')
    await set({ cacheSeconds: 60, staleSeconds: 600 })
    const expected = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'
    expect(await cacheControl(PATH)).toBe(expected)
    await eventually(async () => (await cacheControl(PATH, delivery)) === expected)
    for (const at of [server.server, delivery]) {
      const missing = await load('shop/live/locales/de/nothing.json', at)
      expect(missing.status).toBe(404)
      expect(missing.headers.get('cache-control')).toBe('public, max-age=5')
      expect(missing.headers.get('vary')).toBe('Authorization, Cookie')
      expect(missing.headers.get('content-type')).toBe('application/problem+json')
      expect(await missing.json()).toMatchObject({ code: 'not-found', status: 404 })
    }
  })

  test('a setting defines which pages can read a channel', async () => {
    const allowed = 'https://shop.example.com'
    const asked = async (origin: string | null, at: Origin = server.server, path = PATH) => {
      const answer = await load(path, at, origin === null ? {} : { origin })
      await answer.body?.cancel()
      return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]
    }
    expect(await asked(allowed)).toEqual([200, '*', 'Accept-Encoding'])
    await set({ origins: [allowed, 'capacitor://localhost'] })
    await eventually(async () => (await asked(null, delivery))[1] === null)
    for (const at of [server.server, delivery]) {
      for (const origin of [allowed, 'capacitor://localhost'])
        expect(await asked(origin, at)).toEqual([200, origin, 'Accept-Encoding, Origin'])
      for (const origin of [null, 'https://evil.example.com', `${allowed}.evil.com`])
        expect(await asked(origin, at)).toEqual([200, null, 'Accept-Encoding, Origin'])
      expect((await asked(allowed, at, 'shop/live/events'))[1]).toBe(allowed)
      expect((await asked('https://evil.example.com', at, 'shop/live/events'))[1]).toBeNull()
    }
    const fields = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error: Failure) => error.fields,
      )
    for (const origin of ['https://shop.example.com/', 'shop.example.com', '*', 'https://a b'])
      expect(await fields(set({ origins: [allowed, origin] }))).toEqual([
        { pointer: '/origins/1', code: 'not-an-origin' },
      ])
    await set({ origins: null })
    expect(await asked(allowed)).toEqual([200, '*', 'Accept-Encoding'])
  })

  test('a file named by its hash can be read by the pages of each channel that has it', async () => {
    const origins = { live: 'https://staging.example.com', second: 'https://shop.example.com' }
    await set({ origins: [origins.live] })
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'second', kind: 'catalog', settings: {} },
    })
    const setSecond = (body: Record<string, unknown>) =>
      server.call(api.releases.updateChannel, { params: { ...params, channel: 'second' }, body })
    const fixed = `shop/files/de/app.${inManifest(await manifestOf())}.json`
    const allowed = async (at: Origin, origin: string) => {
      await (await load('shop/second/manifest.json', at)).body?.cancel()
      const answer = await load(fixed, at, { origin })
      await answer.body?.cancel()
      return answer.headers.get('access-control-allow-origin')
    }
    for (const at of [server.server, delivery])
      await eventually(async () => (await allowed(at, 'https://other.example.com')) === '*')
    await setSecond({ origins: [origins.second] })
    for (const at of [server.server, delivery]) {
      await eventually(async () => (await allowed(at, 'https://other.example.com')) === null)
      for (const origin of Object.values(origins))
        await eventually(async () => (await allowed(at, origin)) === origin)
    }
  })
})
