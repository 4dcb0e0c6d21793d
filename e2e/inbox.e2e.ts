import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** The inbox: what others did that needs someone, handled by keyboard. */

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  const texts = json({ hello: 'Hello', bye: 'See you soon' })
  locales = makeLocaleFolder({
    'locales/en.json': texts,
    'locales/de.json': json({ hello: 'Hallo', bye: 'Bis bald' }),
    'locales/fr.json': json({ hello: 'Bonjour', bye: 'À bientôt' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'site', name: 'Site', sourceLanguage: 'en', folder: locales.folder })
  const page = await story.visit()
  for (const [language, text] of [
    ['de', 'Tschüss'],
    ['fr', 'Salut'],
  ] as const) {
    await openString(page, { project: 'site', language, key: 'bye' })
    await typeText(page, text)
    await page.keyboard.press('Control+s')
    await untilSaved(page)
  }
  await story.closePages()
  // A developer adds strings and changes one.
  await until(() => locales.read('locales/fr.json').includes('Salut'))
  locales.write(
    'locales/en.json',
    json({ hello: 'Hello there', bye: 'See you soon', cart: 'Cart', pay: 'Pay', ship: 'Delivery' }),
  )
  await until(async () => (await counts()) === OPEN)
})
afterAll(async () => {
  expect(story?.takeComplaints()).toEqual([])
  await story?.end()
  locales?.remove()
})

/** New and changed strings, in two languages. */
const OPEN = 4

async function counts(): Promise<number> {
  const { open } = await story.api<{ open: { all: number } }>('GET', '/notifications/counts')
  return open.all
}

const rows = (page: Page) => page.locator('[data-item]')
const idsOf = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-item')))
const current = (page: Page) => page.locator('[data-item][aria-current=true]')

test('the count is on the rail, and changes with each event', async () => {
  const page = await story.visit('/p/site/overview')
  const link = page.getByRole('navigation').locator('a[href="/inbox"]')
  await link.getByText(String(OPEN), { exact: true }).waitFor()
  const { items } = await story.api<{ items: { id: number }[] }>('GET', '/notifications')
  const ids = [items[0]?.id ?? 0]
  await story.api('POST', '/notifications/done', { ids })
  await link.getByText(String(OPEN - 1), { exact: true }).waitFor()
  await story.api('POST', '/notifications/reopen', { ids })
  await link.getByText(String(OPEN), { exact: true }).waitFor()
})

test('events elsewhere are shown on the screen immediately', async () => {
  const page = await story.visit('/inbox')
  await until(async () => expect(await rows(page).count()).toBe(OPEN))
  const [first] = await idsOf(page)
  const ids = [Number(first)]
  await story.api('POST', '/notifications/done', { ids })
  await until(async () => expect(await rows(page).count()).toBe(OPEN - 1))
  await story.api('POST', '/notifications/reopen', { ids })
  await until(async () => expect(await rows(page).count()).toBe(OPEN))
})

test('navigated, completed, postponed and reopened by keyboard; opened in the editor', async () => {
  const page = await story.visit('/inbox')
  await rows(page).first().focus()
  expect(await rows(page).count()).toBe(OPEN)
  await page.keyboard.press('j')
  await until(async () => (await rows(page).nth(1).getAttribute('aria-current')) === 'true')
  await page.keyboard.press('k')
  const ids = await idsOf(page)
  await page.keyboard.press('d')
  await until(async () => (await rows(page).count()) === OPEN - 1)
  expect(await current(page).count()).toBe(1)
  // The list can be newer than the response to the key press: *Undo* is available once the notice is.
  await page.getByRole('button', { name: new RegExp(`^${say('common:undo')}`) }).waitFor()
  await page.keyboard.press('u')
  await until(async () => (await idsOf(page)).join() === ids.join())
  await rows(page).first().focus()
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: say('inbox:laterTo.tomorrow') }).press('Enter')
  await until(async () => (await rows(page).count()) === OPEN - 1)
  await page.getByRole('button', { name: say('inbox:rest.later_one', { count: 1 }) }).click()
  await page.getByRole('button', { name: say('inbox:back') }).click()
  // It is in the inbox again, and in no other list.
  await page.getByText(say('inbox:empty.later')).waitFor()
  await until(async () => (await counts()) === OPEN)
  await page.getByRole('button', { name: new RegExp(`^${say('inbox:filter.new')}`) }).click()
  const strings = page.locator('[data-kind="new-strings"]').first()
  await strings.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\/site\/translate\/(de|fr)\?q=state%3Auntranslated/)
})

test('the focus is in the list when one comes by the rail, which stays', async () => {
  const page = await story.visit('/p/site/overview')
  await page.getByRole('navigation').locator('a[href="/inbox"]').click()
  await rows(page).first().waitFor()
  await until(async () =>
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('true'),
  )
  await page.getByRole('navigation').locator('a[href="/p/site/keys"]').waitFor()
  await page.locator('[data-kind="source-changed"]').first().focus()
  await page
    .getByRole('region', { name: say('inbox:strings') })
    .locator('ins')
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\/site\/translate\/(de|fr)\?q=is%3Aoutdated/)
})

test('on phones an item replaces the list, and a button leads back', async () => {
  const page = await story.visit('/inbox', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await rows(page).first().click()
  const back = page.getByRole('button', { name: say('inbox:toList') })
  await back.waitFor()
  expect(await rows(page).first().isVisible()).toBe(false)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await back.click()
  await until(async () => expect(await rows(page).first().isVisible()).toBe(true))
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

describe('axe finds no problems', () => {
  test.each(LOOKS)('%s', async (name, options) => {
    const page = await story.visit('/inbox', options)
    await rows(page).first().waitFor()
    await page.getByRole('heading', { level: 2 }).last().waitFor()
    const pictures = process.env.DRAGOMAN_E2E_PICTURES
    if (pictures) await page.screenshot({ path: `${pictures}/inbox-${name.replace(/\W/g, '')}.png` })
    expect(await axeProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

test('nothing open: all caught up, and where work is left', async () => {
  const { items } = await story.api<{ items: { id: number }[] }>('GET', '/notifications')
  await story.api('POST', '/notifications/done', { ids: items.map(({ id }) => id) })
  const page = await story.visit('/inbox')
  await page.getByText(say('inbox:empty.open')).waitFor()
  // The largest queues of this person, by language and kind.
  const queue = page.getByRole('link', { name: /Deutsch.*: \d+ to review/ })
  await queue.waitFor()
  expect(await queue.getAttribute('href')).toMatch(/^\/p\/[^/]+\/review\/de$/)
  await page.getByRole('button', { name: say('inbox:settings.open') }).click()
  await page.getByRole('dialog').getByText(say('inbox:settings.noMail')).waitFor()
  expect(await axeProblems(page)).toEqual([])
})
