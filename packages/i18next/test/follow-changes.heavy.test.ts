import { createInstance as create26, type i18n as I18n, type InitOptions } from 'i18next'
import { createInstance as create23 } from 'i18next-23'
import { createInstance as create24 } from 'i18next-24'
import { createInstance as create25 } from 'i18next-25'
import ChainedBackend from 'i18next-chained-backend'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../server/test/test-server.ts'
import { type FollowOptions, followChanges } from '../src/index.ts'
import { CountedSource, openShop, type Shop } from './shop.ts'

let shop: Shop
const stops: (() => void)[] = []

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => {
  shop.asked.length = 0
  shop.answered.length = 0
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  expect(CountedSource.opened()).toBe(0)
  for (const name of ['title', 'cart', 'pay']) await shop.save(name, '')
})
afterAll(() => shop.close())

/** An app in German that follows the channel, configured with nothing except the URL of its texts. */
function startApp({
  create = create26,
  options = {},
  follow = {},
}: {
  create?: typeof create26
  options?: InitOptions<object>
  follow?: FollowOptions
} = {}): I18n {
  const i18n = create()
  void i18n.use(HttpBackend).init({ ...COMMON, backend: { loadPath: shop.loadPath }, ...options })
  stops.push(followChanges(i18n, { EventSource: CountedSource, ...follow }).stop)
  return i18n
}

/** An app whose texts are loaded from a cache first. */
function startCached(cache: Map<string, object>): I18n {
  const i18n = create26()
  void i18n.use(ChainedBackend).init({
    ...COMMON,
    // i18next adds to it.
    ns: ['app'],
    backend: {
      backends: [memoryCache(cache), HttpBackend],
      backendOptions: [{}, { loadPath: shop.loadPath }],
    },
  })
  stops.push(followChanges(i18n, { EventSource: CountedSource }).stop)
  return i18n
}

const COMMON: InitOptions = { lng: 'de', fallbackLng: 'en', ns: ['app'], defaultNS: 'app', retryTimeout: 50 }

const isOpen = () => eventually(async () => CountedSource.opened() === 1)
/** Waits until the app shows a text and has reloaded its files after `ready`. */
const shows = (i18n: I18n, text: string, key = 'title') => eventually(async () => i18n.t(key) === text)
const answered = (count: number) => eventually(async () => shop.answered.length === count)

describe.each([
  ['23', create23],
  ['24', create24],
  ['25', create25],
  ['26', create26],
] as const)('an app with i18next %s', (_version, create) => {
  test('shows saved texts, and no longer shows removed ones', async () => {
    // Backends are typed for the newest i18next.
    const i18n = startApp({ create: create as typeof create26 })
    const events: unknown[] = []
    i18n.on('textsChanged', (files: unknown) => void events.push(files))
    await isOpen()
    await shows(i18n, 'Title')
    expect(i18n.options.react).toMatchObject({ bindI18n: 'languageChanged textsChanged' })

    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
    expect(events).toEqual([[{ language: 'de', namespace: 'app' }]])

    await shop.save('title', '')
    await shows(i18n, 'Title')

    for (const stop of stops.splice(0)) stop()
    const other = startApp()
    await isOpen()
    await shows(other, 'Title')
    await shop.save('title', 'Titelseite')
    await shows(other, 'Titelseite')
    expect(i18n.t('title')).toBe('Title')
  })
})

describe('an app that follows a channel', () => {
  test('requests changed files only', async () => {
    const i18n = startApp({ options: { lng: 'de', ns: ['app', 'other'] } })
    await isOpen()
    // All files again on `ready`.
    await answered(8)
    shop.asked.length = 0
    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
    expect(shop.asked).toEqual(['/d/shop/live/locales/de/app.json'])
  })

  test('keeps texts that the app added itself', async () => {
    const i18n = startApp()
    await isOpen()
    i18n.addResourceBundle('de', 'app', { own: 'Eigenes' })
    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
    await shop.save('title', '')
    await shows(i18n, 'Title')
    expect(i18n.t('own')).toBe('Eigenes')
  })

  test('keeps texts that the app added while its files were loading, also if they could not be loaded', async () => {
    await shop.leave()
    const offline = startApp({ options: { maxRetries: 0 } })
    offline.addResourceBundle('de', 'app', { own: 'Eigenes' })
    await eventually(async () => offline.isInitialized)
    await shop.comeBack()
    await shows(offline, 'Title')
    const online = startApp()
    online.addResourceBundle('de', 'app', { own: 'Eigenes' })
    await shows(online, 'Title')
    await shop.save('title', 'Titel')
    await shows(offline, 'Titel')
    await shows(online, 'Titel')
    expect([offline.t('own'), online.t('own')]).toEqual(['Eigenes', 'Eigenes'])
  })

  test('no longer shows what was removed from a file after the version that it started with', async () => {
    let isFirst = true
    const request: NonNullable<HttpBackendOptions['request']> = (_options, url, _payload, callback) => {
      const isOld = isFirst && url.endsWith('/de/app.json')
      if (isOld) isFirst = false
      const read = isOld ? Promise.resolve('{"promo":"Weg"}') : fetch(url).then((answer) => answer.text())
      read.then(
        (data) => callback(null, { status: 200, data }),
        (error: unknown) => callback(error, { status: 0, data: '' }),
      )
    }
    const i18n = startApp({ options: { backend: { loadPath: shop.loadPath, request } } })
    const shown: string[] = []
    i18n.on('initialized', () => void shown.push(i18n.t('promo')))
    await eventually(async () => shown.length > 0)
    expect(shown).toEqual(['Weg'])
    await shows(i18n, 'promo', 'promo')
  })

  test('shows missed changes once Dragoman is back', async () => {
    const i18n = startApp()
    await isOpen()
    await shows(i18n, 'Title')
    await shop.leave()
    await shop.save('title', 'Titel')
    expect(i18n.t('title')).toBe('Title')
    await shop.comeBack()
    await shows(i18n, 'Titel')
  })

  test('recovers after a proxy has answered instead of Dragoman', async () => {
    const i18n = startApp()
    await isOpen()
    await shows(i18n, 'Title')
    shop.fail()
    await shop.save('title', 'Titel')
    await eventually(async () => shop.refusedStreams() > 0)
    expect(i18n.t('title')).toBe('Title')
    await shop.comeBack()
    await shows(i18n, 'Titel')
  })

  test('that was started without Dragoman shows the texts once it is available', async () => {
    await shop.leave()
    await shop.save('title', 'Titel')
    const i18n = startApp({ options: { maxRetries: 0 } })
    await eventually(async () => i18n.isInitialized)
    expect(i18n.t('title')).toBe('title')
    await shop.comeBack()
    await shows(i18n, 'Titel')
  })

  test('shows the newest text although an older one is still loading', async () => {
    let reads = 0
    let held: Promise<void> | null = null
    let release = () => {}
    const i18n = startApp({
      options: {
        backend: {
          loadPath: shop.loadPath,
          alternateFetch: async (url: string, init: RequestInit) => {
            const response = await fetch(url, init)
            const text = await response.text()
            await held
            reads += 1
            return new Response(text, response)
          },
        },
      },
    })
    await isOpen()
    await eventually(async () => reads === 4)
    const before = CountedSource.changes
    held = new Promise((resolve) => {
      release = resolve
    })
    await shop.save('title', 'Alt')
    await answered(5)
    await shop.save('title', 'Neu')
    await eventually(async () => CountedSource.changes === before + 2)
    expect([i18n.t('title'), shop.asked.length]).toEqual(['Title', 5])
    held = null
    release()
    await shows(i18n, 'Neu')
    // The file of the next change is the next that is requested.
    await shop.save('cart', 'Korb')
    await shows(i18n, 'Korb', 'cart')
    expect([i18n.t('title'), shop.asked.length]).toEqual(['Neu', 7])
  })

  test('with a local cache, shows the new text, and loads it from the cache the next time', async () => {
    const cache = new Map<string, object>()
    const i18n = startCached(cache)
    await isOpen()
    await eventually(async () => cache.size === 2)
    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
    expect(cache.get('de|app')).toEqual({ title: 'Titel' })
  })

  test('with a local cache, no longer shows what was removed since it was cached', async () => {
    const cache = new Map<string, object>([
      ['de|app', { title: 'Titel', promo: 'Weg' }],
      ['de|other', { promo: 'Auch weg' }],
    ])
    const i18n = startCached(cache)
    const shown: string[] = []
    i18n.on('initialized', () => void shown.push(i18n.t('title'), i18n.t('promo')))
    await shows(i18n, 'Title')
    expect([shown, i18n.t('promo'), cache.get('de|app')]).toEqual([['Titel', 'Weg'], 'promo', {}])
    await i18n.loadNamespaces('other')
    await shows(i18n, 'promo', 'other:promo')
  })

  test('with a local cache, reads what is loaded later from Dragoman too, once', async () => {
    const cache = new Map<string, object>([
      ['de|other', { own: 'Eigenes' }],
      ['en|other', { more: 'Older' }],
    ])
    const i18n = startCached(cache)
    await isOpen()
    // All files of the start, and again on `ready`.
    await answered(4)
    expect(shop.asked.filter((path) => path.includes('other'))).toEqual([])
    await i18n.loadNamespaces('other')
    await shows(i18n, 'More', 'other:more')
    expect(cache.get('en|other')).toEqual({ more: 'More' })
    await i18n.changeLanguage('en')
    await shop.save('title', 'Titel')
    await eventually(async () => JSON.stringify(cache.get('de|app')).includes('Titel'))
    expect(shop.asked.filter((path) => path.includes('other')).toSorted()).toEqual([
      '/d/shop/live/locales/de/other.json',
      '/d/shop/live/locales/en/other.json',
    ])
  })

  test('with a local cache, catches up although another instance is connected already', async () => {
    const first = startApp()
    await isOpen()
    await shows(first, 'Title')
    await answered(4)
    const i18n = startCached(
      new Map<string, object>([
        ['de|app', {}],
        ['en|app', { title: 'Older' }],
      ]),
    )
    await shows(i18n, 'Title')
    expect(CountedSource.opened()).toBe(1)
  })

  test('without a cache, what is loaded later is requested once', async () => {
    const i18n = startApp({ options: { ns: ['app'] } })
    await isOpen()
    await answered(4)
    await i18n.loadNamespaces('other')
    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
    expect(shop.asked.filter((path) => path.includes('other'))).toHaveLength(2)
  })

  test('shares its connection with other instances in the page', async () => {
    const before = CountedSource.made()
    const [one, two] = [startApp(), startApp({ options: { ns: ['app', 'other'] } })]
    await eventually(async () => one.isInitialized && two.isInitialized)
    await isOpen()
    await shop.save('title', 'Titel')
    await Promise.all([shows(one, 'Titel'), shows(two, 'Titel')])
    expect(CountedSource.made()).toBe(before + 1)
    stops.shift()?.()
    expect(CountedSource.opened()).toBe(1)
    await shop.save('title', 'Titelseite')
    await shows(two, 'Titelseite')
    expect(one.t('title')).toBe('Titel')
  })

  test('follows a given URL', async () => {
    const i18n = startApp({ follow: { url: shop.loadPath.replace(/locales.*/, 'events') } })
    await isOpen()
    await shop.save('title', 'Titel')
    await shows(i18n, 'Titel')
  })
})

describe('without Dragoman', () => {
  test('an app with other URLs, or none, behaves as without the package', async () => {
    const opened: string[] = []
    class Source extends CountedSource {
      constructor(address: string) {
        opened.push(address)
        super(address)
      }
    }
    const plain = startApp({
      options: { backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' }, maxRetries: 0 },
      follow: { EventSource: Source },
    })
    const broken = startApp({
      options: {
        maxRetries: 0,
        backend: {
          loadPath: () => Promise.reject(new Error('No address')),
        },
      },
      follow: { EventSource: Source },
    })
    const bundled = create26()
    stops.push(followChanges(bundled, { EventSource: Source }).stop)
    await bundled.init({ ...COMMON, resources: { de: { app: { title: 'Titel' } } } })
    await eventually(async () => plain.isInitialized && broken.isInitialized)
    // An app that was started later has a connection, the others have none.
    startApp({ follow: { EventSource: Source } })
    await isOpen()
    expect(opened).toEqual([shop.loadPath.replace(/locales.*/, 'events')])
    expect([plain.t('title'), bundled.t('title')]).toEqual(['title', 'Titel'])
  })

  test('nothing happens if there is no EventSource, or if it refuses', async () => {
    class Refusing {
      constructor() {
        throw new DOMException('Refused', 'SecurityError')
      }
      addEventListener() {}
      close() {}
    }
    const i18n = startApp({ follow: { EventSource: Refusing } })
    await shows(i18n, 'Title')
    // Like a server that renders and passes no EventSource.
    const server = create26()
    void server.use(HttpBackend).init({ ...COMMON, backend: { loadPath: shop.loadPath } })
    const { stop } = followChanges(server)
    await shows(server, 'Title')
    stop()
  })
})

function memoryCache(cache: Map<string, object>) {
  return {
    type: 'backend' as const,
    init() {},
    read(language: string, namespace: string, callback: (error: unknown, texts?: object) => void) {
      const texts = cache.get(`${language}|${namespace}`)
      if (texts === undefined) callback(new Error('Not there'))
      else callback(null, texts)
    },
    save(language: string, namespace: string, texts: object) {
      cache.set(`${language}|${namespace}`, texts)
    },
  }
}
