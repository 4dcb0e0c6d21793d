import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/** The screens that show where the app's code uses keys, in all looks. */

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
