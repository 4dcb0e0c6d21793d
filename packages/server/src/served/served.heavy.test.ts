import { api } from '@dragoman/contract'
import { noteUsedKeys, projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'

const params = { project: 'shop' }
const START = Date.parse('2026-01-01T12:00:00Z')
const DAY_MS = 86_400_000

describe.each(DATABASES)('when files and keys were served, on %s', (database) => {
  let server: TestServer
  let at = START
  const keys = new Map<string, number>()

  beforeEach(async () => {
    at = START
    server = await openTestServer({ database, now: () => new Date(at) })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    for (const name of ['title', 'cart.pay', 'cart.items']) await addKey('app', name)
    await addKey('legal', 'terms')
  })
  afterEach(() => server.close())

  async function addKey(namespace: string, name: string): Promise<void> {
    const isPlural = name.endsWith('items')
    const { key } = await server.call(api.keys.create, {
      params,
      body: {
        namespace,
        name,
        plural: isPlural ? 'cardinal' : 'none',
        forms: isPlural ? { one: 'One', other: 'Many' } : { other: name },
      },
    })
    keys.set(name, key.id)
  }
  const load = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${server.server.origin}/d/shop/${path}`, init)).status
  const report = (names: unknown, path = 'live/used/app') =>
    fetch(`${server.server.origin}/d/shop/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: typeof names === 'string' ? names : JSON.stringify(names),
    })
  /** Restarts the server on a day. Records are written when the server ends, at the latest. */
  async function onDay(day: number): Promise<void> {
    server = await server.restart(async () => {
      at = START + day * DAY_MS
    })
  }
  const written = () => onDay(Math.round((at - START) / DAY_MS))
  /** Records uses as if an app had reported them on these days. */
  async function usedOn(...days: readonly string[]): Promise<void> {
    const { store } = server.server.deps
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    for (const day of days)
      await store.write((w) =>
        noteUsedKeys(w, { projectId: project?.id ?? 0, namespace: 'app', names: ['cart.pay'], day }),
      )
  }
  const served = (name: string) =>
    server.call(api.keys.served, { params: { ...params, key: keys.get(name) ?? 0 } })
  async function found(q: string): Promise<readonly string[]> {
    const { rows } = await server.call(api.keys.page, { params, query: { languages: 'en', q, limit: 50 } })
    return rows.map(({ key }) => key.name)
  }

  test('a loaded file has its day, regardless of which part answers; missing ones have none', async () => {
    expect(await served('title')).toEqual({
      aliases: [],
      usedOn: null,
      reports: null,
      files: [],
      countedSince: null,
    })
    // On the socket itself, with a header that needs the whole server, and a path that is not a file.
    expect(await load('live/locales/en/app.json')).toBe(200)
    expect(await load('pseudo/locales/en/app.json', { headers: { range: 'bytes=0-1' } })).toBe(200)
    expect(await load('live/manifest.json')).toBe(200)
    expect(await load('live/locales/de-AT/app.json')).toBe(404)
    expect(await load('live/locales/en/none.json')).toBe(404)
    await written()
    expect(await served('title')).toMatchObject({
      files: [
        { channel: 'live', language: 'en', lastOn: '2026-01-01' },
        { channel: 'pseudo', language: 'en', lastOn: '2026-01-01' },
      ],
      countedSince: '2026-01-01',
    })
    expect(await served('terms')).toMatchObject({ files: [], countedSince: '2026-01-01' })
    await onDay(2)
    await load('live/locales/en/app.json')
    await written()
    expect((await served('title')).files).toEqual([
      { channel: 'live', language: 'en', lastOn: '2026-01-03' },
      { channel: 'pseudo', language: 'en', lastOn: '2026-01-01' },
    ])
  })

  test('keys are unserved if use would be known, and they are old enough', async () => {
    await load('live/locales/en/app.json')
    await load('live/locales/en/legal.json')
    await onDay(20)
    await addKey('legal', 'imprint')
    await load('live/locales/en/app.json')
    await written()
    // Not for thirty days yet.
    expect(await found('is:unserved')).toEqual([])
    expect(await found('served:>10d')).toEqual(['terms'])
    expect(await found('served:<2026-01-05')).toEqual(['terms'])
    await onDay(40)
    await load('live/locales/en/app.json')
    await written()
    expect(await found('is:unserved')).toEqual(['terms'])
    expect(await found('-is:unserved')).toEqual(['title', 'cart.pay', 'cart.items', 'imprint'])
    expect(await found('served:<7d')).toEqual(['title', 'cart.pay', 'cart.items'])
    // No one has loaded anything here for long: apps load elsewhere, and nothing is known.
    await onDay(100)
    expect(await found('is:unserved')).toEqual([])
    expect(await found('served:2026-01-05')).toEqual([])
  })

  test('a key that was moved to another namespace is unserved only some time after that', async () => {
    await load('live/locales/en/app.json')
    await load('live/locales/en/legal.json')
    await onDay(40)
    await load('live/locales/en/app.json')
    expect(await found('is:unserved')).toEqual([])
    await written()
    await server.call(api.keys.update, {
      params: { ...params, key: keys.get('title') ?? 0 },
      body: { namespace: 'legal' },
    })
    // It was in the files of another namespace until now.
    expect(await found('is:unserved')).toEqual(['terms'])
    await onDay(80)
    await load('live/locales/en/app.json')
    await written()
    expect((await found('is:unserved')).toSorted()).toEqual(['terms', 'title'])
  })

  test('if apps report used keys, these count: by key, plural and alias', async () => {
    await server.call(api.keys.update, {
      params: { ...params, key: keys.get('cart.pay') ?? 0 },
      body: { name: 'cart.checkout' },
    })
    await load('live/locales/en/app.json')
    expect((await report(['title', 'cart.items_one', 'unknown', 'odd\u0000key'])).status).toBe(204)
    await written()
    await usedOn('2026-01-07', '2026-01-13', '2026-01-19', '2026-01-25', '2026-01-31', '2026-02-06')
    await onDay(36)
    expect(await found('is:unserved')).toEqual(['title', 'cart.items'])
    expect(await found('served:<7d')).toEqual(['cart.checkout'])
    expect(await served('cart.pay')).toMatchObject({
      aliases: [{ name: 'cart.pay', usedOn: '2026-02-06', takenBy: null }],
      usedOn: '2026-02-06',
      reports: { since: '2026-01-01', lastOn: '2026-02-06' },
    })
    expect(await served('cart.items')).toMatchObject({ usedOn: '2026-01-01' })
    // After a week without reports, it is unknown whether the others were used.
    await usedOn('2026-02-20')
    await onDay(50)
    expect(await served('title')).toMatchObject({ reports: { since: '2026-02-20' }, usedOn: '2026-01-01' })
    expect(await found('is:unserved')).toEqual([])
  })

  test('invalid reports are refused, and those for unknown channels', async () => {
    for (const body of ['{', '{"a":1}', JSON.stringify(Array.from({ length: 1001 }, () => 'a'))])
      expect([body.slice(0, 9), (await report(body)).status]).toEqual([body.slice(0, 9), 422])
    expect((await report(`["${'a'.repeat(70_000)}"]`)).status).toBe(413)
    expect((await report(['title'], 'none/used/app')).status).toBe(404)
    expect((await fetch(`${server.server.origin}/d/shop/live/used/app`)).status).toBe(405)
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    expect((await report(['title'])).status).toBe(404)
    await written()
    expect(await served('title')).toMatchObject({ usedOn: null, reports: null })
  })
})
