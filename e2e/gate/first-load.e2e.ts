import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoShop, openDemoShop } from '../demo-shop.ts'
import { until } from '../story.ts'

/** What the browser loads before the first screen. How long it takes is measured: `npm run bench -- slow-network`. */

const CLIENT = path.resolve(import.meta.dirname, '../../packages/client/dist')

let shop: DemoShop
beforeAll(async () => {
  shop = await openDemoShop()
})
afterAll(() => shop?.end())

test.each([
  {
    screen: 'the editor',
    address: '/p/garden-shop/translate/de',
    isSignedIn: true,
    shown: '[data-string-boxes] [contenteditable=true]',
    parts: [
      '/locales/en/translations.json',
      '/api/projects/garden-shop',
      '/api/projects/garden-shop/translations?language=de&offset=0&limit=100',
      '/assets/project.js',
      '/assets/translate.js',
      '/assets/editor.js',
    ],
  },
  {
    screen: 'the overview, to which the first page leads',
    address: '/',
    isSignedIn: true,
    shown: 'main h1',
    parts: [
      '/locales/en/overview.json',
      '/api/projects/garden-shop',
      '/api/projects/garden-shop/overview',
      '/assets/project.js',
      '/assets/overview.js',
    ],
  },
  {
    screen: 'the page to sign in, to which all others lead',
    address: '/inbox',
    isSignedIn: false,
    shown: 'form button[type=submit]:enabled',
    parts: ['/locales/en/session.json', '/assets/sign-in.js'],
  },
])('texts, code and data of $screen load while the start is still loading', async (visit) => {
  const { address, isSignedIn, shown, parts } = visit
  const page = await shop.story.visit('/projects')
  // The page before can still make requests, and without its session it asks for that again.
  await page.goto('about:blank')
  if (!isSignedIn) await page.context().clearCookies()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/start-[^/]+\.js$/, async (route) => {
    await isReleased
    await route.continue()
  })
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    requested.push(pathname.replace(/-[\w-]{8}(?=\.js$)/, '') + search)
  })
  await page.goto(address, { waitUntil: 'commit' })
  const started = ['/locales/en/common.json', '/api/session', ...parts]
  await until(() => expect(requested).toEqual(expect.arrayContaining(started)))
  release()
  await page.locator(shown).first().waitFor()
  // What was started is used, not requested again.
  for (const once of started.filter((part) => !part.startsWith('/assets/')))
    expect([once, requested.filter((each) => each === once).length]).toEqual([once, 1])
  expect(shop.story.takeComplaints()).toEqual([])
})

test('the scripts of the page have at most 180 kB, compressed', () => {
  const page = readFileSync(path.join(CLIENT, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, file = '']) => path.join(CLIENT, file),
  )
  const sizes = scripts.map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size)
  expect(scripts.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(180_000)
})

test('the overview and the page to sign in do not load the fields of the editor', () => {
  const files = readdirSync(path.join(CLIENT, 'assets'))
  const chunk = (name: string) => files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
  expect(chunk('editor')).toHaveLength(1)
  const isLoadedBy = (name: string) => importsOf(chunk(name)).has(chunk('editor')[0] ?? '')
  expect(['translate', 'overview', 'sign-in'].map(isLoadedBy)).toEqual([true, false, false])
})

/** Returns files of the build and all that they import statically. */
function importsOf(start: readonly string[]): ReadonlySet<string> {
  const found = new Set(start)
  for (const file of found) {
    const code = readFileSync(path.join(CLIENT, 'assets', file), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(imported)
  }
  return found
}
