import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeProfiles, openBrowser, openContext } from '../browser.ts'
import { type FaultyProxy, startProxy } from '../misbehaving-proxy.ts'
import { type Product, startProduct } from '../product.ts'

/**
 * The specified behaviour of the client's language (docs/specification.md §9), in a real browser against the
 * built product.
 */

const root = path.resolve(import.meta.dirname, '../..')
let product: Product
let browser: Browser
let proxy: FaultyProxy
let context: BrowserContext | undefined

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  proxy = await startProxy(product.origin)
})
afterEach(async () => {
  await context?.close()
  context = undefined
  proxy.behave(() => null)
  proxy.seen.length = 0
})
afterAll(async () => {
  await proxy?.close()
  if (browser) await closeProfiles(browser)
  await product?.stop()
})

/** The places, highest precedence first. A value sets the language there. */
type Places = {
  query?: string
  cookie?: string
  local?: string
  session?: string
  browser?: string
  html?: string
}
const ORDER = ['query', 'cookie', 'local', 'session', 'browser', 'html'] as const

async function open(places: Places): Promise<Page> {
  // French is not supported, so it has no effect
  context = await openContext(browser, { locale: places.browser ?? 'fr-FR' })
  if (places.cookie) await context.addCookies([{ name: 'i18next', value: places.cookie, url: proxy.origin }])
  const page = await context.newPage()
  const { local, session, html } = places
  await page.addInitScript(
    ([inLocal, inSession]) => {
      if (inLocal && localStorage.getItem('i18nextLng') === null) localStorage.setItem('i18nextLng', inLocal)
      if (inSession) sessionStorage.setItem('i18nextLng', inSession)
    },
    [local ?? null, session ?? null] as const,
  )
  await page.addInitScript(() => {
    const { setTimeout } = window
    const delays: number[] = []
    Object.assign(window, { delays })
    window.setTimeout = ((handler: TimerHandler, delay = 0, ...args: unknown[]) => {
      delays.push(delay)
      return setTimeout(handler, delay, ...args)
    }) as typeof window.setTimeout
  })
  await page.route(
    (url) => url.pathname === '/sign-in' || url.pathname === '/setup',
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/<html[^>]*>/, `<html lang="${html ?? 'fr'}">`),
      })
    },
  )
  await page.goto(`${proxy.origin}/setup${places.query ? `?lng=${places.query}` : ''}`)
  await page.getByRole('main').waitFor()
  return page
}

/** The delays of all timers that the page has asked for. */
const delaysOf = (page: Page): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'delays'))

const shown = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir] as const)

describe('the language is detected', () => {
  test.each(ORDER.map((place, i) => [place, ORDER.slice(i + 1)] as const))(
    'in %s before %j',
    async (place, lower) => {
      const places: Places = { [place]: 'ar', ...Object.fromEntries(lower.map((other) => [other, 'de'])) }
      const page = await open(places)
      expect(await shown(page)).toEqual(['ar', 'rtl'])
    },
  )

  test('nowhere: English', async () => {
    expect(await shown(await open({}))).toEqual(['en', 'ltr'])
  })

  test('the choice is stored in local storage only, and remains after a reload', async () => {
    const page = await open({ query: 'pl' })
    const kept = await page.evaluate(() => [
      localStorage.getItem('i18nextLng'),
      sessionStorage.getItem('i18nextLng'),
      document.cookie,
    ])
    expect(kept[0]).toMatch(/^pl/)
    expect(kept[1]).toBeNull()
    expect(kept[2]).not.toContain('i18next')
    await page.goto(`${proxy.origin}/setup`)
    await page.getByRole('main').waitFor()
    expect((await shown(page))[0]).toBe('pl')
  })
})

test('texts are requested as /locales/{lng}/{ns}.json', async () => {
  await open({ query: 'pl' })
  const files = proxy.seen
    .map(({ path: address }) => address)
    .filter((address) => address.includes('locales'))
  expect(files).toContain('/locales/pl/session.json')
  for (const file of files) expect(file).toMatch(/^\/locales\/(pl|en)\/[a-z-]+\.json$/)
})

describe('a file that cannot be loaded', () => {
  test('is requested six times with doubling delays, then English, a notice and another attempt', async () => {
    const wrong = /^\/locales\/de\//
    proxy.behave((address) => (wrong.test(address) ? { status: 503 } : null))
    const page = await open({ query: 'de' })
    await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Deutsch' }).waitFor()

    const requests = () =>
      proxy.seen.map(({ path: address }) => address).filter((address) => wrong.test(address))
    const files = [...new Set(requests())]
    expect(files.length).toBeGreaterThan(1)
    const triesOf = (file: string) => requests().filter((address) => address === file).length
    // The notice appears with the first file that is given up; the others follow
    await expect.poll(() => files.map(triesOf)).toEqual(files.map(() => 6))
    // What was asked for, because a busy machine takes longer
    const delays = await delaysOf(page)
    for (const delay of [350, 700, 1400, 2800, 5600])
      expect(
        delays.filter((asked) => asked === delay),
        `delays of ${delay} ms`,
      ).toHaveLength(files.length)

    const english: Record<string, unknown> = JSON.parse(
      readFileSync(path.join(root, 'packages/client/public/locales/en/session.json'), 'utf8'),
    )
    const text = await page.getByRole('main').innerText()
    expect(
      allTexts(english).some((sentence) => text.includes(sentence)),
      `English on the screen:\n${text}`,
    ).toBe(true)
    expect(text).not.toMatch(/\b(session|common):\w+|\b[a-z]+\.[a-z]+[A-Z]\w+\b/)

    proxy.behave(() => null)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    // The language of the page changes shortly before its texts are rendered
    await expect.poll(() => page.getByRole('main').innerText()).not.toBe(text)
  })
})

test('with 25 files requested together, never more than 10 are in flight', async () => {
  // The product's own settings and backend, in a page that requests 25 namespaces together.
  const bundle = await build({
    stdin: {
      contents: `import { createInstance } from 'i18next'
        import HttpBackend from 'i18next-http-backend'
        import { interfaceLanguage } from './src/i18n/interface-language.ts'
        const wanted = Array.from({ length: 25 }, (_, i) => 'wanted' + i)
        let inFlight = 0
        window.mostInFlight = 0
        const { fetch } = window
        window.fetch = async (...request) => {
          window.mostInFlight = Math.max(window.mostInFlight, ++inFlight)
          try { return await fetch(...request) } finally { inFlight-- }
        }
        const i18n = createInstance()
        await i18n.use(HttpBackend).init({ ...interfaceLanguage, lng: 'en', ns: ['common'] })
        await i18n.loadNamespaces(wanted)
        document.title = wanted.filter((ns) => i18n.getResource('en', ns, 'a') === 'b').length + ' loaded'`,
      resolveDir: path.join(root, 'packages/client'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const script = bundle.outputFiles[0]?.text ?? ''
  proxy.behave((address) => {
    if (address === '/wants-25')
      return {
        status: 200,
        type: 'text/html',
        body: '<!doctype html><script type="module" src="/wants-25.js"></script>',
      }
    if (address === '/wants-25.js') return { status: 200, type: 'text/javascript', body: script }
    if (address.startsWith('/locales/en/wanted'))
      return { status: 200, delayMs: 150, type: 'application/json', body: '{"a":"b"}' }
    return null
  })
  context = await openContext(browser)
  const page = await context.newPage()
  await page.goto(`${proxy.origin}/wants-25`)
  await page.waitForFunction(() => document.title === '25 loaded')
  expect(proxy.seen.filter(({ path: address }) => address.startsWith('/locales/en/wanted'))).toHaveLength(25)
  // Ten are requested; of these, browsers currently send six in parallel to one HTTP/1.1 server.
  expect(await page.evaluate(() => Reflect.get(window, 'mostInFlight'))).toBe(10)
  expect(proxy.mostInFlight(/^\/locales\/en\/wanted/)).toBeLessThanOrEqual(10)
})

function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 8 && !value.includes('{{') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : []
}
