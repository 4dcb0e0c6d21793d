import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { joinByLink } from './people.ts'
import { beginStory, box, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** What is typed is never lost: two people on one string, no connection, a reload, a killed server. */

const ENGLISH = {
  hello: 'Welcome back, {{name}}',
  bye: 'See you soon',
  save: 'Save the date',
  away: 'We are away',
  late: 'Running late',
  soon: 'Coming soon',
}
const GERMAN = {
  hello: 'Willkommen zurück, {{name}}',
  bye: 'Bis bald',
  save: 'Termin merken',
  away: 'Wir sind weg',
  late: 'Es wird spät',
  soon: 'Kommt bald',
}

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({ 'locales/en.json': json(ENGLISH), 'locales/de.json': json(GERMAN) })
  story = await beginStory()
  await makeProject(story, { slug: 'site', name: 'Site', sourceLanguage: 'en', folder: locales.folder })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const open = (page: Page, key: string) => openString(page, { project: 'site', language: 'de', key })
const state = (page: Page, kind: string) => page.locator(`[data-kind=${kind}]`)
const inCatalog = async (key: string) => {
  type Answer = { rows: { key: { name: string }; target: { forms: { other?: string } } }[] }
  const { rows } = await story.api<Answer>('GET', '/projects/site/translations?language=de')
  return rows.find((row) => row.key.name === key)?.target.forms.other
}

test('two people on one string: both texts are shown, and nothing typed is lost', async () => {
  const mara = await story.visit()
  const ole = await story.visit()
  await open(mara, 'hello')
  await open(ole, 'hello')
  await typeText(mara, 'Schön, dass du da bist, {{name}}')
  await typeText(ole, 'Hallo, liebe {{name}}')
  await ole.keyboard.press('ControlOrMeta+s')
  await untilSaved(ole)

  const conflict = mara.getByRole('region', { name: say('translations:conflict.titleOwn') })
  await conflict.waitFor()
  expect(await conflict.innerText()).toContain('liebe')
  expect(await box(mara).innerText()).toContain('Schön, dass du da bist')
  await conflict.getByText('Schön, dass du da bist').first().waitFor()

  // Saving before resolving the conflict saves nothing
  await mara.keyboard.press('ControlOrMeta+s')
  expect(await inCatalog('hello')).toBe('Hallo, liebe {{name}}')
  await conflict
    .locator('article')
    .filter({ hasText: say('translations:conflict.mine') })
    .getByRole('button')
    .click()
  await conflict.waitFor({ state: 'detached' })
  await mara.keyboard.press('ControlOrMeta+s')
  await until(async () => expect(await inCatalog('hello')).toBe('Schön, dass du da bist, {{name}}'))
  await box(ole).filter({ hasText: 'Schön, dass du da bist' }).waitFor()
})

test('changes that do not overlap are merged, and the merge can be undone', async () => {
  const mara = await story.visit()
  const ole = await story.visit()
  await open(mara, 'save')
  await open(ole, 'save')
  await typeText(mara, 'Bitte Termin merken')
  await typeText(ole, 'Termin merken!')
  await ole.keyboard.press('ControlOrMeta+s')
  await untilSaved(ole)
  await box(mara).filter({ hasText: 'Bitte Termin merken!' }).waitFor()
  // Both are the same person here, so the notice does not name someone else
  await mara.getByText(say('translations:conflict.didMergeOwn')).waitFor()
  const conflict = mara.getByRole('region', { name: say('translations:conflict.titleOwn') })
  expect(await conflict.count()).toBe(0)

  await mara.getByRole('button', { name: say('common:undo') }).click()
  await conflict.waitFor()
  await box(mara).getByText('Bitte Termin merken', { exact: true }).waitFor()
  await conflict.focus()
  await mara.keyboard.press('3')
  await box(mara).filter({ hasText: 'Bitte Termin merken!' }).waitFor()
  await until(async () => expect(await inCatalog('save')).toBe('Bitte Termin merken!'))
})

test('without a connection saves wait and are sent when it is back', async () => {
  const page = await story.visit()
  await open(page, 'bye')
  await page.context().setOffline(true)
  await typeText(page, 'Bis gleich')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(say('status:now.offline_one', { count: 1 })).waitFor()
  expect(await inCatalog('bye')).toBe('Bis bald')
  await page.context().setOffline(false)
  await untilSaved(page)
  await until(async () => expect(await inCatalog('bye')).toBe('Bis gleich'))
})

test('a save of a window that was closed is sent by another one', async () => {
  const page = await story.visit()
  const context = page.context()
  const other = await context.newPage()
  await other.goto('/p/site/overview')
  await untilSaved(other)
  await open(page, 'soon')
  await context.setOffline(true)
  await typeText(page, 'Bald da')
  await page.keyboard.press('ControlOrMeta+s')
  await state(other, 'offline').waitFor()
  await page.close()
  await context.setOffline(false)
  await untilSaved(other)
  await until(async () => expect(await inCatalog('soon')).toBe('Bald da'))
})

test('a text is not saved in the name of another person who has signed in in another window', async () => {
  const name = 'Ben'
  const bens = (await joinByLink(story, [], { project: 'site', name, role: 'translator' })).context()
  const page = await story.visit()
  const context = page.context()
  const owners = await context.cookies()
  await open(page, 'save')
  const before = await inCatalog('save')
  await context.setOffline(true)
  await typeText(page, 'Den Tag vormerken')
  await page.keyboard.press('ControlOrMeta+s')
  await state(page, 'offline').waitFor()
  // Replaced in one step, so that no request is sent without a session.
  await context.addCookies(await bens.cookies())
  await bens.close()
  await context.setOffline(false)
  await page.getByRole('button', { name }).waitFor()
  await box(page)
    .filter({ hasText: before ?? '' })
    .waitFor()
  expect(await inCatalog('save')).toBe(before)
  // It is saved as soon as its author has signed in again.
  await page.close()
  await context.addCookies(owners)
  const again = await context.newPage()
  await open(again, 'save')
  await box(again).filter({ hasText: 'Den Tag vormerken' }).waitFor()
  await untilSaved(again)
  await until(async () => expect(await inCatalog('save')).toBe('Den Tag vormerken'))
  story.takeComplaints() // the refused call
})

test('an unsaved text is restored after a reload', async () => {
  const page = await story.visit()
  await open(page, 'late')
  await typeText(page, 'Es dauert noch')
  await state(page, 'typing').waitFor()
  await page.reload()
  await box(page).filter({ hasText: 'Es dauert noch' }).waitFor()
  expect(await inCatalog('late')).toBe('Es wird spät')
  await page.getByRole('button', { name: say('translations:save.discard') }).click()
  await box(page).filter({ hasText: 'Es wird spät' }).waitFor()
})

test('a server killed while someone types: what was saved is there, the rest is sent later', async () => {
  const page = await story.visit()
  await open(page, 'away')
  await typeText(page, 'Wir sind gerade nicht da')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)
  await until(async () => expect(await inCatalog('away')).toBe('Wir sind gerade nicht da'))

  const { data } = story.product
  await story.product.kill('SIGKILL')
  await typeText(page, 'Wir sind im Urlaub')
  await page.keyboard.press('ControlOrMeta+s')
  await state(page, 'unreachable').waitFor()
  expect(await box(page).innerText()).toBe('Wir sind im Urlaub')
  expect(data).toBe(story.product.data)
  await story.restart('SIGKILL')
  await untilSaved(page)
  await until(async () => expect(await inCatalog('away')).toBe('Wir sind im Urlaub'))
  await until(async () => {
    const [file] = (await story.api<{ files: unknown[] }>('GET', '/projects/site/files')).files
    expect(locales.read('locales/de.json'), JSON.stringify(file)).toContain('Wir sind im Urlaub')
  })
  expect(await story.api('GET', '/projects/site/files/conflicts')).toMatchObject({ total: 0 })
})
