import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { nameOfFormat } from '../packages/core/src/format-names.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** A manager publishes, gives a release to some readers and to all, and rolls it back; apps and other pages follow. */

const ADDRESS = '/p/shop/releases'

let story: Story
let locales: LocaleFolder

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      hello: 'Hello',
      pay: 'Pay {{amount}} now',
      items_one: 'One item',
      items_other: '{{count}} items',
    }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
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

async function save(name: string, text: string, language = 'de'): Promise<void> {
  const { rows } = await story.api<{ rows: Row[] }>('GET', `/projects/shop/translations?language=${language}`)
  const row = rows.find(({ key }) => key.name === name)
  if (row === undefined) throw new Error(`No key ${name}`)
  await story.api('PUT', `/projects/shop/keys/${row.key.id}/translations/${language}`, {
    forms: { other: text },
    baseVersion: row.target.version,
  })
}

/** What an app loads. */
async function loaded(channel: string, reader = ''): Promise<unknown> {
  const query = reader === '' ? '' : `?reader=${reader}`
  const answer = await fetch(`${story.product.origin}/d/shop/${channel}/locales/de/shop.json${query}`)
  return answer.ok ? answer.json() : answer.status
}

/** How many of a hundred readers get a text. */
async function readersOf(text: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => loaded('production', `person-${index}`)),
  )
  return answers.filter((texts) => JSON.stringify(texts).includes(text)).length
}

const button = (page: Page, name: string, params = {}) =>
  page.getByRole('button', { name: say(`releases:${name}`, params), exact: true })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: say(`releases:${name}`), exact: true })
const channel = (page: Page, name: string) => page.locator(`[data-channel=${name}]`)
const release = (page: Page, number: number | 'next') => page.locator(`[data-release="${number}"]`)
const field = (page: Page, name: string) =>
  dialog(page).getByRole('textbox', { name: say(`releases:${name}`) })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: new RegExp(say(`releases:${label}`)) })
    .click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(option, { exact: true }) })
    .click()
}

const USED: readonly (readonly [string, BrowserContextOptions])[] = [
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

test('the first release is published, and an app of a new channel gets it', async () => {
  const page = await story.visit(ADDRESS)
  await page.getByText(say('releases:noneLive')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'newChannel').click()
  await inDialog(page, 'addChannel').click()
  await dialog(page).getByText(say('releases:field.nameWrong')).waitFor()
  await field(page, 'field.name').fill('live')
  await inDialog(page, 'addChannel').click()
  await dialog(page).getByText(say('releases:field.nameTaken')).waitFor()
  await field(page, 'field.name').fill('production')
  expect(await axeProblems(page)).toEqual([])
  await inDialog(page, 'addChannel').click()
  await channel(page, 'production').getByText(say('releases:serves.nothing')).waitFor()
  expect(await loaded('production')).toBe(404)

  await button(page, 'publishFirst').click()
  await field(page, 'field.title').fill('Winter returns')
  await choose(page, 'field.channel', 'production')
  expect(await axeProblems(page)).toEqual([])
  await inDialog(page, 'publish').click()
  await release(page, 1).getByText('Winter returns').waitFor()
  await channel(page, 'production').getByText('v1').waitFor()
  expect(await loaded('production')).toEqual({ hello: 'Hallo' })
})

test('what changed is shown as it comes, with its words; some readers get it, half of them, then all', async () => {
  const page = await story.visit(ADDRESS)
  await release(page, 'next')
    .getByText(say('releases:noChangesSince', { release: 'v1' }))
    .waitFor()
  expect(await button(page, 'publish').getAttribute('aria-disabled')).toBe('true')
  await save('hello', 'Hallo zusammen')
  await button(page, 'publishChanges_one', { count: 1 }).waitFor()
  const difference = page.getByRole('region', { name: say('releases:difference') })
  await difference.getByRole('insertion').getByText('zusammen').waitFor()
  await save('pay', 'Jetzt zahlen')
  await difference.getByText(say('releases:failing_one', { count: 1, language: 'German' })).waitFor()
  expect(await axeProblems(page)).toEqual([])

  await button(page, 'publishChanges_other', { count: 2 }).click()
  await field(page, 'field.title').fill('Spring sale')
  await choose(page, 'field.channel', 'production')
  await choose(page, 'share.label', say('releases:share.some', { share: '10%' }))
  await inDialog(page, 'publish').click()
  await channel(page, 'production').getByText('10%').waitFor()
  await release(page, 2)
    .getByText(say('releases:shareOfChannel', { share: '10%', name: 'production' }))
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await loaded('production')).toEqual({ hello: 'Hallo' })
  const first = await readersOf('zusammen')
  expect([first > 0, first < 35]).toEqual([true, true])

  await button(page, 'raise', { share: '50%' }).click()
  await channel(page, 'production').getByText('50%').first().waitFor()
  expect(await readersOf('zusammen')).toBeGreaterThan(first)
  await button(page, 'everyone').click()
  await release(page, 2).getByText('production', { exact: true }).waitFor()
  expect(await loaded('production')).toEqual({ hello: 'Hallo zusammen', pay: 'Jetzt zahlen' })
})

test('a roll back with a note is seen by another browser immediately, and its dialog shows what changed', async () => {
  const [page, other] = [await story.visit(ADDRESS), await story.visit(ADDRESS)]
  const acts = say('releases:rollBackTo')
  const open = (one: Page) =>
    release(one, 1)
      .getByRole('button', { name: say('releases:actOn', { act: acts, release: 'v1' }) })
      .click()
  await open(other)
  await dialog(other).waitFor()
  await open(page)
  await field(page, 'move.note').fill('Pay button was empty')
  await page.keyboard.press('Tab')
  expect(await axeProblems(page)).toEqual([])
  await inDialog(page, 'rollBack').click()
  await release(page, 2).getByText('“Pay button was empty”').waitFor()
  expect(await loaded('production')).toEqual({ hello: 'Hallo' })

  await release(other, 2).getByText('“Pay button was empty”').waitFor()
  await inDialog(other, 'rollBack').click()
  await dialog(other).getByText(say('failures:stale-channel')).waitFor()
  expect(await dialog(other).locator('dl').innerText()).toMatch(/v1[\s\S]*v1/)
  await other.keyboard.press('Escape')
  await dialog(other).waitFor({ state: 'detached' })
})

test('any two are compared, a text opens in the editor, a release is renamed', async () => {
  const page = await story.visit(ADDRESS)
  await button(page, 'compareOf', { release: 'v2' }).click()
  await page.waitForURL(/to=2/)
  await page.getByRole('deletion').or(page.getByRole('insertion')).first().waitFor()
  await button(page, 'actsOf', { name: 'v2' }).click()
  await page.getByRole('menuitem', { name: say('releases:edit') }).click()
  await field(page, 'field.title').fill('Summer sale')
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .click()
  await release(page, 2).getByText('Summer sale').waitFor()
  await page
    .getByRole('region', { name: say('releases:difference') })
    .getByRole('link')
    .filter({ hasText: 'hello' })
    .click()
  await page.waitForURL(/translate\/de\?key=\d+/)
})

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

test('formats, pages and caches of a channel are set; what is no origin is shown at its field', async () => {
  const page = await story.visit(ADDRESS)
  await openSettings(page, 'live')
  await choose(page, 'field.addFormat', nameOfFormat('android-xml'))
  await choose(page, 'field.addFormat', nameOfFormat('icu-json'))
  expect(await dialog(page).getByRole('list').last().innerText()).not.toContain('i18next')
  await choose(page, 'field.origins', say('releases:origins.listed'))
  await field(page, 'field.originLines').fill('https://Shop.example.com/\nshop.example.com')
  await choose(page, 'field.cacheSeconds', '1 min')
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .click()
  await dialog(page)
    .getByText(say('releases:field.noOrigin', { line: 'shop.example.com' }))
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await field(page, 'field.originLines').fill('https://Shop.example.com/')
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .click()
  await channel(page, 'live')
    .getByText(say('releases:note.origins_one', { count: 1 }))
    .waitFor()

  const load = (file: string) =>
    fetch(`${story.product.origin}/d/shop/live/locales/de/${file}`, {
      headers: { origin: 'https://shop.example.com' },
    })
  const json = await load('shop.json')
  expect([json.headers.get('cache-control'), json.headers.get('access-control-allow-origin')]).toEqual([
    'public, max-age=60, stale-if-error=86400',
    'https://shop.example.com',
  ])
  expect(await (await load('shop.xml')).text()).toContain('<resources>')

  await openSettings(page, 'live')
  await button(page, 'field.removeFormat', { format: nameOfFormat('android-xml') }).press('Enter')
  await choose(page, 'field.addFormat', nameOfFormat('i18next-json'))
  await choose(page, 'field.origins', say('releases:origins.any'))
  await choose(page, 'field.cacheSeconds', say('releases:field.notAtAll'))
  await dialog(page)
    .getByRole('button', { name: say('common:save'), exact: true })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { channels } = await story.api<{ channels: { name: string; settings: object }[] }>(
    'GET',
    '/projects/shop/channels',
  )
  expect(channels.find(({ name }) => name === 'live')?.settings).toMatchObject({
    formats: ['i18next-json'],
    origins: null,
    cacheSeconds: 0,
  })
})

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
  await page.locator('table').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
})

test('a channel is removed, and its address returns 404', async () => {
  const page = await story.visit(ADDRESS)
  await button(page, 'actsOf', { name: 'production' }).click()
  await page.getByRole('menuitem', { name: say('releases:remove') }).click()
  await dialog(page).getByText(say('releases:removeAbout')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await inDialog(page, 'remove').click()
  await channel(page, 'production').waitFor({ state: 'detached' })
  await until(async () => expect(await loaded('production')).toBe(404))
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
const chooseKey = async (page: Page, name: string): Promise<void> => {
  await missing(page)
    .getByRole('checkbox', { name: say('releases:missing.choose', { key: `shop:${name}` }), exact: true })
    .focus()
  await page.keyboard.press('Space')
}

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

test('selected keys are added with the texts that apps show; a refused one shows the reason', async () => {
  const page = await story.visit(ADDRESS)
  await missingKey(page, 'orders').waitFor()
  expect(await button(page, 'missing.add').getAttribute('aria-disabled')).toBe('true')
  for (const name of ['basket.pay', 'orders', 'two⇥columns']) await chooseKey(page, name)
  await button(page, 'missing.addCount_other', { count: 3 }).click()
  await missing(page)
    .getByText(say('releases:missing.notAdded_one', { count: 1 }))
    .waitFor()
  await missingKey(page, 'two⇥columns')
    .getByText(say('failures:invalid-input_field', { fields: say('failures:fieldName.name') }))
    .waitFor()
  await missingKey(page, 'orders').waitFor({ state: 'detached' })
  expect(await missingKey(page, 'basket.pay').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  const answer = await fetch(`${story.product.origin}/d/shop/live/locales/en/shop.json`)
  expect(await answer.json()).toMatchObject({
    basket: { pay: 'Pay now' },
    orders_one: 'One order',
    orders_other: '{{count}} orders',
  })
  await missingKey(page, 'basket.empty').waitFor()
})

test('while the list cannot be had, that is reported, and it is asked for again', async () => {
  const page = await story.visit()
  const address = '**/api/projects/shop/missing-keys'
  await page.route(address, (route) => route.abort())
  await page.goto(ADDRESS)
  const again = missing(page).getByRole('button', { name: say('common:tryAgain'), exact: true })
  await again.waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.unroute(address)
  await again.click()
  await missingKey(page, 'basket.empty').waitFor()
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
