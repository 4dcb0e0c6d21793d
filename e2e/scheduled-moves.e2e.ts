import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/** A manager prepares moves of a channel: by keyboard, and one that gives way to a roll back. */

const ADDRESS = '/p/shop/releases'
const DAY_MS = 24 * 60 * 60_000

let story: Story
let locales: LocaleFolder

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
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
  await story.api('POST', '/projects/shop/releases', { title: 'Winter returns' })
  await save('Hallo zusammen')
  await story.api('POST', '/projects/shop/releases', { title: 'Spring sale' })
  await story.api('POST', '/projects/shop/channels/production/move', { release: 1 })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

type Scheduled = {
  readonly id: number
  readonly release: number
  readonly at: string
  readonly version: number
}

/** Saves the German text. */
async function save(text: string): Promise<void> {
  type Row = { readonly key: { readonly id: number }; readonly target: { readonly version: number } }
  const { rows } = await story.api<{ rows: Row[] }>('GET', '/projects/shop/translations?language=de')
  const [row] = rows
  await story.api('PUT', `/projects/shop/keys/${row?.key.id}/translations/de`, {
    forms: { other: text },
    baseVersion: row?.target.version,
  })
}

const scheduled = async () =>
  (await story.api<{ scheduled: Scheduled[] }>('GET', '/projects/shop/channels')).scheduled
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()
const schedule = (release: number, at: string) =>
  story.api<Scheduled>('POST', '/projects/shop/channels/production/scheduled-moves', { release, at })

const button = (page: Page, name: string, params = {}) =>
  page.getByRole('button', { name: say(`releases:${name}`, params), exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name: say(name), exact: true })
const channel = (page: Page) => page.locator('[data-channel=production]')
const moves = (page: Page) => channel(page).locator('[data-scheduled]')

/** Types a day of this or another year into the first field for a time that is open. */
async function typeYear(page: Page, year: number): Promise<void> {
  await dialog(page).getByRole('spinbutton', { name: /year/i }).focus()
  await page.keyboard.type(String(year))
}

async function openByKeyboard(page: Page): Promise<void> {
  await button(page, 'actsOf', { name: 'production' }).focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('menuitem', { name: say('releases:scheduled.new') })
  await row.waitFor()
  await page.keyboard.press('ArrowDown')
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== say('releases:scheduled.new'))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await inDialog(page, 'releases:schedule').waitFor()
}

test('a move is scheduled by keyboard; a time in the past is refused at its field; undo takes it back', async () => {
  const page = await story.visit(ADDRESS)
  await openByKeyboard(page)
  await typeYear(page, new Date().getFullYear() - 1)
  await inDialog(page, 'releases:schedule').focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText(say('failures:field.not-ahead')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await scheduled()).toEqual([])

  await typeYear(page, new Date().getFullYear())
  await dialog(page)
    .getByRole('textbox', { name: say('releases:move.note') })
    .fill('Sale starts')
  await inDialog(page, 'releases:schedule').focus()
  await page.keyboard.press('Enter')
  await moves(page).getByText('“Sale starts”').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await scheduled()).toMatchObject([{ release: 2, note: 'Sale starts' }])
  // The focus is back where it came from, which shows its tip.
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await axeProblems(page)).toEqual([])
  await page
    .getByRole('button', { name: say('common:undo') })
    .first()
    .click()
  await moves(page).waitFor({ state: 'detached' })
  expect(await scheduled()).toEqual([])
})

test('it happens at its time, and the channel says who scheduled it', async () => {
  const page = await story.visit(ADDRESS)
  await channel(page).waitFor()
  await schedule(2, ahead(3000))
  await moves(page).waitFor()
  await moves(page).waitFor({ state: 'detached' })
  await channel(page).getByText('v2').first().waitFor()
  await channel(page)
    .getByText(/^scheduled by /)
    .waitFor()
})

test('a move that a rollback will prevent shows this in advance, and later its reason', async () => {
  await schedule(2, ahead(6000))
  await story.api('POST', '/projects/shop/channels/production/move', { release: 1 })
  const page = await story.visit(ADDRESS)
  await moves(page).getByText(say('releases:scheduled.willFail')).waitFor()
  await moves(page).getByText(say('releases:scheduled.failed')).waitFor()
  await moves(page).getByText(say('releases:scheduled.failure.rolled-back')).waitFor()
  expect(await axeProblems(page)).toEqual([])
})

const USED: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]

describe('next to a failed move', () => {
  beforeAll(() => schedule(2, ahead(DAY_MS)))

  test.each(USED)('scheduled moves can be read in %s', async (_name, options) => {
    const page = await story.visit(ADDRESS, options)
    await moves(page).nth(1).waitFor()
    expect(await axeProblems(page)).toEqual([])
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBeLessThanOrEqual(0)
  })
})
