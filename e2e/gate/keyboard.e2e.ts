import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeWithEscape,
  goTo as goToScreen,
  openSave,
  tabTo as tabToName,
  untilFocused,
} from '../by-keyboard.ts'
import { say } from '../interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from '../locale-folder.ts'
import { beginStory, box, makeProject, type Story, until } from '../story.ts'

/** A day's work without a mouse: this file calls nothing that points or clicks. */

const ENGLISH = {
  cart: { title: 'Your cart', pay: 'Pay now', payLater: 'Pay later' },
  greeting: 'Good morning, {{name}}',
  soon: 'Sooner or later',
  wait: 'Please wait',
}
const GERMAN = { cart: { title: 'Dein Warenkorb' }, greeting: 'Guten Morgen, {{name}}' }

let story: Story
let locales: LocaleFolder
let page: Page
beforeAll(async () => {
  locales = makeLocaleFolder({ 'locales/en/shop.json': json(ENGLISH), 'locales/de/shop.json': json(GERMAN) })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  page = await story.visit('/p/shop/overview')
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const german = () => JSON.parse(locales.read('locales/de/shop.json'))

const goTo = (letter: string, isThere: () => Promise<unknown>) => goToScreen(page, letter, isThere)
const tabTo = (name: string) => tabToName(page, name)
const isInFirstBox = (on: Page) => box(on).evaluate((element) => element === document.activeElement)

test('the first Tab offers to skip to the content', async () => {
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(say('common:skipToContent'))
})

test('open the editor, find a string, translate it, save, continue', async () => {
  await goTo('t', () => page.waitForURL(/\/translate\/de/, { timeout: 15_000 }))
  await until(async () => expect(await isInFirstBox(page)).toBe(true))
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await page.keyboard.type('cart.pay')
  await page.waitForURL(/q=/)
  await page.getByRole('option').nth(1).waitFor()
  await until(async () => expect(await page.getByRole('option').count()).toBe(2))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await until(async () =>
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true),
  )
  await page.keyboard.type('Jetzt zahlen')
  await page.keyboard.press('ControlOrMeta+Enter')

  await page.locator('h1').filter({ hasText: 'payLater' }).waitFor()
  await until(async () =>
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true),
  )
  await page.keyboard.type('Später zahlen')
  await page.keyboard.press('ControlOrMeta+s')
  await until(() =>
    expect(german().cart).toEqual({
      title: 'Dein Warenkorb',
      pay: 'Jetzt zahlen',
      payLater: 'Später zahlen',
    }),
  )
  await untilFocused(page)

  await page.keyboard.press('Alt+ArrowUp')
  await page.locator('h1').filter({ hasText: /pay$/ }).waitFor()
  await page.keyboard.press('Alt+ArrowDown')
  await page.locator('h1').filter({ hasText: 'payLater' }).waitFor()

  // Each string has its own undo history, in the same field
  await page.keyboard.type('!')
  await box(page).filter({ hasText: 'Später zahlen!' }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await box(page).filter({ hasText: 'Jetzt zahlen' }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  expect(await box(page).innerText()).toBe('Jetzt zahlen')
  await page.keyboard.press('Alt+ArrowDown')
  await box(page).filter({ hasText: 'Später zahlen!' }).waitFor()
  await page.keyboard.press('Backspace')
  await page.locator('[data-state=unsaved]').waitFor({ state: 'detached' })
})

test('from a link in a new tab to typed text without pressing Tab', async () => {
  const cold = await story.visit('/p/shop/translate/de?q=state%3Auntranslated')
  await until(async () => expect(await isInFirstBox(cold)).toBe(true))
  await cold.keyboard.type('Ein Text')
  await box(cold).filter({ hasText: 'Ein Text' }).waitFor()

  // Esc leaves the text and keeps the initial filter, however often it is pressed
  for (let i = 0; i < 3; i++) await cold.keyboard.press('Escape')
  expect(new URL(cold.url()).searchParams.get('q')).toBe('state:untranslated')
  expect(await cold.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox')
  await cold.keyboard.press('Enter')
  expect(await isInFirstBox(cold)).toBe(true)

  // Also without any focus: Enter, j, k and / do not need it
  await cold.evaluate(() => (document.activeElement as HTMLElement).blur())
  await cold.keyboard.press('Enter')
  expect(await isInFirstBox(cold)).toBe(true)
  const shown = await cold.locator('h1').innerText()
  await cold.evaluate(() => (document.activeElement as HTMLElement).blur())
  await cold.keyboard.press('j')
  await until(async () => expect(await cold.locator('h1').innerText()).not.toBe(shown))
  await cold.keyboard.press('k')
  await until(async () => expect(await cold.locator('h1').innerText()).toBe(shown))

  // A filter typed here is replaced by the initial one, and can be applied again
  await cold.keyboard.press('/')
  await cold.keyboard.type('later')
  await cold.waitForURL(/later/)
  await cold.keyboard.press('Escape')
  expect(cold.url()).toContain('later')
  await cold.keyboard.press('Escape')
  await until(() => expect(new URL(cold.url()).searchParams.get('q')).toBe('state:untranslated'))
  await cold.getByRole('button', { name: say('translations:filter.restore') }).press('Enter')
  await cold.waitForURL(/later/)

  await cold.goto('/p/shop/translate/de?q=state%3Auntranslated')
  await until(async () => expect(await isInFirstBox(cold)).toBe(true))
  await cold.evaluate(() => (document.activeElement as HTMLElement).blur())
  await cold.getByRole('link', { name: say('common:skipToContent') }).press('Enter')
  expect(await isInFirstBox(cold)).toBe(true)

  // Nothing to do: the list has the focus
  await cold.goto('/p/shop/translate/de?q=state%3Areviewed')
  const strings = cold.getByRole('region', { name: say('translations:list.label') })
  await until(async () =>
    expect(await strings.evaluate((region) => region === document.activeElement)).toBe(true),
  )
  await cold.context().close()
})

test('a placeholder is inserted by its number', async () => {
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
  await goTo('a', () =>
    page.getByRole('heading', { name: say('activity:title') }).waitFor({ timeout: 15_000 }),
  )
  await openSave(page, {
    group: say('activity:group_other', { count: 3, language: 'German' }),
    key: 'greeting',
  })
  await page.getByRole('button', { name: say('common:undo'), exact: true }).waitFor()
  await tabTo(say('common:undo'))
  await page.keyboard.press('Enter')
  await until(() => expect(german().greeting).toBe('Guten Morgen, {{name}}'))
  await untilFocused(page)
})

test('the palette and the list of shortcuts open, work and close', async () => {
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: say('common:shortcuts.title') })
  await shortcuts.waitFor()
  await closeWithEscape(page, shortcuts)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(say('common:screens.files'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: say('files:title') }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a shortcut can be changed, works with its new keys, and is still there after a reload', async () => {
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await tabTo(say('common:shortcuts.palette'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByText(say('common:shortcuts.refused.browser')).waitFor()
  await page.keyboard.press('ControlOrMeta+j')
  await page.getByText(say('common:shortcuts.refused.browser')).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.reload()
  await page.getByRole('main').waitFor()
  await until(async () => {
    await page.keyboard.press('ControlOrMeta+j')
    await page.getByRole('dialog').waitFor({ timeout: 15_000 })
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await tabTo(say('common:shortcuts.resetAll'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('no page reported errors', () => {
  expect(story.takeComplaints()).toEqual([])
})
