import { api } from '@dragoman/contract'
import { buildBundle } from '@dragoman/core'
import { createInstance, type i18n as I18n, type InitOptions } from 'i18next'
import ChainedBackend from 'i18next-chained-backend'
import HttpBackend from 'i18next-http-backend'
import LocalStorageBackend from 'i18next-localstorage-backend'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../server/test/test-server.ts'
import { openShop, type Shop } from './shop.ts'

/**
 * Behaviour of i18next with its own settings and its own backend, against a real server and without this
 * package.
 */

const params = { project: 'shop' }

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.save('title', 'Titel')
})
beforeEach(() => {
  shop.asked.length = 0
})
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
afterAll(() => shop.close())

async function startApp(options: InitOptions<object>): Promise<I18n> {
  const i18n = createInstance()
  await i18n.use(HttpBackend).init({
    fallbackLng: 'en',
    ns: ['app'],
    defaultNS: 'app',
    backend: { loadPath: shop.loadPath },
    ...options,
  })
  return i18n
}

const asked = () =>
  shop.asked.map((path) => path.replace('/d/shop/live/locales/', '')).toSorted((a, b) => (a < b ? -1 : 1))

test("load: 'languageOnly' requests the language without its region", async () => {
  const i18n = await startApp({ lng: 'de-AT', load: 'languageOnly' })
  expect(asked()).toEqual(['de/app.json', 'en/app.json'])
  expect([i18n.t('title'), i18n.t('cart')]).toEqual(['Titel', 'Cart'])
})

test('without it, a region that the project does not have has no texts, and no error', async () => {
  const failed: unknown[] = []
  const i18n = createInstance()
  i18n.on('failedLoading', (...what: unknown[]) => void failed.push(what))
  await i18n.use(HttpBackend).init({
    lng: 'de-AT',
    fallbackLng: 'en',
    supportedLngs: ['en', 'de'],
    nonExplicitSupportedLngs: true,
    ns: ['app'],
    defaultNS: 'app',
    backend: { loadPath: shop.loadPath },
  })
  expect(asked()).toEqual(['de-AT/app.json', 'de/app.json', 'en/app.json'])
  expect([i18n.t('title'), i18n.t('cart'), failed]).toEqual(['Titel', 'Cart', []])
  expect(i18n.resolvedLanguage).toBe('de')
})

test('fallbackNS finds a key in the other namespace', async () => {
  const i18n = await startApp({ lng: 'de', ns: ['app', 'other'], fallbackNS: 'other' })
  expect([i18n.t('title'), i18n.t('more')]).toEqual(['Titel', 'More'])
})

test('untranslated items of an array are those of the fallback language, also at its end', async () => {
  const bundle = (language: string, texts: readonly string[]) =>
    JSON.parse(
      buildBundle({
        language,
        units: texts.map((text, index) => ({
          name: `steps.${index}`,
          plural: 'none' as const,
          path: ['steps', index],
          forms: text === '' ? {} : { other: text },
        })),
      }),
    )
  const i18n = createInstance()
  await i18n.init({
    lng: 'de',
    fallbackLng: 'en',
    ns: ['app'],
    defaultNS: 'app',
    resources: {
      en: { app: bundle('en', ['Cut', 'Fold', 'Glue']) },
      de: { app: bundle('de', ['', 'Falten', '']) },
    },
  })
  expect(i18n.t('steps', { returnObjects: true })).toEqual(['Cut', 'Falten', 'Glue'])
})

test('reloadInterval shows saved texts', async () => {
  const i18n = await startApp({ lng: 'de', backend: { loadPath: shop.loadPath, reloadInterval: 100 } })
  ends.push(stopReloading(i18n))
  expect(i18n.t('cart')).toBe('Cart')
  await shop.save('cart', 'Warenkorb')
  await eventually(async () => i18n.t('cart') === 'Warenkorb')
})

test('saveMissing reports keys that an app does not find, with the text it shows instead, and creates none', async () => {
  await shop.server.call(api.releases.updateChannel, {
    params: { ...params, channel: 'live' },
    body: { collectsMissing: true },
  })
  const i18n = await startApp({
    lng: 'de',
    saveMissing: true,
    backend: { loadPath: shop.loadPath, addPath: shop.addPath },
  })
  expect(i18n.t('refund', 'Money back')).toBe('Money back')
  const keys = await eventually(async () => {
    const found = await shop.server.call(api.releases.missingKeys, { params })
    return found.keys.length > 0 && found.keys
  })
  expect(keys).toMatchObject([{ namespace: 'app', name: 'refund', text: 'Money back', count: 1 }])
  const file = await fetch(shop.loadPath.replace('{{lng}}', 'en').replace('{{ns}}', 'app'))
  expect(await file.json()).not.toHaveProperty('refund')
})

test('i18next-chained-backend with a local cache starts without Dragoman', async () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const start = async () => {
    const i18n = createInstance()
    await i18n.use(ChainedBackend).init({
      lng: 'de',
      fallbackLng: 'en',
      ns: ['app'],
      defaultNS: 'app',
      backend: {
        backends: [LocalStorageBackend, HttpBackend],
        backendOptions: [{ store }, { loadPath: shop.loadPath }],
      },
    })
    return i18n
  }
  const first = await start()
  expect([first.t('title'), [...kept.keys()].toSorted()]).toEqual([
    'Titel',
    ['i18next_res_de-app', 'i18next_res_en-app'],
  ])
  await shop.leave()
  const second = await start()
  await shop.comeBack()
  expect(second.t('title')).toBe('Titel')
})

/** i18next-http-backend cannot end its interval, so its calls to the connector are ignored. */
function stopReloading(i18n: I18n): () => void {
  const connector: unknown = i18n.services.backendConnector
  return () => Object.assign(Object(connector).backend, { reload() {} })
}
