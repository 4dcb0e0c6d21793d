import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { type ExampleApp, serveApp } from './example-app.ts'
import { say } from './interface-text.ts'
import { beginStory, type Story, until } from './story.ts'

/** A page of an app gets a token through a window that asks, and uses it to save from its own origin. */

const APP =
  '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main>Shop</main>'

let story: Story
let app: ExampleApp
let stranger: ExampleApp
beforeAll(async () => {
  story = await beginStory()
  await story.api('POST', '/projects', { slug: 'shop', name: 'Garden shop', sourceLanguage: 'en' })
  await story.api('POST', '/projects/shop/languages', { tag: 'de' })
  await story.api('POST', '/projects/shop/keys', {
    namespace: 'shop',
    name: 'title',
    plural: 'none',
    forms: { other: 'Shop' },
  })
  const folder = path.resolve(import.meta.dirname, '../examples/plain')
  const serve = () => serveApp({ folder, channel: '', pages: { '/editing': APP } })
  ;[app, stranger] = await Promise.all([serve(), serve()])
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await Promise.all([app?.end(), stranger?.end()])
})

/** Opens the page of an app at `at`, which opens the window on behalf of `origin`; returns both. */
async function open(at: string, origin: string, options: BrowserContextOptions = {}): Promise<[Page, Page]> {
  const page = await story.visit(`${at}/editing`, options)
  const opened = page.waitForEvent('popup')
  await page.evaluate(
    (address) => {
      const messages: unknown[] = []
      window.addEventListener('message', ({ data, origin }) => messages.push({ ...data, origin }))
      Object.assign(window, { messages })
      window.open(address)
    },
    `${story.product.origin}/connect?${new URLSearchParams({ project: 'shop', origin, state: 'some-state' })}`,
  )
  const popup = await opened
  await popup.getByRole('main').waitFor()
  return [page, popup]
}
type Message = { type: string; state: string; secret: string; origin: string }
const messages = (page: Page) => page.evaluate(() => (window as unknown as { messages: Message[] }).messages)
const allow = (popup: Page) => popup.getByRole('button', { name: say('editing:allow'), exact: true })

test('an app that the project does not list gets nothing; Settings adds it', async () => {
  const [page, popup] = await open(app.origin, app.origin)
  await popup.getByText(say('failures:origin-not-allowed', { origin: app.origin })).waitFor()
  expect(await axeProblems(popup)).toEqual([])
  expect(await allow(popup).count()).toBe(0)
  expect(await messages(page)).toEqual([])

  const settings = await story.visit('/p/shop/settings')
  const field = settings.getByRole('textbox', { name: say('editing:origins') })
  await field.fill('http://shop.example')
  const save = settings.locator('section').filter({ has: field }).getByRole('button')
  await save.click()
  await settings.getByText(say('editing:noOrigin', { line: 'http://shop.example' })).waitFor()
  await field.fill(`${app.origin}/\nhttps://shop.example`)
  await save.click()
  // The status on the page has the same text.
  const notices = settings.getByRole('region', { name: say('common:notices') })
  await notices.getByText(say('editing:saved'), { exact: true }).waitFor()
  await until(async () => (await field.inputValue()) === `${app.origin}\nhttps://shop.example`)
  expect(await axeProblems(settings)).toEqual([])
})

test('a listed app gets a token by keyboard, and uses it to save', async () => {
  const [page, popup] = await open(app.origin, app.origin)
  await popup.getByText('Garden shop').waitFor()
  await allow(popup).focus()
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')])
  const [message] = await messages(page)
  expect(message).toMatchObject({
    type: 'dragoman-token',
    state: 'some-state',
    origin: story.product.origin,
    secret: expect.stringMatching(/^drg_/),
  })
  const call = (secret: string) =>
    [
      `${story.product.origin}/api/projects/shop`,
      { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ] as const
  const saved = await page.evaluate(
    async ([address, headers]) => {
      const ask = async (path: string, init: RequestInit = {}) =>
        (await fetch(address + path, { headers, credentials: 'omit', ...init })).json()
      const { rows } = await ask('/translations?language=de&limit=5&q=key:title')
      const { key, target } = rows[0]
      const { translation } = await ask(`/keys/${key.id}/translations/de`, {
        method: 'PUT',
        body: JSON.stringify({ forms: { other: 'Laden' }, baseVersion: target.version }),
      })
      return translation.forms
    },
    call(message?.secret ?? ''),
  )
  expect(saved).toEqual({ other: 'Laden' })

  // A page of another origin that has obtained it.
  const other = await story.visit(`${stranger.origin}/editing`)
  const code = await other.evaluate(
    async ([address, headers]) => {
      const answer = await fetch(`${address}/translations?language=de&limit=5`, {
        headers,
        credentials: 'omit',
      })
      return (await answer.json()).code
    },
    call(message?.secret ?? ''),
  )
  expect(code).toBe('invalid-token')
})

test('a page that names an app other than its own receives nothing', async () => {
  const [page, popup] = await open(stranger.origin, app.origin)
  await Promise.all([popup.waitForEvent('close'), allow(popup).click()])
  // The browser reports that it has withheld the message.
  const complaints: string[] = []
  await until(() => {
    complaints.push(...story.takeComplaints())
    expect(complaints).toContainEqual(expect.stringMatching(/postMessage/))
  })
  expect(complaints.filter((line) => !/postMessage/.test(line))).toEqual([])
  expect(await messages(page)).toEqual([])
})

test('a window without an opener shows that it has none', async () => {
  const query = new URLSearchParams({ project: 'shop', origin: app.origin })
  const page = await story.visit(`/connect?${query}`)
  await page.getByText(say('editing:noOpener')).waitFor()
})

const LOOKS: readonly [string, BrowserContextOptions][] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['narrow', { viewport: { width: 390, height: 800 } }],
]
test.each(LOOKS)('the window is accessible: %s', async (name, options) => {
  const [, popup] = await open(app.origin, app.origin, options)
  await popup.getByText('Garden shop').waitFor()
  expect(await axeProblems(popup)).toEqual([])
  const overflow = await popup.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  if (process.env.DRAGOMAN_SCREENSHOTS)
    await popup.screenshot({ path: path.join(process.env.DRAGOMAN_SCREENSHOTS, `connect-${name}.png`) })
})
