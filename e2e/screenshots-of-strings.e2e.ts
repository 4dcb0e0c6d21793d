import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/**
 * A program sends screenshots of an app; translators see their string in them, and whether they are stale.
 */

let story: Story
let locales: LocaleFolder
const ids = new Map<string, number>()
const SHOTS = process.env.DRAGOMAN_SHOTS

/** A page of an app, rendered here: a title and a button. */
const APP = `<body style="margin:0;font:20px sans-serif;background:#f4f7f2">
  <h1 style="position:absolute;left:40px;top:30px;margin:0">Your cart</h1>
  <button style="position:absolute;left:700px;top:420px;width:160px;height:48px;font:inherit">Check out</button></body>`
const TITLE = { x: 40, y: 30, width: 200, height: 46 }
const BUTTON = { x: 700, y: 420, width: 160, height: 48 }

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ title: 'Your cart', checkout: 'Check out', old: 'Old' }),
    'locales/de/shop.json': json({ title: 'Warenkorb', checkout: 'Zur Kasse', old: 'Alt' }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  const { rows } = await story.api<{ rows: { key: { id: number; name: string } }[] }>(
    'GET',
    '/projects/shop/keys?languages=en&limit=10',
  )
  for (const { key } of rows) ids.set(key.name, key.id)
  const app = await story.browser.newPage({ viewport: { width: 1000, height: 600 } })
  await app.setContent(APP)
  const bytes = await app.screenshot()
  await app.close()
  const page = await story.visit('/')
  // In the session of the page, as a program would with its token.
  const image = await page.evaluate(async (base64) => {
    const body = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await fetch('/api/projects/shop/screenshot-images', { method: 'POST', headers, body })
    return ((await answer.json()) as { image: string }).image
  }, bytes.toString('base64'))
  const on = (key: string, place: typeof TITLE) => ({ namespace: 'shop', key, part: 'text', ...place })
  const strings = [on('title', TITLE), on('checkout', BUTTON)]
  await story.api('PUT', '/projects/shop/screenshots', { name: 'Cart page', language: 'en', image, strings })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const context = (key: string) => `/p/shop/translate/de?key=${ids.get(key)}&panel=context`
const cut = (page: Page) =>
  page.getByRole('button', { name: say('translations:context.openScreenshot', { name: 'Cart page' }) })

test('Context shows the string in the app; the whole picture links to its other strings, also by keyboard', async () => {
  const page = await story.visit(context('title'))
  await cut(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const checkout = dialog.getByRole('button', { name: 'shop:checkout' })
  await checkout.waitFor()
  const picture = await dialog.getByRole('img').boundingBox()
  const box = await checkout.boundingBox()
  if (picture === null || box === null) throw new Error('There is no picture')
  const scale = picture.width / 1000
  expect((box.x - picture.x) / scale).toBeCloseTo(BUTTON.x, 0)
  expect((box.y - picture.y) / scale).toBeCloseTo(BUTTON.y, 0)
  expect(box.width / scale).toBeCloseTo(BUTTON.width, 0)
  expect(await axeProblems(page)).toEqual([])
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/whole.png` })
  await checkout.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL(new RegExp(`key=${ids.get('checkout')}`))
  await cut(page).waitFor()
})

test('a string whose source text changes is marked immediately in the open editor', async () => {
  const page = await story.visit(context('title'))
  await cut(page).waitFor()
  const stale = page.getByText(say('translations:context.sourceChanged'))
  expect(await stale.count()).toBe(0)
  const address = `/projects/shop/keys/${ids.get('title')}/translations/en`
  const { target } = await story.api<{ target: { version: number } }>('GET', address)
  await story.api('PUT', address, { forms: { other: 'Your basket' }, baseVersion: target.version })
  await stale.waitFor()
})

const WAYS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['arabic', { locale: 'ar' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

test.each(WAYS)('accessible: %s', async (name, options) => {
  const page = await story.visit(context('title'), options)
  await page.locator('svg image').waitFor()
  expect(await axeProblems(page)).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width).toBeLessThanOrEqual(0)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/context-${name}.png` })
})

test('a screenshot is removed, and Undo restores it', async () => {
  const page = await story.visit(context('title'))
  await cut(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('translations:context.removeScreenshot') })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await cut(page).waitFor({ state: 'detached' })
  const said = page.getByText(say('translations:context.removedScreenshot', { name: 'Cart page' }))
  await said.waitFor()
  expect(await axeProblems(page)).toEqual([])
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/removed.png` })
  await page.getByRole('button', { name: say('common:undo'), exact: true }).click()
  await cut(page).waitFor()
})
