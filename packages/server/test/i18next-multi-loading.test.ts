import { api } from '@dragoman/contract'
import { createInstance } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import MultiloadAdapter from 'i18next-multiload-backend-adapter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const params = { project: 'shop' }
  await server.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  for (const namespace of ['common', 'cart'])
    await server.call(api.keys.create, {
      params,
      body: { namespace, name: 'title', plural: 'none', forms: { other: `Title of ${namespace}` } },
    })
})
afterAll(() => server.close())

test('an i18next app that loads several files with one request gets them with one', async () => {
  const asked: string[] = []
  const i18n = createInstance()
  await i18n.use(MultiloadAdapter).init({
    lng: 'de',
    fallbackLng: 'en',
    ns: ['common', 'cart'],
    backend: {
      backend: HttpBackend,
      backendOption: {
        loadPath: (languages: readonly string[], namespaces: readonly string[]) => {
          asked.push(`${languages.join('+')}/${namespaces.join('+')}`)
          return `${server.server.origin}/d/shop/live/locales/{{lng}}/{{ns}}.json`
        },
        allowMultiLoading: true,
      },
    },
  })
  expect(asked).toEqual(['de+en/common+cart'])
  expect([i18n.t('title'), i18n.t('cart:title')]).toEqual(['Title of common', 'Title of cart'])
})

test('the first readers of a release get it for several files too', async () => {
  const params = { project: 'first' }
  await server.call(api.projects.create, {
    body: { slug: 'first', name: 'First', sourceLanguage: 'en', deliverPublic: true },
  })
  await server.call(api.releases.addChannel, {
    params,
    body: { name: 'production', kind: 'release', settings: {} },
  })
  const release = async (percent: number) => {
    const body = { title: '', notes: '', channel: 'production', percent }
    return server.call(api.releases.create, { params, body })
  }
  const add = (name: string) =>
    server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'none', forms: { other: name } },
    })
  await add('old')
  await release(100)
  await add('new')
  await release(50)
  const load = async (file: string, reader: string) => {
    const url = `${server.server.origin}/d/first/production/locales/${file}?reader=${reader}`
    return (await fetch(url)).json()
  }
  const readers = Array.from({ length: 20 }, (_, index) => `reader-${index}`)
  const alone = await Promise.all(readers.map((reader) => load('en/app.json', reader)))
  expect(new Set(alone.map((texts) => JSON.stringify(texts))).size).toBe(2)
  expect(await Promise.all(readers.map((reader) => load('en/app+other.json', reader)))).toEqual(
    alone.map((app) => ({ en: { app } })),
  )
})

test('a namespace with a plus in its name is one file, however it is requested', async () => {
  const namespace = 'NSDate+Ago'
  await server.call(api.keys.create, {
    params: { project: 'shop' },
    body: { namespace, name: 'now', plural: 'none', forms: { other: 'Now' } },
  })
  const load = (path: string, init?: RequestInit) =>
    fetch(`${server.server.origin}/d/shop/live/locales/${path}`, init)
  for (const path of [
    `en/${namespace}.json?reader=1`,
    'en/NSDate%2BAgo.json?reader=1',
    `en/${namespace}.json`,
  ])
    expect([path, await (await load(path)).json()]).toEqual([path, { now: 'Now' }])
  expect((await load(`en/${namespace}.json`, { method: 'HEAD' })).status).toBe(200)
  expect(await (await load('en/common+NSDate.json')).json()).toEqual({
    en: { common: { title: 'Title of common' } },
  })
})

test('one response is no larger than an app could want, however often the same file is requested', async () => {
  const params = { project: 'large' }
  await server.call(api.projects.create, {
    body: { slug: 'large', name: 'Large', sourceLanguage: 'pt-BR', deliverPublic: true },
  })
  const changes = Array.from({ length: 30 }, (_, number) => {
    const name = `text-${number}`
    const texts = { 'pt-BR': { forms: { other: 'x'.repeat(40_000) } } }
    return { kind: 'add-key' as const, namespace: 'app', name, plural: 'none' as const, path: [name], texts }
  })
  await server.call(api.texts.push, { params, body: { origin: 'a test', languages: [], changes } })
  const spelled = ['pt-BR', 'PT-BR', 'Pt-BR', 'pT-BR', 'pt-br', 'pt-Br', 'pt-bR', 'PT-br', 'PT-Br', 'PT-bR']
  const load = (count: number) => {
    const all = [...spelled, ...spelled.map((tag) => tag.replace('-', '_'))].slice(0, count)
    return fetch(`${server.server.origin}/d/large/live/locales/${all.join('+')}/app.json`)
  }
  const several = await load(4)
  expect([several.status, (await several.arrayBuffer()).byteLength > 4_000_000]).toEqual([200, true])
  expect((await load(20)).status).toBe(404)
})
