import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Failure } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('files of other formats, from %s', (database) => {
  let folder: string
  let server: TestServer
  let delivery: DeliveryServer

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-formats-'))
    server = await openTestServer({ database, config: { blobs: { kind: 'folder', folder } } })
    delivery = await startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 50 },
    )
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await addKey('title', { other: 'Hello {{name}}' })
    await addKey('cart.items', { one: '{{count}} item', other: '{{count}} items' })
    await save('title', { other: 'Hallo {{name}}' })
    await save('cart.items', { one: '{{count}} Artikel', other: '{{count}} Artikel' })
  })
  afterEach(async () => {
    await delivery.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const addKey = (name: string, forms: Record<string, string>) =>
    server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'one' in forms ? 'cardinal' : 'none', forms },
    })

  async function save(name: string, forms: Record<string, string>): Promise<void> {
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'de', limit: 50 },
    })
    const row = rows.find(({ key }) => key.name === name)
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'de' },
      body: { forms, baseVersion: row?.target.version ?? 0 },
    })
  }

  const setFormats = (formats: string[], channel = 'live') =>
    server.call(api.releases.updateChannel, { params: { ...params, channel }, body: { formats } })

  const load = (path: string, at: { readonly origin: string } = server.server) =>
    fetch(`${at.origin}/d/shop/${path}`)

  test('are served side by side, distinguished by their extension, with and without the database', async () => {
    await setFormats(['icu-json', 'android-xml', 'apple-strings', 'gettext-po', 'rails-yaml'])
    const json = await load('live/locales/de/app.json')
    expect(await json.json()).toEqual({
      title: 'Hallo {name}',
      cart: { items: '{count, plural, one {# Artikel} other {# Artikel}}' },
    })
    const xml = await load('live/locales/de/app.xml')
    expect(xml.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(xml.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(await xml.text()).toContain('<plurals name="cart.items">')
    expect(await (await load('live/locales/de/app.strings')).text()).toContain('"title" = "Hallo {{name}}";')
    const po = await (await load('live/locales/de/app.po')).text()
    expect(po).toContain('msgstr[0]')
    expect(po).not.toContain('fuzzy')
    expect(await (await load('live/locales/de/app.yaml')).text()).toContain('title: Hallo %{name}')
    // A language without texts is as empty as in i18next's JSON, and a format that a channel does not serve
    // is not found.
    expect(await (await load('live/locales/de-AT/app.json')).json()).toEqual({})
    expect((await load('live/locales/de/app.ftl')).status).toBe(404)
    expect((await load('live/locales/de/app.xlf')).status).toBe(404)

    await eventually(async () => (await load('live/locales/de/app.po', delivery)).status === 200)
    for (const path of [
      'de/app.json',
      'de/app.xml',
      'en/app.po',
      'de/app.yaml',
      'de-AT/app.xml',
      'de/app.ftl',
    ]) {
      const [here, there] = await Promise.all([
        load(`live/locales/${path}`),
        load(`live/locales/${path}`, delivery),
      ])
      const answer = async (response: Response) => [
        response.status,
        response.headers.get('etag'),
        response.headers.get('content-type'),
        await response.text(),
      ]
      expect(await answer(there)).toEqual(await answer(here))
    }

    const before = xml.headers.get('etag')
    await save('title', { other: 'Moin {{name}}' })
    const after = await load('live/locales/de/app.xml')
    expect(after.headers.get('etag')).not.toBe(before)
    expect(await after.text()).toContain('Moin')
    await eventually(async () =>
      (await (await load('live/locales/de/app.xml', delivery)).text()).includes('Moin'),
    )
  })

  test('that contain the source text too are updated when it changes', async () => {
    await setFormats(['i18next-json', 'xliff-2'])
    expect(await (await load('live/locales/de/app.xlf')).text()).toContain('<source>Hello {name}</source>')
    expect(await (await load('live/locales/de/app.json')).json()).toMatchObject({ title: 'Hallo {{name}}' })
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'en', limit: 50 },
    })
    const row = rows.find(({ key }) => key.name === 'title')
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'en' },
      body: { forms: { other: 'Welcome {{name}}' }, baseVersion: row?.target.version ?? 0 },
    })
    expect(await (await load('live/locales/de/app.xlf')).text()).toContain('<source>Welcome {name}</source>')
  })

  test('of a release keep its message syntax when the project gets another', async () => {
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: { formats: ['icu-json', 'android-xml'] } },
    })
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    const files = () =>
      Promise.all(
        ['app.json', 'app.xml'].map(async (file) => (await load(`production/locales/de/${file}`)).text()),
      )
    const before = await files()
    expect(before[0]).toContain('Hallo {name}')
    await server.call(api.projects.update, { params, body: { syntax: 'icu' } })
    await server.server.deps.jobs.idle()
    expect(await files()).toEqual(before)
  })

  test('with more texts than are written in one go are written in a separate thread', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => [`many.k${index}`, { other: `Text ${index}` }] as const,
    )
    for (const [name, forms] of rows) await addKey(name, forms)
    await setFormats(['vue-i18n-json'])
    const loaded = (await (await load('live/locales/en/app.json')).json()) as { many: Record<string, string> }
    expect(Object.keys(loaded.many)).toHaveLength(120)
    expect(loaded.many.k7).toBe('Text 7')
  })

  test('are refused if two have the same extension, or one is unknown', async () => {
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        ({ code, fields }: Failure) => [code, fields],
      )
    const refusal = (code: string) => ['invalid-input', [{ pointer: '/formats', code }]]
    expect(await codeOf(setFormats(['icu-json', 'i18next-json']))).toEqual(refusal('same-extension'))
    expect(await codeOf(setFormats(['word-docx']))).toEqual(refusal('unknown-format'))
    expect(await codeOf(setFormats([]))).not.toBe('done')
  })
})
