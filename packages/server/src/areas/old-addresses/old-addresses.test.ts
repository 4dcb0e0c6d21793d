import { api } from '@dragoman/contract'
import { addOldAddress, listOldAddresses, projectBySlug } from '@dragoman/store'
import { createInstance } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../../test/test-server.ts'

const ID = 'c8038fbe-7be8-4f96-9692-943b3333185b'
const HASH = 'd7df50a9ae876ad51f160bc70eb7073a'
const params = { project: 'shop' }
const LOCIZE = { prefix: `/${ID}/latest`, shape: 'locize', channel: 'live', namespace: null } as const
const TOLGEE = { prefix: `/${HASH}`, shape: 'tolgee', channel: 'live', namespace: 'app' } as const

describe.each(DATABASES)('old addresses, on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    for (const namespace of ['app', 'cart'])
      await server.call(api.keys.create, {
        params,
        body: { namespace, name: 'title', plural: 'none', forms: { other: `Title of ${namespace}` } },
      })
  })
  afterEach(() => server.close())

  const add = (body: Partial<typeof LOCIZE> | typeof TOLGEE = LOCIZE, at = params) =>
    server.call(api.oldAddresses.add, { params: at, body: { ...LOCIZE, ...body } })
  /** Requests a path without the owner's session, and without following redirects. */
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.server.origin}${path}`, { redirect: 'manual', ...init })
  const led = async (path: string) => (await ask(path)).headers.get('location')
  const fieldsOf = async (body: object, at = params) => {
    const failure = await server.fail(api.oldAddresses.add, { params: at, body: { ...LOCIZE, ...body } })
    return [failure.code, ...failure.fields.map(({ pointer, code }) => `${pointer} ${code}`)]
  }

  test('are answered for an i18next app as it was shipped, for both services', async () => {
    await add()
    await add(TOLGEE)
    for (const [loadPath, namespaces] of [
      [`${server.server.origin}/${ID}/latest/{{lng}}/{{ns}}`, ['app', 'cart']],
      [`${server.server.origin}/${HASH}/{{ns}}/{{lng}}.json`, ['app', 'cart']],
      [`${server.server.origin}/${HASH}/{{lng}}.json`, ['app']],
    ] as const) {
      const i18n = createInstance()
      await i18n.use(HttpBackend).init({
        lng: 'en',
        fallbackLng: false,
        ns: namespaces,
        defaultNS: 'app',
        backend: { loadPath },
      })
      expect(namespaces.map((ns) => i18n.t('title', { ns }))).toEqual(
        namespaces.map((ns) => `Title of ${ns}`),
      )
    }
  })

  test('are redirects that any page can follow, cached for some minutes', async () => {
    await add()
    const answer = await ask(`/${ID}/latest/en/app?reader=7`, {
      headers: { origin: 'https://shop.example.com' },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/d/shop/live/locales/en/app.json?reader=7',
    ])
    expect([answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).toEqual([
      'public, max-age=300',
      '*',
    ])
    expect((await ask(`/${ID}/latest/en/app`, { method: 'HEAD' })).status).toBe(302)
    const preflight = await ask(`/${ID}/latest/en/app`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', origin: 'https://shop.example.com' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      '*, Authorization',
    ])
    const followed = await fetch(`${server.server.origin}/${ID}/latest/de-AT/app`)
    expect([followed.status, await followed.text()]).toEqual([200, '{}'])
    // Writes belong elsewhere.
    expect((await ask(`/${ID}/latest/en/app`, { method: 'POST' })).status).not.toBe(302)
  })

  test('can be read only by pages that can read the channel', async () => {
    await add()
    const origins = ['https://shop.example.com']
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { origins },
    })
    for (const [origin, expected] of [
      ['https://shop.example.com', 'https://shop.example.com'],
      ['https://other.example.com', null],
    ] as const) {
      const { headers } = await ask(`/${ID}/latest/en/app`, { headers: { origin } })
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([expected, 'Origin'])
    }
  })

  test('reveal nothing about a project that needs a token, and redirect people who can load it', async () => {
    await add()
    expect(await led(`/${ID}/latest/en/app`)).toBe('/d/shop/live/locales/en/app.json')
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    const answer = async (path: string, init: RequestInit = {}) => {
      const { status, headers } = await ask(path, init)
      const shown = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
      return [status, Object.fromEntries(shown)]
    }
    const nothing = (path: string) => path.replace(ID, 'c8038fbe-0000-0000-0000-943b3333185b')
    for (const path of [`/${ID}/latest/en/app`, `/private/${ID}/latest/en/app`])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
        expect(await answer(path, { method })).toEqual(await answer(nothing(path), { method }))
    const { secret } = await server.call(api.tokens.create, {
      params,
      body: { name: 'App', scopes: ['deliver'], languages: null, days: 30 },
    })
    const headers = { authorization: `Bearer ${secret}` }
    const led302 = await ask(`/private/${ID}/latest/en/app`, { headers })
    expect([led302.status, led302.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
    const followed = await fetch(`${server.server.origin}/private/${ID}/latest/en/app`, { headers })
    expect(await followed.json()).toEqual({ title: 'Title of app' })
  })

  test('follow a renamed project, and end with it or with their row', async () => {
    const { id } = await add()
    await server.call(api.projects.update, { params, body: { slug: 'store' } })
    expect(await led(`/${ID}/latest/en/app`)).toBe('/d/store/live/locales/en/app.json')
    const at = { project: 'store' }
    expect((await server.call(api.oldAddresses.list, { params: at })).addresses).toMatchObject([
      { id, ...LOCIZE },
    ])
    await server.call(api.oldAddresses.remove, { params: { ...at, address: id } })
    expect(await led(`/${ID}/latest/en/app`)).toBeNull()
    expect((await server.fail(api.oldAddresses.remove, { params: { ...at, address: id } })).code).toBe(
      'not-found',
    )
    await add(LOCIZE, at)
    expect(await led(`/${ID}/latest/en/app`)).not.toBeNull()
    await server.call(api.projects.remove, { params: at, body: { confirm: 'store' } })
    expect(await led(`/${ID}/latest/en/app`)).toBeNull()
    const { entries } = await server.call(api.audit.list, { query: { limit: 50 } })
    expect(
      entries.filter(({ kind }) => kind.startsWith('address.')).map(({ kind, target }) => [kind, target]),
    ).toEqual([
      ['address.added', LOCIZE.prefix],
      ['address.removed', LOCIZE.prefix],
      ['address.added', LOCIZE.prefix],
    ])
  })

  test('are refused with the wrong field, and nothing of them is written', async () => {
    for (const [body, ...expected] of [
      [{ prefix: '' }, '/prefix empty'],
      [{ prefix: 'x' }, '/prefix not-a-path'],
      [{ prefix: '/a/../b' }, '/prefix not-a-path'],
      [{ prefix: `/${'a'.repeat(300)}` }, '/prefix too-long'],
      ...['/api', '/d/shop', '/p', '/assets', '/locales/x', '/health', '/metrics', '/private/x'].map(
        (prefix) => [{ prefix }, '/prefix reserved'] as const,
      ),
      [{ channel: 'nothing' }, '/channel unknown'],
      [{ ...TOLGEE, namespace: null }, '/namespace empty'],
      [{ namespace: 'app' }, '/namespace not-of-this-shape'],
    ] as const)
      expect([body, await fieldsOf(body)]).toEqual([body, ['invalid-input', ...expected]])
    await add()
    await server.call(api.projects.create, { body: { slug: 'other', name: 'Other', sourceLanguage: 'en' } })
    for (const prefix of [LOCIZE.prefix, `/${ID}`, `${LOCIZE.prefix}/en`])
      for (const at of [params, { project: 'other' }])
        expect(await fieldsOf({ prefix }, at)).toEqual(['already-exists', '/prefix taken'])
    for (let count = 1; count < 50; count++) await add({ prefix: `/${ID}/v${count}` as typeof LOCIZE.prefix })
    expect(await fieldsOf({ prefix: `/${ID}/v50` })).toEqual(['too-large'])
    expect((await server.call(api.oldAddresses.list, { params })).addresses).toHaveLength(50)
  })

  test('lead to a channel once it has a release, and to none if it was removed', async () => {
    const channel = 'production'
    await server.call(api.releases.addChannel, {
      params,
      body: { name: channel, kind: 'release', settings: {} },
    })
    await server.call(api.oldAddresses.add, { params, body: { ...LOCIZE, channel } })
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel } })
    const followed = await fetch(`${server.server.origin}/${ID}/latest/en/app`)
    expect(await followed.json()).toEqual({ title: 'Title of app' })
    await server.call(api.releases.removeChannel, { params: { ...params, channel } })
    await eventually(async () => (await led(`/${ID}/latest/en/app`)) === null)
  })

  test('of two added at the same time, the one that overlaps is refused', async () => {
    const { store } = server.server.deps
    const projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    const row = { ...LOCIZE, projectId, createdAt: '2026-01-01T00:00:00.000Z' }
    const both = await Promise.allSettled(
      [`/${ID}`, `/${ID}/latest`].map((prefix) => store.write((w) => addOldAddress(w, { ...row, prefix }))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await store.read((r) => listOldAddresses(r, projectId))).toHaveLength(1)
  })
})
