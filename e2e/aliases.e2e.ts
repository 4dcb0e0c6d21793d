import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, type Story, until } from './story.ts'

/** The key panel shows what is known about the use of a key and its aliases. */

let story: Story
const SHOTS = process.env.DRAGOMAN_SHOTS
const FILE = '/d/shop/live/locales/en/checkout.json'

beforeAll(async () => {
  story = await beginStory()
  await story.api('POST', '/projects', {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    deliverPublic: true,
  })
  await story.api('POST', '/projects/shop/languages', { tag: 'de' })
  for (const [name, other] of [
    ['cart.title', 'Your cart'],
    ['cart.empty', 'Nothing here yet'],
    ['pay.button', 'Pay'],
  ])
    await story.api('POST', '/projects/shop/keys', {
      namespace: 'checkout',
      name,
      plural: 'none',
      forms: { other },
    })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(() => story?.end())

const delivered = async () =>
  (await (await fetch(`${story.product.origin}${FILE}`)).json()) as Record<string, Record<string, string>>
const panelOf = (page: Page) => page.getByRole('complementary', { name: say('keys:panel.label') })

async function openPanel(page: Page, key: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: key }).getByRole('gridcell').nth(1).click()
  await panelOf(page).getByText(key, { exact: true }).first().waitFor()
}

const WAYS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['arabic', { locale: 'ar' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

test('the use of a key is shown once the server has stored it', async () => {
  await delivered()
  await story.restart('SIGTERM')
  await story.api('PUT', '/projects/shop/code-uses', {
    revision: '0123456789abcdef',
    permalink: null,
    filesRead: 3,
    files: [{ path: 'src/Pay.tsx', uses: [{ line: 2, column: 3, key: 'pay.button', namespaces: null }] }],
  })
  const { rows } = await story.api<{ rows: { key: { id: number; name: string } }[] }>(
    'GET',
    '/projects/shop/keys?languages=en&q=key:cart.title',
  )
  const keyId = rows[0]?.key.id ?? 0
  await story.api('PATCH', `/projects/shop/keys/${keyId}`, {
    aliases: ['cart.old.and.longer.name', 'basket'],
  })
  for (const [name, options] of WAYS) {
    const page = await story.visit('/p/shop/keys', options)
    if (options.locale === 'ar') {
      await page.getByRole('row').filter({ hasText: 'cart.title' }).getByRole('gridcell').nth(1).click()
      await page.getByRole('complementary').getByText('basket').waitFor()
    } else {
      await openPanel(page, 'cart.title')
      await panelOf(page).getByText('basket').waitFor()
      await panelOf(page).getByText(say('translations:served.aboutFiles')).waitFor()
      await panelOf(page).getByText(say('translations:context.notUsed')).waitFor()
    }
    expect([name, await axeProblems(page)]).toEqual([name, []])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-panel.png` })
    const editor = await story.visit(`/p/shop/translate/de?key=${keyId}&panel=context`, options)
    await until(async () => expect(await editor.getByText('basket').count()).toBeGreaterThan(0))
    expect([name, await axeProblems(editor)]).toEqual([name, []])
    if (SHOTS) await editor.screenshot({ path: `${SHOTS}/${name}-editor.png` })
  }
})

test('unused keys are listed: neither in the code nor served', async () => {
  const page = await story.visit('/p/shop/keys?q=is:unused%20is:unserved')
  // Served today, so nothing is unused, and the search is valid.
  await page.getByText(say('keys:noneFound')).waitFor()
})
