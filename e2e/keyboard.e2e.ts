import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, type Story, until } from './story.ts'

/** A day's work without a mouse: this file calls nothing that points or clicks. */

const ENGLISH = { cart: { title: 'Your cart', pay: 'Pay now', payLater: 'Pay later' }, greeting: 'Good morning, {{name}}' }
const GERMAN = { cart: { title: 'Dein Warenkorb' }, greeting: 'Guten Morgen, {{name}}' }

let story: Story
let locales: LocaleFolder
let page: Page
beforeAll(async () => {
  locales = makeLocaleFolder({ 'locales/en/shop.json': json(ENGLISH), 'locales/de/shop.json': json(GERMAN) })
  story = await beginStory()
  await story.api('POST', '/projects', { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  page = await story.visit('/p/shop/overview')
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const german = () => JSON.parse(locales.read('locales/de/shop.json'))

/** `g` and a letter. Pressed again where a busy machine let more time pass between the two than belongs to one shortcut. */
async function goTo(letter: string, isThere: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await isThere()
  })
}

/** Goes on with the Tab key until this has the focus. */
async function tabTo(name: string): Promise<void> {
  const focused: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    })
    if (text.includes(name)) return
    focused.push(text)
  }
  throw new Error(`The Tab key never reached "${name}". It went over:\n${focused.join('\n')}`)
}

/** Where the focus is can be seen, and is never lost to the page. */
const hasFocus = () => page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null)

test('the first Tab offers to skip to the content', async () => {
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(say('common:skipToContent'))
})

test('open the editor, find a string, translate it, save, go on', async () => {
  await goTo('t', () => page.waitForURL(/\/translate\/de/, { timeout: 4000 }))
  await page.getByRole('listbox', { name: say('translations:list.label') }).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('cart.pay')
  await page.waitForURL(/q=/)
  await page.getByRole('option').nth(1).waitFor()
  await until(async () => expect(await page.getByRole('option').count()).toBe(2))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await until(async () => expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true))
  await page.keyboard.type('Jetzt zahlen')
  await page.keyboard.press('ControlOrMeta+Enter')

  await page.locator('h1').filter({ hasText: 'payLater' }).waitFor()
  await until(async () => expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true))
  await page.keyboard.type('Später zahlen')
  await page.keyboard.press('ControlOrMeta+s')
  await until(() => expect(german().cart).toEqual({ title: 'Dein Warenkorb', pay: 'Jetzt zahlen', payLater: 'Später zahlen' }))
  expect(await hasFocus()).toBe(true)

  await page.keyboard.press('Alt+ArrowUp')
  await page.locator('h1').filter({ hasText: /pay$/ }).waitFor()
  await page.keyboard.press('Alt+ArrowDown')
  await page.locator('h1').filter({ hasText: 'payLater' }).waitFor()
})

test('a placeholder is put in by its number', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('greeting')
  await until(async () => expect(await page.getByRole('option').count()).toBe(1))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.locator('h1').filter({ hasText: 'greeting' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Hallo ')
  await page.keyboard.press('Alt+i')
  await page.keyboard.press('1')
  await page.keyboard.press('ControlOrMeta+s')
  await until(() => expect(german().greeting).toBe('Hallo {{name}}'))
})

test('undo in Activity', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await goTo('a', () => page.getByRole('heading', { name: say('activity:title') }).waitFor({ timeout: 4000 }))
  await page.getByText('greeting', { exact: true }).first().waitFor()
  await tabTo('greeting')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('activity:undo') }).waitFor()
  await tabTo(say('activity:undo'))
  await page.keyboard.press('Enter')
  await until(() => expect(german().greeting).toBe('Guten Morgen, {{name}}'))
  expect(await hasFocus()).toBe(true)
})

test('the palette and the list of shortcuts open, work and close', async () => {
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: say('common:shortcuts.title') }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(say('common:places.files'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: say('files:title') }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('no page complained', () => {
  expect(story.takeComplaints()).toEqual([])
})
