import { connect } from 'node:net'
import { api } from '@dragoman/contract'
import { noteMissingKeys, projectBySlug } from '@dragoman/store'
import { createInstance } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, openTestServer, type TestServer } from '../../test/test-server.ts'

const params = { project: 'shop' }
let server: TestServer

beforeEach(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Shop' } },
  })
  await collect(true)
})
afterEach(() => server.close())

const collect = (collectsMissing: boolean) =>
  server.call(api.releases.updateChannel, {
    params: { ...params, channel: 'live' },
    body: { collectsMissing },
  })

function reportMissing(body: unknown, path = 'live/missing/en/app'): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${server.server.origin}/d/shop/${path}`, { method: 'POST', headers, body: text })
}

const TOO_MANY = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, key) => [`k${key}`, ''])))

const listed = async () => (await server.call(api.releases.missingKeys, { params })).keys

test('an i18next app reports missing keys with the texts it shows instead; no key is created', async () => {
  const i18n = createInstance()
  await i18n.use(HttpBackend).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['app'],
    defaultNS: 'app',
    saveMissing: true,
    backend: {
      loadPath: `${server.server.origin}/d/shop/live/locales/{{lng}}/{{ns}}.json`,
      addPath: `${server.server.origin}/d/shop/live/missing/{{lng}}/{{ns}}`,
    },
  })
  expect([i18n.t('title'), i18n.t('cart.pay', 'Pay now'), i18n.t('cart.empty')]).toEqual([
    'Shop',
    'Pay now',
    'cart.empty',
  ])
  const keys = await eventually(async () => {
    const found = await listed()
    return found.length === 2 && found
  })
  expect(keys.map(({ namespace, name, text, languages }) => [namespace, name, text, languages])).toEqual([
    ['app', 'cart.empty', 'cart.empty', ['en']],
    ['app', 'cart.pay', 'Pay now', ['en']],
  ])
  const { rows } = await server.call(api.translations.page, { params, query: { language: 'en', limit: 9 } })
  expect(rows.map(({ key }) => key.name)).toEqual(['title'])
})

test('keys are counted, existing ones disappear, and people remove others from the list', async () => {
  for (const language of ['en', 'de', 'de'])
    expect((await reportMissing({ pay: 'Pay', other: '' }, `live/missing/${language}/app`)).status).toBe(204)
  const first = await eventually(async () => {
    const found = await listed()
    return found[0]?.count === 3 && found
  })
  expect(first.map(({ name, count, languages }) => [name, count, languages])).toEqual([
    ['other', 3, ['en', 'de']],
    ['pay', 3, ['en', 'de']],
  ])
  await server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'pay', plural: 'none', forms: { other: 'Pay' } },
  })
  expect((await listed()).map(({ name }) => name)).toEqual(['other'])
  await server.call(api.releases.forgetMissingKeys, {
    params,
    body: { keys: [{ namespace: 'app', name: 'other' }] },
  })
  expect(await listed()).toEqual([])
})

test('a key that is served under an alias is not missing, in any of its plural forms', async () => {
  const add = async (name: string, plural: 'none' | 'cardinal') =>
    (
      await server.call(api.keys.create, {
        params,
        body: {
          namespace: 'app',
          name,
          plural,
          forms: plural === 'none' ? { other: 'x' } : { one: '1', other: 'n' },
        },
      })
    ).key.id
  const pay = await add('pay', 'none')
  const items = await add('items', 'cardinal')
  const reported = { pay: '', things: '', things_one: '', things_other: '', pay_one: '', other: '' }
  const rename = (key: number, name: string) =>
    server.call(api.keys.update, { params: { ...params, key }, body: { name } })
  await rename(pay, 'checkout')
  await rename(items, 'things')
  await rename(items, 'goods')
  expect((await reportMissing(reported)).status).toBe(204)
  await reportMissing({ pay: '' }, 'live/missing/en/elsewhere')
  await eventually(async () => (await listed()).length > 2)
  expect((await listed()).map(({ namespace, name }) => `${namespace} ${name}`)).toEqual([
    'app other',
    'app pay_one',
    'elsewhere pay',
  ])
})

test('a name that no key can have is not collected, and one that was is removed from the list', async () => {
  expect((await reportMissing({ 'pay\0': 'Pay', other: '' })).status).toBe(204)
  const found = await eventually(async () => {
    const keys = await listed()
    return keys.length > 0 && keys
  })
  expect(found.map(({ name }) => name)).toEqual(['other'])
  const { store } = server.server.deps
  await store.write(async (w) => {
    const key = { namespace: 'app', name: 'pay\0', text: '', languages: ['en'], count: 1 }
    const project = await projectBySlug(w, 'shop')
    await noteMissingKeys(w, { projectId: project?.id ?? 0, keys: [key], at: new Date(0).toISOString() })
  })
  expect(await listed()).toHaveLength(2)
  const keys = (await listed()).map(({ namespace, name }) => ({ namespace, name }))
  await server.call(api.releases.forgetMissingKeys, { params, body: { keys } })
  expect(await listed()).toEqual([])
})

test('invalid lists are refused, and channels that collect none accept none', async () => {
  for (const body of ['nonsense', '[]', '"a"', TOO_MANY])
    expect([body.slice(0, 20), (await reportMissing(body)).status]).toEqual([body.slice(0, 20), 422])
  expect((await reportMissing({ a: 'A' }, 'live/missing/no language/app')).status).toBe(422)
  expect((await reportMissing({ a: 'A' }, 'live/missing/en/app%00')).status).toBe(422)
  expect((await reportMissing({ a: 'A' }, 'live/missing/en/node_modules/app')).status).toBe(422)
  expect((await reportMissing('x'.repeat(70_000))).status).toBe(413)
  expect((await reportMissing({ a: 'A' }, 'nothing/missing/en/app')).status).toBe(404)
  await collect(false)
  expect((await reportMissing({ a: 'A' })).status).toBe(404)
  const asked = await fetch(`${server.server.origin}/d/shop/live/missing/en/app`, { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS'])
})

test('invented reports and aborted requests are not errors of the server', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  for (const text of ['{"toString":1}', '{"toString":null,"valueOf":null}', deep, 'null', '7'])
    expect((await reportMissing(`{"odd":${text}}`)).status).toBe(204)
  const { lastRequestMs } = server.server.deps
  const before = lastRequestMs()
  const socket = connect(server.server.port, '127.0.0.1')
  const head = `POST /d/shop/live/missing/en/app HTTP/1.1\r\nHost: 127.0.0.1:${server.server.port}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"a":`)
  await eventually(async () => lastRequestMs() > before)
  socket.destroy()
  const [odd] = await eventually(async () => {
    const found = await listed()
    return found[0]?.count === 5 && found
  })
  expect([odd?.name, odd?.count, odd?.text]).toEqual(['odd', 5, '7'])
  expect(server.logged).toEqual([])
})

test('a flood is limited, and stores no more than a thousand keys', async () => {
  const statuses = new Map<number, number>()
  for (let request = 0; request < 320; request++) {
    const keys = Object.fromEntries(Array.from({ length: 10 }, (_, key) => [`key-${request}-${key}`, '']))
    const { status } = await reportMissing(keys)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses).toEqual(
    new Map([
      [204, 300],
      [429, 20],
    ]),
  )
  await eventually(async () => (await listed()).length === 1000)
})
