import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** Anything shown can be pasted into the search. */

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/checkout.json': json({ invoice: { title: 'Invoice', total: 'Total' }, pay: 'Pay' }),
    'locales/en/legal.json': json({ title: 'Terms' }),
    'locales/en/notes.json': json({ soon: '' }),
    'locales/de/checkout.json': json({ invoice: { title: 'Rechnung' } }),
    'locales/de/legal.json': json({ title: 'Bedingungen' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const field = (page: Page) => page.getByRole('combobox', { name: say('translations:search.label') })
const shownKeys = (page: Page) =>
  page
    .getByRole('listbox', { name: say('translations:list.label') })
    .locator('[role=option] code')
    .allTextContents()

test('a copied key, a key as written in code, a file and a delivery URL', async () => {
  const page = await story.visit('/p/shop/translate/de')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('h1').filter({ hasText: 'checkout:invoice.title' }).waitFor()
  await page.getByRole('button', { name: say('translations:pane.copyKey') }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe('checkout:invoice.title')
  for (const [pasted, keys] of [
    [copied, ['checkout:invoice.title']],
    ['legal.title', ['legal:title']],
    ['locales/de/legal.json', ['legal:title']],
    [
      `${story.product.origin}/d/shop/live/locales/de/checkout.json`,
      ['checkout:invoice.title', 'checkout:invoice.total', 'checkout:pay'],
    ],
  ] as const) {
    await field(page).fill(pasted)
    await until(async () => expect(await shownKeys(page), pasted).toEqual(keys))
    expect(
      await page.getByText(say('translations:search.query-token-unknown', { name: '' }).slice(-22)).count(),
    ).toBe(0)
  }
})

test('tokens are completed and can be uppercase', async () => {
  const page = await story.visit('/p/shop/translate/de?q=STATE%3AUNTRANSLATED')
  await until(async () => expect(await shownKeys(page)).toEqual(['checkout:invoice.total', 'checkout:pay']))
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('changed:')
  await page.getByRole('option', { name: 'changed:<7d' }).waitFor()
  await field(page).fill('state:Translated changed:<1d key:invoice* ')
  await page.waitForURL(/invoice/)
  await until(async () => expect(await shownKeys(page)).toEqual(['checkout:invoice.title']))
})

test('a string without a source text is in the list, not among what is left, and has its own search word', async () => {
  const page = await story.visit('/p/shop/translate/de')
  await until(async () => expect(await shownKeys(page)).toContain('notes:soon'))
  const chip = page.getByRole('button', { name: say('translations:filter.untranslated') })
  await until(async () => expect(await chip.textContent()).toMatch(/2$/))
  await chip.click()
  await until(async () => expect(await shownKeys(page)).toEqual(['checkout:invoice.total', 'checkout:pay']))
  const developer = await story.visit('/p/shop/translate/de?q=is%3Asourceless')
  await until(async () => expect(await shownKeys(developer)).toEqual(['notes:soon']))
})

test('a search that is too long is marked in its field, and the list stays', async () => {
  const page = await story.visit('/p/shop/translate/de')
  await page.getByRole('option').first().waitFor()
  await field(page).fill('a paragraph '.repeat(100).trim())
  await page.getByRole('alert').filter({ hasText: '1,199' }).waitFor()
  expect((await shownKeys(page)).length).toBe(5)
  await page.goto(`/p/shop/translate/de?q=${'x'.repeat(3000)}`)
  await page.getByRole('alert').filter({ hasText: '3,000' }).waitFor()
  await until(async () => expect((await shownKeys(page)).length).toBe(5))
})

test('the filters are one line, which its arrow scrolls to the last one', async () => {
  const page = await story.visit('/p/shop/translate/de')
  const filters = page.getByRole('group', { name: say('translations:filter.label') })
  await filters.waitFor()
  // Each of them is wider once its number is known.
  const texts = () => filters.getByRole('button').allTextContents()
  await until(async () => (await texts()).every((text) => /\d/.test(text)))
  for (const width of [1440, 1200, 900]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await filters.evaluate(
      (group) =>
        new Set([...group.querySelectorAll('button')].map((chip) => chip.getBoundingClientRect().top)).size,
    )
    expect(lines, `${width} px`).toBe(1)
  }
  const isLastInView = () =>
    filters.evaluate((group) => {
      const last = [...group.querySelectorAll('button')].at(-1)?.getBoundingClientRect()
      return last !== undefined && last.right <= group.getBoundingClientRect().right + 1
    })
  expect(await isLastInView()).toBe(false)
  await until(async () => {
    if (!(await isLastInView())) await filters.locator('xpath=following-sibling::button').click()
    expect(await isLastInView()).toBe(true)
  })
})
