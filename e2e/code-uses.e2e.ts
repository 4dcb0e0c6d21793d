import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, openString, type Story, until } from './story.ts'

/** A build reports which keys the app's code uses; developers and translators see it where they work. */

let story: Story
let locales: LocaleFolder
let keyId = 0
const SHOTS = process.env.DRAGOMAN_SHOTS

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ cart: { title: 'Your cart', empty: 'Nothing here yet' }, old: 'Old' }),
    'locales/de/shop.json': json({ cart: { title: 'Warenkorb', empty: 'Noch leer' }, old: 'Alt' }),
    'locales/ar/shop.json': json({ cart: { title: 'السلة', empty: 'لا شيء بعد' }, old: 'قديم' }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  const plain = { column: 3, kind: 'key', namespaces: ['shop'], hasContext: false, isOptional: false }
  await story.api('PUT', '/projects/shop/code-uses', {
    revision: '0123456789abcdef',
    permalink: 'https://forge.example.com/acme/shop/blob/{commit}/{path}#L{line}',
    defaultNamespaces: null,
    fallbackNamespaces: [],
    filesRead: 12,
    files: [
      {
        path: 'src/pages/checkout/[id]/Cart.tsx',
        uses: [12, 40, 41, 42, 43].map((line) => ({ ...plain, line, key: 'cart.title' })),
      },
      {
        path: 'src/Menu.tsx',
        uses: [
          { ...plain, line: 3, key: 'cart.', kind: 'prefix' },
          { ...plain, line: 9, key: 'pay.now' },
          { ...plain, line: 10, key: 'pay.later' },
        ],
      },
    ],
  })
  const { rows } = await story.api<{ rows: { key: { id: number; name: string } }[] }>(
    'GET',
    '/projects/shop/keys?languages=en&q=key:cart.title',
  )
  keyId = rows[0]?.key.id ?? 0
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const used = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: say('translations:context.usedIn') }) })
const code = (page: Page) => page.getByRole('region', { name: say('files:code.title') })

test('the editor shows where a key is used, with a link to the line of the commit', async () => {
  const page = await story.visit(`/p/shop/translate/de?key=${keyId}&panel=context`)
  await used(page).getByText('src/pages/checkout/[id]/Cart.tsx:12').waitFor()
  const link = used(page).getByRole('link').first()
  expect(await link.getAttribute('href')).toBe(
    'https://forge.example.com/acme/shop/blob/0123456789abcdef/src/pages/checkout/%5Bid%5D/Cart.tsx#L12',
  )
  expect(await used(page).getByRole('link').count()).toBe(4)
  await used(page)
    .getByRole('button', { name: say('translations:context.usesMore_other', { count: 2 }) })
    .click()
  await used(page).getByText('src/Menu.tsx:3').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await openString(page, { project: 'shop', language: 'de', key: 'old' })
  await used(page).getByText(say('translations:context.notUsed')).waitFor()
})

test('unused keys are found, missing ones are listed and added', async () => {
  const page = await story.visit('/p/shop/files')
  await code(page).getByText('shop:pay.now').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await code(page)
    .getByRole('button', { name: say('files:code.addLabel', { key: 'pay.now' }) })
    .click()
  await code(page).getByText('shop:pay.now').waitFor({ state: 'detached' })
  await code(page).getByText('shop:pay.later').waitFor()
  await code(page)
    .getByRole('link', { name: say('files:code.unused_one', { count: 1 }) })
    .click()
  await page.waitForURL(/\/keys\?q=is(?::|%3A)unused/)
  const grid = page.getByRole('grid')
  await until(async () => {
    const text = await grid.innerText()
    return text.includes('Alt') && !text.includes('Warenkorb')
  })
})

const WAYS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['arabic', { locale: 'ar' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

test.each(WAYS)('both are accessible: %s', async (name, options) => {
  for (const address of ['/p/shop/files', `/p/shop/translate/de?key=${keyId}&panel=context`]) {
    const page = await story.visit(address, options)
    await page.getByText(address.includes('files') ? 'pay.later' : 'Cart.tsx:12').waitFor()
    expect(await axeProblems(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    if (SHOTS)
      await page.screenshot({
        path: `${SHOTS}/${name}-${address.includes('files') ? 'files' : 'editor'}.png`,
        fullPage: true,
      })
  }
})
