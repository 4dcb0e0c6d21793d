import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/** Releases and channels by keyboard and in other looks, and the keys that an app lacks. */

const ADDRESS = '/p/shop/releases'

let story: Story
let locales: LocaleFolder

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      hello: 'Hello',
      bye: 'Goodbye',
      pay: 'Pay {{amount}} now',
      items_one: 'One item',
      items_other: '{{count}} items',
    }),
    'locales/de/shop.json': json({ hello: 'Hallo', bye: 'Auf Wiedersehen' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
    deliverPublic: true,
  })
  await story.api('POST', '/projects/shop/channels', { name: 'production' })
  await story.api('POST', '/projects/shop/releases', { title: 'Winter returns', channel: 'production' })
  await save('hello', 'Hallo zusammen')
  await save('pay', 'Jetzt zahlen')
  await save('bye', 'Auf Wiedersehen', 'reviewed')
  await story.api('POST', '/projects/shop/releases', { title: 'Spring sale', channel: 'production' })
  const back = { release: 1, note: 'Pay button was empty' }
  await story.api('POST', '/projects/shop/channels/production/move', back)
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

type Row = {
  readonly key: { readonly id: number; readonly name: string }
  readonly target: { readonly version: number }
}

/** Saves a German text. */
async function save(name: string, text: string, state?: 'reviewed'): Promise<void> {
  const { rows } = await story.api<{ rows: Row[] }>('GET', '/projects/shop/translations?language=de')
  const row = rows.find(({ key }) => key.name === name)
  if (row === undefined) throw new Error(`No key ${name}`)
  await story.api('PUT', `/projects/shop/keys/${row.key.id}/translations/de`, {
    forms: { other: text },
    baseVersion: row.target.version,
    ...(state === undefined ? {} : { state }),
  })
}

const button = (page: Page, name: string, params = {}) =>
  page.getByRole('button', { name: say(`releases:${name}`, params), exact: true })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const channel = (page: Page, name: string) => page.locator(`[data-channel=${name}]`)
const release = (page: Page, number: number) => page.locator(`[data-release="${number}"]`)
const USED: readonly (readonly [string, BrowserContextOptions])[] = [
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

test('the keyboard alone opens a channel’s settings, changes them and comes back', async () => {
  const page = await story.visit(ADDRESS)
  await button(page, 'actsOf', { name: 'production' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: say('releases:settings') }).waitFor()
  await page.keyboard.press('ArrowDown')
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== say('releases:settings'))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
  await dialog(page)
    .getByRole('checkbox', { name: say('releases:field.holdsErrors') })
    .focus()
  await page.keyboard.press('Space')
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .focus()
  await page.keyboard.press('Enter')
  await channel(page, 'production').getByText(say('releases:note.holdsErrors')).waitFor()
  await dialog(page).waitFor({ state: 'detached' })
})

/** Opens the settings of a channel. */
async function openSettings(page: Page, name: string, language = 'en'): Promise<void> {
  const words = (address: string, params = {}) => say(`releases:${address}`, params, language)
  await page.getByRole('button', { name: words('actsOf', { name }), exact: true }).click()
  await page.getByRole('menuitem', { name: words('settings') }).click()
  await page.getByRole('dialog', { name: words('settingsOf', { name }) }).waitFor()
}

test.each(USED)('settings of a channel can be read in %s', async (_name, options) => {
  const page = await story.visit(ADDRESS, options)
  await openSettings(page, 'production', options.locale)
  await dialog(page).locator('pre').last().scrollIntoViewIfNeeded()
  expect(await axeProblems(page)).toEqual([])
  const wider = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(wider).toBeLessThanOrEqual(0)
})

test.each(USED)('it can be used in %s', async (_name, options) => {
  const page = await story.visit(`${ADDRESS}?to=2`, options)
  await release(page, 1).waitFor()
  const words = (address: string) => say(`releases:${address}`, {}, options.locale)
  await page.getByRole('columnheader', { name: words('column.status'), exact: true }).waitFor()
  const language = page.getByRole('rowheader', { name: 'Deutsch' })
  expect((await language.boundingBox())?.width).toBeGreaterThan(60)
  await page.getByText(words('status.reviewed'), { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
})

/** Says which keys an app lacks, with what it shows instead, as i18next does: one request for each. */
async function lackKeys(keys: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(keys)) {
    const answer = await fetch(`${story.product.origin}/d/shop/live/missing/en/shop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [name]: text }),
    })
    expect(answer.status).toBe(204)
  }
}

const missing = (page: Page) => page.getByRole('region', { name: say('releases:missing.title') })
const missingKey = (page: Page, name: string) => missing(page).getByRole('listitem').filter({ hasText: name })

test('a channel collects the keys that an app lacks, and they are listed', async () => {
  const page = await story.visit(ADDRESS)
  await channel(page, 'live').waitFor()
  expect(await missing(page).count()).toBe(0)
  await button(page, 'actsOf', { name: 'live' }).click()
  await page.getByRole('menuitem', { name: say('releases:settings') }).click()
  await dialog(page)
    .getByRole('checkbox', { name: say('releases:field.collectsMissing') })
    .focus()
  await page.keyboard.press('Space')
  await dialog(page).getByText('/d/shop/live/missing/').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .click()
  await missing(page).getByText(say('releases:missing.none')).waitFor()
  expect(await axeProblems(page)).toEqual([])

  await lackKeys({
    'basket.pay': 'Pay now',
    'basket.empty': 'basket.empty',
    'two\tcolumns': 'Two columns',
    orders_one: 'One order',
    orders_other: '{{count}} orders',
  })
  await missingKey(page, 'basket.pay').getByText('Pay now').waitFor()
  await missingKey(page, 'orders').getByText('{{count}} orders').waitFor()
  await missingKey(page, 'orders').getByText(say('releases:missing.plural')).waitFor()
  await missingKey(page, 'basket.empty').getByText(say('releases:missing.onlyKey')).waitFor()
})

test.each(USED)('missing keys are searched and removed from the list in %s', async (_name, options) => {
  const name = `lost.${options.locale ?? options.colorScheme ?? 'phone'}`
  await lackKeys({ [name]: `A text that is long enough to need two lines on a phone: ${name}` })
  const page = await story.visit(ADDRESS, options)
  const words = (address: string) => say(address, {}, options.locale ?? 'en')
  const list = page.getByRole('region', { name: words('releases:missing.title') })
  await list.getByRole('listitem').filter({ hasText: name }).waitFor()
  await list.getByRole('textbox').fill('nobody asked for this')
  await list.getByText(words('releases:missing.noMatch')).waitFor()
  await list.getByRole('textbox').fill('LONG enough')
  await list.getByRole('listitem').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
  await list.getByRole('checkbox', { name: words('releases:missing.chooseAll'), exact: true }).focus()
  await page.keyboard.press('Space')
  await list.getByRole('button', { name: words('releases:missing.remove'), exact: true }).click()
  await list.getByText(words('releases:missing.noMatch')).waitFor()
  const { keys } = await story.api<{ keys: { name: string }[] }>('GET', '/projects/shop/missing-keys')
  expect(keys.map((key) => key.name)).toContain('basket.empty')
  expect(keys.map((key) => key.name)).not.toContain(name)
})
