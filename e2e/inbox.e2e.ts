import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** The inbox in every theme and direction, and on phones. */

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
