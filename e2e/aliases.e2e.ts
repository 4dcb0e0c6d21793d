import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, type Story, until } from './story.ts'

/**
 * A renamed key is served under its old name until the alias is retired; the key panel shows what is known
 * about its use.
 */

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

test('renaming keeps the old name unless deselected, and undoing removes the alias', async () => {
  const page = await story.visit('/p/shop/keys')
  await openPanel(page, 'cart.title')
  await panelOf(page)
    .getByRole('button', { name: say('keys:panel.rename') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('keys:field.rename'), { exact: true }).fill('cart.heading')
  await dialog.getByText(say('keys:renaming.kept')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/rename.png` })
  const keep = dialog.getByRole('checkbox')
  expect(await keep.isChecked()).toBe(true)
  await keep.press('Space')
  await dialog.getByText(say('keys:renaming.lost_other', { languages: 'English' })).waitFor()
  await keep.press('Space')
  await dialog.getByRole('button', { name: say('keys:do.rename') }).click()
  const retire = panelOf(page).getByRole('button', {
    name: say('keys:aliases.retire', { name: 'cart.title' }),
  })
  await retire.waitFor()
  expect((await delivered()).cart).toEqual({
    heading: 'Your cart',
    empty: 'Nothing here yet',
    title: 'Your cart',
  })
  await page
    .getByRole('button', { name: say('common:undo') })
    .first()
    .click()
  await retire.waitFor({ state: 'detached' })
  expect((await delivered()).cart).toEqual({ title: 'Your cart', empty: 'Nothing here yet' })
})

test('aliases are added and retired by keyboard; an existing name is refused', async () => {
  const page = await story.visit('/p/shop/keys')
  await openPanel(page, 'pay.button')
  const field = panelOf(page).getByLabel(say('keys:aliases.label'))
  await field.focus()
  await page.keyboard.type('cart.empty')
  await page.keyboard.press('Enter')
  await panelOf(page).getByText(say('failures:already-exists_key')).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type('pay.now')
  await page.keyboard.press('Enter')
  const retire = panelOf(page).getByRole('button', { name: say('keys:aliases.retire', { name: 'pay.now' }) })
  await retire.waitFor()
  expect((await delivered()).pay).toEqual({ button: 'Pay', now: 'Pay' })
  // Another key takes the name: it takes precedence, and the panel reports it.
  await story.api('POST', '/projects/shop/keys', {
    namespace: 'checkout',
    name: 'pay.now',
    plural: 'none',
    forms: { other: 'Pay at once' },
  })
  await panelOf(page).getByText(say('translations:served.taken')).waitFor()
  expect((await delivered()).pay).toEqual({ button: 'Pay', now: 'Pay at once' })
  await retire.focus()
  await page.keyboard.press('Enter')
  await retire.waitFor({ state: 'detached' })
})

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
