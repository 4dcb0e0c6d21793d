import { api } from '@dragoman/contract'
import { createInstance, type InitOptions } from 'i18next'
import { createInstance as createInstance23 } from 'i18next-23'
import { createInstance as createInstance24 } from 'i18next-24'
import { createInstance as createInstance25 } from 'i18next-25'
import HttpBackend from 'i18next-http-backend'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../server/test/test-server.ts'
import { type ReportOptions, reportUsedKeys } from '../src/report.ts'
import { openShop, type Shop } from './shop.ts'

const params = { project: 'shop' }
const TODAY = '2030-05-05'

let shop: Shop
const keys = new Map<string, number>()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(`${TODAY}T12:00:00Z`) })
  await shop.server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name: 'items', plural: 'cardinal', forms: { one: 'One', other: 'Many' } },
  })
  for (const name of ['v23', 'v24', 'v25'])
    await shop.server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'none', forms: { other: name } },
    })
  const { rows } = await shop.server.call(api.keys.page, { params, query: { languages: 'en', limit: 50 } })
  for (const { key } of rows) keys.set(key.name, key.id)
})
afterEach(() => {
  shop.asked.length = 0
})
afterAll(() => shop.close())

type Make = () => ReturnType<typeof createInstance>

async function startApp(options: ReportOptions, make: Make = createInstance, more: InitOptions<object> = {}) {
  const i18n = make()
  await i18n.use(HttpBackend).init({
    lng: 'de',
    fallbackLng: 'en',
    ns: ['app', 'other'],
    defaultNS: 'app',
    backend: { loadPath: shop.loadPath },
    ...more,
  })
  return { i18n, reporting: reportUsedKeys(i18n, options) }
}

const served = (name: string) =>
  shop.server.call(api.keys.served, { params: { ...params, key: keys.get(name) ?? 0 } })
const reports = () => shop.asked.filter((path) => path.includes('/used/'))

test('requested keys are reported once, including plurals and those of other namespaces', async () => {
  const { i18n, reporting } = await startApp({ share: 1 })
  expect([i18n.t('title'), i18n.t('title'), i18n.t('items', { count: 3 }), i18n.t('none')]).toEqual([
    'Title',
    'Title',
    'Many',
    'none',
  ])
  expect(i18n.t('other:more')).toBe('More')
  reporting.stop()
  i18n.t('pay')
  await eventually(async () => reports().length === 2)
  expect(reports().toSorted()).toEqual(['/d/shop/live/used/app', '/d/shop/live/used/other'])
  await eventually(async () => (await served('more')).usedOn === TODAY)
  expect((await served('title')).usedOn).toBe(TODAY)
  expect((await served('items')).usedOn).toBe(TODAY)
  expect(await served('pay')).toMatchObject({ usedOn: null, reports: { since: TODAY, lastOn: TODAY } })
})

test('keys of an app with a key separator of its own are reported by their names', async () => {
  await shop.server.call(api.keys.create, {
    params,
    body: {
      namespace: 'app',
      name: 'page.note',
      plural: 'none',
      path: ['page', 'note'],
      forms: { other: 'Note' },
    },
  })
  const { rows } = await shop.server.call(api.keys.page, { params, query: { languages: 'en', limit: 50 } })
  keys.set('page.note', rows.find(({ key }) => key.name === 'page.note')?.key.id ?? 0)
  const i18n = createInstance()
  const resources = { en: { app: { page: { note: 'Note' } } } }
  const backend = { loadPath: shop.loadPath }
  await i18n.use(HttpBackend).init({
    lng: 'en',
    ns: ['app'],
    defaultNS: 'app',
    keySeparator: '::',
    nsSeparator: '|',
    resources,
    backend,
  })
  const reporting = reportUsedKeys(i18n, { share: 1 })
  expect(i18n.t('page::note')).toBe('Note')
  reporting.stop()
  await eventually(async () => (await served('page.note')).usedOn === TODAY)
})

test('an app that requests the old name of a key reports it', async () => {
  await shop.server.call(api.keys.update, {
    params: { ...params, key: keys.get('cart') ?? 0 },
    body: { name: 'basket' },
  })
  const { i18n, reporting } = await startApp({ share: 1 })
  expect(i18n.t('cart')).toBe('Cart')
  reporting.stop()
  await eventually(async () => (await served('cart')).usedOn !== null)
  expect((await served('cart')).aliases).toEqual([{ name: 'cart', usedOn: TODAY, takenBy: null }])
})

test.each([
  ['23', createInstance23],
  ['24', createInstance24],
  ['25', createInstance25],
])('also with i18next %s, along with post-processors of the app', async (version, make) => {
  const seen: unknown[] = []
  const { i18n, reporting } = await startApp({ share: 1 }, make as unknown as Make, { postProcess: [] })
  const options = i18n.options as { postProcess: readonly string[] }
  i18n.use({ type: 'postProcessor', name: 'own', process: (value: string) => seen.push(value) && value })
  options.postProcess = [...options.postProcess, 'own']
  const name = `v${version}`
  expect([i18n.t(name), seen]).toEqual([name, [name]])
  reporting.stop()
  expect(options.postProcess).toEqual(['own'])
  await eventually(async () => (await served(name)).usedOn === TODAY)
})

test('page loads that are not chosen do nothing, and nothing fails if no one receives the reports', async () => {
  const none = await startApp({ share: 0 })
  expect(JSON.stringify(none.i18n.options)).not.toContain('dragomanReports')
  none.i18n.t('title')
  none.reporting.stop()
  const elsewhere = await startApp({ share: 1, url: 'http://127.0.0.1:9/d/shop/live' })
  elsewhere.i18n.t('title')
  elsewhere.reporting.stop()
  const chosen = await startApp({ share: 1 })
  chosen.i18n.t('other:more')
  chosen.reporting.stop()
  await eventually(async () => reports().length > 0)
  expect(reports()).toEqual(['/d/shop/live/used/other'])
})

test('keys that a browser refuses to send are sent later, and only a hidden page sends all at the same time', async () => {
  const names = Array.from({ length: 2000 }, (_, number) => `${number} ${'я'.repeat(30)}`)
  const i18n = createInstance()
  const resources = { de: { app: Object.fromEntries(names.map((name) => [name, name])) } }
  await i18n.init({ lng: 'de', ns: ['app'], defaultNS: 'app', resources })
  const browser = openBrowser()
  onTestFinished(browser.close)
  const reporting = reportUsedKeys(i18n, { share: 1, url: 'https://dragoman.test/d/shop/live' })
  for (const name of names) i18n.t(name)
  browser.page.visibilityState = 'hidden'
  browser.page.dispatchEvent(new Event('visibilitychange'))
  await eventually(async () => browser.refused() > 0)
  expect(browser.received.size).toBeLessThan(names.length)
  browser.page.visibilityState = 'visible'
  reporting.stop()
  await eventually(async () => browser.received.size === names.length)
  expect(browser.received).toEqual(new Set(names))
})

/** A page, and requests as browsers send them: those that outlive the page have 64 KiB together. */
function openBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const received = new Set<string>()
  let inFlight = 0
  let refused = 0
  const own = globalThis.fetch
  Reflect.set(globalThis, 'document', page)
  globalThis.fetch = async (_, init) => {
    const body = String(init?.body)
    const bytes = init?.keepalive === true ? new Blob([body]).size : 0
    if (inFlight + bytes > 65_536) {
      refused++
      throw new TypeError('Failed to fetch')
    }
    inFlight += bytes
    await new Promise((resolve) => setImmediate(resolve))
    inFlight -= bytes
    for (const name of JSON.parse(body) as string[]) received.add(name) // as the server requires
    return new Response()
  }
  return {
    page,
    received,
    refused: () => refused,
    close() {
      globalThis.fetch = own
      Reflect.deleteProperty(globalThis, 'document')
    },
  }
}
