import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { folderProject } from './folder-project.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('aliases in files that apps load, from %s', (database) => {
  let folder: string
  let server: TestServer
  let delivery: DeliveryServer
  const keys = new Map<string, number>()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-aliases-'))
    server = await openTestServer({ database, config: { blobs: { kind: 'folder', folder } } })
    delivery = await startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 50 },
    )
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await addKey('cart.title', { other: 'Your cart' })
    await addKey('cart.items', { one: '{{count}} item', other: '{{count}} items' })
    await addKey('pay', { other: 'Pay' })
  })
  afterEach(async () => {
    await delivery.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function addKey(name: string, forms: Record<string, string>): Promise<void> {
    const plural = 'one' in forms ? 'cardinal' : 'none'
    const { key } = await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural, forms },
    })
    keys.set(name, key.id)
  }
  const keyParams = (name: string) => ({ ...params, key: keys.get(name) ?? 0 })
  const load = (path: string, at: { readonly origin: string } = server.server) =>
    fetch(`${at.origin}/d/shop/${path}`)
  const text = async (path: string) => (await load(path)).text()
  const rename = (name: string, to: string, more: { keepOldName?: boolean } = {}) =>
    server.call(api.keys.update, { params: keyParams(name), body: { name: to, ...more } })
  const release = (channel: string) =>
    server.call(api.releases.create, { params, body: { title: '', notes: '', channel } })
  const aliasesOf = async (name: string) =>
    (await server.call(api.keys.served, { params: keyParams(name) })).aliases
  const undo = (operation: { readonly id: number } | null) =>
    server.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })

  test('a renamed key is served under both names, until the old one is retired', async () => {
    await rename('cart.title', 'cart.heading')
    const { operation } = await rename('cart.items', 'cart.things')
    const both =
      '{"cart":{"heading":"Your cart","things_one":"{{count}} item","things_other":"{{count}} items",' +
      '"title":"Your cart","items_one":"{{count}} item","items_other":"{{count}} items"},"pay":"Pay"}'
    expect(await text('live/locales/en/app.json')).toBe(both)
    expect(await text('live/locales/de/app.json')).toBe('{}')
    const pseudo = JSON.parse(await text('pseudo/locales/en/app.json'))
    expect(pseudo.cart.title).toBe(pseudo.cart.heading)
    // Delivered without the database: the same bytes.
    await eventually(async () =>
      (await load('live/locales/en/app.json', delivery)).text().then((it) => it === both),
    )

    const { operation: retired } = await server.call(api.keys.update, {
      params: keyParams('cart.title'),
      body: { aliases: [] },
    })
    expect(JSON.parse(await text('live/locales/en/app.json')).cart.title).toBeUndefined()
    await undo(retired)
    expect(await text('live/locales/en/app.json')).toBe(both)
    await undo(operation)
    expect(JSON.parse(await text('live/locales/en/app.json')).cart).toEqual({
      heading: 'Your cart',
      items_one: '{{count}} item',
      items_other: '{{count}} items',
      title: 'Your cart',
    })
  })

  test('a rename can drop the old name, and a key that takes it wins', async () => {
    await rename('pay', 'checkout', { keepOldName: false })
    expect(await aliasesOf('pay')).toEqual([])
    await rename('cart.title', 'cart.heading')
    await addKey('cart.title', { other: 'Another' })
    expect(JSON.parse(await text('live/locales/en/app.json'))).toMatchObject({
      checkout: 'Pay',
      cart: { title: 'Another' },
    })
    const [first] = await server
      .call(api.keys.page, { params, query: { languages: 'en', q: 'key:cart.heading', limit: 1 } })
      .then(({ rows }) => rows)
    const { aliases } = await server.call(api.keys.served, {
      params: { ...params, key: first?.key.id ?? 0 },
    })
    expect(aliases).toEqual([{ name: 'cart.title', usedOn: null, takenBy: keys.get('cart.title') }])
  })

  test('a name of another key is refused as an alias, with the key that has it', async () => {
    await rename('cart.title', 'cart.heading')
    const set = (aliases: string[]) =>
      server.fail(api.keys.update, { params: keyParams('pay'), body: { aliases } })
    expect(await set(['cart.heading'])).toMatchObject({
      code: 'already-exists',
      params: { name: 'cart.heading', keyId: keys.get('cart.title') },
    })
    expect(await set(['cart.title'])).toMatchObject({ code: 'already-exists' })
    expect(await set(['ok', 'bro\u0007ken'])).toMatchObject({
      code: 'invalid-input',
      fields: [{ pointer: '/aliases/1', code: 'unusable' }],
    })
    expect(await aliasesOf('pay')).toEqual([])
    await server.call(api.keys.update, {
      params: keyParams('pay'),
      body: { aliases: ['buy.now', 'buy.now'] },
    })
    expect(await text('live/locales/en/app.json')).toContain('"pay":"Pay","buy":{"now":"Pay"}')
  })

  test('a release has the aliases of its moment, and retiring an alias is something to release', async () => {
    await rename('pay', 'checkout')
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await release('production')
    await server.call(api.keys.update, { params: keyParams('pay'), body: { aliases: [] } })
    const released = '"checkout":"Pay","pay":"Pay"}'
    expect(await text('production/locales/en/app.json')).toContain(released)
    await release('production')
    expect(await text('production/locales/en/app.json')).not.toContain('"pay"')
    expect(await server.fail(api.releases.create, { params, body: { title: '', notes: '' } })).toMatchObject({
      code: 'nothing-to-release',
    })
  })

  test('in other formats too, and never in exports', async () => {
    await rename('cart.items', 'cart.things')
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { formats: ['i18next-json', 'android-xml', 'gettext-po'] },
    })
    const xml = await text('live/locales/en/app.xml')
    expect(xml.indexOf('<plurals name="cart.items">')).toBeGreaterThan(xml.indexOf('<string name="pay">'))
    expect(xml).toContain('<plurals name="cart.things">')
    expect(await text('live/locales/en/app.po')).toContain('cart.items')
    for (const format of ['i18next-json', 'android-xml']) {
      const { content } = await server.call(api.files.export, {
        params,
        query: { format, language: 'en', namespace: 'app' },
      })
      expect(Buffer.from(content, 'base64').toString()).toContain('things')
      expect(Buffer.from(content, 'base64').toString()).not.toContain('items">')
      expect(Buffer.from(content, 'base64').toString()).not.toContain('items_')
    }
  })
})

test('files of a folder have no aliases: a rename changes the name, and adding an alias changes no byte', async () => {
  const EN = '{\n  "cart": { "title": "Cart" },\n  "pay":   "Pay"\n}\n'
  const project = await folderProject({ 'en/app.json': EN })
  const { test: server } = project
  const [title, pay] = [await project.row('cart.title', 'en'), await project.row('pay', 'en')]
  await server.call(api.keys.update, {
    params: { ...params, key: title?.key.id ?? 0 },
    body: { name: 'cart.heading' },
  })
  const renamed = EN.replace('title', 'heading')
  await eventually(async () => (await project.read('en/app.json')) === renamed)
  await server.call(api.keys.update, {
    params: { ...params, key: pay?.key.id ?? 0 },
    body: { aliases: ['buy'] },
  })
  await project.save('pay', 'en', 'Pay now')
  await eventually(async () => (await project.read('en/app.json')) === renamed.replace('"Pay"', '"Pay now"'))
  const delivered = await server.request('/d/shop/live/locales/en/app.json')
  expect(await delivered.json()).toEqual({
    cart: { heading: 'Cart', title: 'Cart' },
    pay: 'Pay now',
    buy: 'Pay now',
  })
  await server.close()
})
