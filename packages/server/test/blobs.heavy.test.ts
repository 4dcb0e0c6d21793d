import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { isAmongFirst } from '@dragoman/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('what is published to a folder, from %s', (database) => {
  let folder: string
  let server: TestServer
  let delivery: DeliveryServer

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-blobs-'))
    server = await openTestServer({ database, config: { blobs: { kind: 'folder', folder } } })
    delivery = await deliver()
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await addKey('app', 'title', 'Shop')
    await addKey('cart', 'empty', 'Nothing here')
  })
  afterEach(async () => {
    await delivery.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const deliver = () =>
    startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 'folder', folder }, log: () => undefined, pollMs: 50 },
    )

  const addKey = (namespace: string, name: string, text: string) =>
    server.call(api.keys.create, {
      params,
      body: { namespace, name, plural: 'none', forms: { other: text } },
    })

  async function save(name: string, text: string, language = 'de'): Promise<void> {
    const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 50 } })
    const row = rows.find(({ key }) => key.name === name)
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language },
      body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
    })
  }

  async function loaded(path: string, at = delivery): Promise<unknown> {
    const response = await fetch(`${at.origin}/d/${path}`)
    return response.status === 200 ? response.json() : response.status
  }

  /** Waits until a delivery without a database serves `expected` at a path. */
  const becomes = (path: string, expected: unknown) =>
    eventually(async () => JSON.stringify(await loaded(path)) === JSON.stringify(expected))

  test('is delivered without the database a moment after the save, exactly as by the server itself', async () => {
    await save('title', 'Laden')
    await becomes('shop/live/locales/de/app.json', { title: 'Laden' })
    for (const path of ['en/app', 'de/app', 'de/cart', 'de-AT/app', 'DE/app', 'fr/app', 'de/nothing']) {
      const [here, there] = await Promise.all(
        [delivery.origin, server.server.origin].map((origin) =>
          fetch(`${origin}/d/shop/live/locales/${path}.json`),
        ),
      )
      const answer = async (response: Response | undefined) => [
        response?.status,
        response?.headers.get('etag'),
        response?.headers.get('cache-control'),
        await response?.text(),
      ]
      expect(await answer(here)).toEqual(await answer(there))
    }
  })

  test('apps can follow it there, too', async () => {
    await becomes('shop/live/locales/en/cart.json', { empty: 'Nothing here' })
    const response = await fetch(`${delivery.origin}/d/shop/live/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const heard = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const piece = await reader?.read()
        if (piece === undefined || piece.done) throw new Error(`Only heard ${text}`)
        text += piece.value
      }
    }
    await heard('event: ready')
    await save('title', 'Laden')
    await heard('{"language":"de","namespace":"app"}')
    // It is reported twice, so this can still be about the key that was added before.
    await becomes('shop/live/locales/de/app.json', { title: 'Laden' })
    await reader?.cancel()
  })

  test('a release is served once its channel is moved, to some readers first, and rolled back', async () => {
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await save('title', 'Laden')
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    await becomes('shop/production/locales/de/app.json', { title: 'Laden' })
    await save('title', 'Geschäft')
    await server.call(api.releases.create, { params, body: { title: '', notes: '' } })
    const move = (release: number, percent = 100) =>
      server.call(api.releases.moveChannel, {
        params: { ...params, channel: 'production' },
        body: { release, percent, note: '' },
      })
    await move(2, 40)
    const first = async (at: DeliveryServer | TestServer['server']) => {
      const found: string[] = []
      for (let reader = 0; reader < 40; reader++) {
        const path = `/d/shop/production/locales/de/app.json?reader=${reader}`
        if ((await (await fetch(`${at.origin}${path}`)).text()).includes('Geschäft')) found.push(`${reader}`)
      }
      return found.join()
    }
    const expected = await first(server.server)
    expect(expected).not.toBe('')
    await eventually(async () => (await first(delivery)) === expected)
    await move(2)
    await becomes('shop/production/locales/de/app.json', { title: 'Geschäft' })
    await move(1)
    await becomes('shop/production/locales/de/app.json', { title: 'Laden' })
  })

  test('languages and namespaces that only the next release has are served to its first readers', async () => {
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel: 'production' } })
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    await addKey('checkout', 'pay', 'Pay')
    await server.call(api.releases.create, { params, body: { title: '', notes: '' } })
    await server.call(api.releases.moveChannel, {
      params: { ...params, channel: 'production' },
      body: { release: 2, percent: 40, note: '' },
    })
    const readers = Array.from({ length: 40 }, (_, index) => `${index}`)
    const first = readers.find((reader) => isAmongFirst(reader, 40))
    const later = readers.find((reader) => !isAmongFirst(reader, 40))
    await becomes(`shop/production/locales/en/checkout.json?reader=${first}`, { pay: 'Pay' })
    for (const path of ['en/checkout', 'en/app', 'fr/app', 'fr-CA/app', 'fr/nothing', 'de-AT/app'])
      for (const query of [`?reader=${first}`, `?reader=${later}`, '']) {
        const [here, there] = await Promise.all(
          [delivery.origin, server.server.origin].map(async (origin) => {
            const response = await fetch(`${origin}/d/shop/production/locales/${path}.json${query}`)
            return [path, query, response.status, await response.text()]
          }),
        )
        expect(here).toEqual(there)
      }
  })

  test('a namespace that is replaced by another one is no longer delivered', async () => {
    await becomes('shop/live/locales/en/cart.json', { empty: 'Nothing here' })
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'en', limit: 50 },
    })
    const key = rows.find((row) => row.key.name === 'empty')?.key.id ?? 0
    await server.call(api.keys.update, { params: { ...params, key }, body: { namespace: 'basket' } })
    await becomes('shop/live/locales/en/basket.json', { empty: 'Nothing here' })
    expect((await fetch(`${server.server.origin}/d/shop/live/locales/en/cart.json`)).status).toBe(404)
    await becomes('shop/live/locales/en/cart.json', 404)
  })

  test('what is closed, renamed or removed is no longer delivered', async () => {
    await becomes('shop/live/locales/en/app.json', { title: 'Shop' })
    const open = (deliverPublic: boolean) =>
      server.call(api.projects.update, { params, body: { settings: { deliverPublic } } })
    await open(false)
    await becomes('shop/live/locales/en/app.json', 404)
    await open(true)
    await becomes('shop/live/locales/en/app.json', { title: 'Shop' })
    await server.call(api.projects.update, { params, body: { slug: 'store' } })
    await becomes('store/live/locales/en/app.json', { title: 'Shop' })
    await becomes('shop/live/locales/en/app.json', 404)
    await server.call(api.projects.remove, { params: { project: 'store' }, body: { confirm: 'store' } })
    await becomes('store/live/locales/en/app.json', 404)
  })

  test('is found at the old URLs of apps, as long as they lead anywhere', async () => {
    const channel = 'production'
    const prefixes = ['/c8038fbe-7be8-4f96-9692-943b3333185b/latest', '/d7df50a9ae87'] as const
    const [live] = prefixes
    await server.call(api.releases.addChannel, {
      params,
      body: { name: channel, kind: 'release', settings: {} },
    })
    await server.call(api.oldAddresses.add, {
      params,
      body: { prefix: live, shape: 'locize', channel: 'live', namespace: null },
    })
    await server.call(api.oldAddresses.add, {
      params,
      body: { prefix: prefixes[1], shape: 'tolgee', channel, namespace: 'app' },
    })
    const answer = async (path: string, at = delivery.origin) => {
      const { status, headers } = await fetch(`${at}${path}`, { redirect: 'manual' })
      return [
        status,
        ...['location', 'cache-control', 'access-control-allow-origin'].map((name) => headers.get(name)),
      ]
    }
    const location = '/d/shop/live/locales/de/app.json'
    await eventually(async () => (await answer(`${live}/de/app`))[1] === location)
    expect(await answer(`${live}/de/app`)).toEqual(await answer(`${live}/de/app`, server.server.origin))
    const nothing = await answer('/nothing/de/app')
    expect([nothing[0], await answer(`${prefixes[1]}/de.json`)]).toEqual([404, nothing])
    await server.call(api.releases.create, { params, body: { title: '', notes: '', channel } })
    await eventually(async () => (await answer(`${prefixes[1]}/en.json`))[0] === 302)
    const followed = await fetch(`${delivery.origin}${prefixes[1]}/en.json`)
    expect(await followed.json()).toEqual({ title: 'Shop' })
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await eventually(async () => (await answer(`${live}/de/app`))[0] === 404)
    expect(await answer(`${live}/de/app`)).toEqual(nothing)
    // A file that anyone can read does not reveal that there was something, either.
    const blob = await readFile(join(folder, 'addresses.json'), 'utf8')
    expect(blob).not.toContain('c8038fbe')
    await server.call(api.projects.update, {
      params,
      body: { slug: 'store', settings: { deliverPublic: true } },
    })
    await eventually(async () => (await answer(`${live}/de/app`))[1] === location.replace('shop', 'store'))
  })

  test('is the newest again after the server was down, and if the folder was emptied', async () => {
    await save('title', 'Laden')
    await becomes('shop/live/locales/de/app.json', { title: 'Laden' })
    server = await server.restart()
    await save('title', 'Geschäft')
    await becomes('shop/live/locales/de/app.json', { title: 'Geschäft' })
    server = await server.restart(() => rm(folder, { recursive: true }))
    await delivery.close()
    delivery = await deliver()
    await becomes('shop/live/locales/de/app.json', { title: 'Geschäft' })
  })

  test('continues with what it has while the folder is missing or damaged, and never serves half a file', async () => {
    await save('title', 'Laden')
    await becomes('shop/live/locales/de/app.json', { title: 'Laden' })
    const files = join(folder, 'd/shop/files/de')
    for (const name of await readdir(files)) await truncate(join(files, name), 5)
    // A delivery that has it continues with it; another one says that it is not available now.
    expect(await loaded('shop/live/locales/de/app.json')).toEqual({ title: 'Laden' })
    const other = await deliver()
    expect(await loaded('shop/live/locales/de/app.json', other)).toBe(503)
    await other.close()
    const manifest = join(folder, 'd/shop/live/manifest.json')
    const before = await readFile(manifest)
    await writeFile(manifest, before.subarray(0, 100))
    await save('title', 'Geschäft')
    await becomes('shop/live/locales/de/app.json', { title: 'Geschäft' })
  })
})
