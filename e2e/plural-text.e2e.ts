import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** A plural within a text is translated form by form, and the text around the forms stays as it was. */

const ENGLISH = {
  'cart.items': 'Your cart has {n, plural, =0 {nothing} one {# item} other {# items}} in it.',
  'cart.title': 'Your cart',
  'desk.files': '{n, plural, one {# file} other {# files}}',
  'desk.folders': '{n, plural, one {# folder} other {# folders}}',
  'desk.owner': '{who, select, me {My desk} other {Their desk}}',
}
const POLISH = {
  'cart.items': 'Masz {n,plural, =0{nic}  one {# rzecz} few {# rzeczy} other {# rzeczy}} w koszyku.',
  'cart.title': 'Twój koszyk',
}
const FILE = 'lang/pl.json'

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({ 'lang/en.json': json(ENGLISH), [FILE]: json(POLISH) })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const open = (page: Page, key: string) => openString(page, { project: 'shop', language: 'pl', key })
const boxes = (page: Page) => page.locator('[data-string-boxes] [contenteditable=true]')
const pressSwitch = (page: Page, to: 'asText' | 'asForms') =>
  page.getByRole('button', { name: say(`translations:plural.${to}`) }).press('Enter')
const save = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)
}
/** Returns the lines of the file that git reports as removed and added. */
const changedLines = () =>
  locales
    .git('diff', '--unified=0', '--', FILE)
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line))

test('one form is changed, and the diff is that form', async () => {
  const page = await story.visit()
  await open(page, 'cart.items')
  expect(await boxes(page).allTextContents()).toEqual([
    'Masz',
    'nic',
    '# rzecz',
    '# rzeczy',
    '',
    '# rzeczy',
    'w koszyku.',
  ])
  const source = page.getByRole('region', { name: say('translations:pane.source'), exact: true })
  expect(await source.locator('bdi').allTextContents()).toEqual([
    'Your cart has',
    'nothing',
    '# item',
    '# items',
    'in it.',
  ])
  expect(await axeProblems(page)).toEqual([])
  await typeText(page, '# sztuka', 'one')
  await save(page)
  await until(() =>
    expect(changedLines()).toEqual([
      '-  "cart.items": "Masz {n,plural, =0{nic}  one {# rzecz} few {# rzeczy} other {# rzeczy}} w koszyku.",',
      '+  "cart.items": "Masz {n,plural, =0{nic}  one {# sztuka} few {# rzeczy} other {# rzeczy}} w koszyku.",',
    ]),
  )
  await typeText(page, '# sztuk', 'many')
  await save(page)
  await until(() =>
    expect(JSON.parse(locales.read(FILE))['cart.items']).toContain(
      'few {# rzeczy} many {# sztuk} other {# rzeczy}}',
    ),
  )
})

test('an empty text is written form by form in the structure of its source', async () => {
  const page = await story.visit()
  await open(page, 'desk.files')
  expect(await boxes(page).allTextContents()).toEqual(['', '', '', ''])
  await typeText(page, '# plik', 'one')
  // A form is missing once its field was left.
  const missing = page.getByText(say('translations:form.missing', { language: 'Polish' }))
  expect(await missing.count()).toBe(0)
  await boxes(page).nth(1).click()
  await boxes(page).nth(2).click()
  await missing.waitFor()
  await typeText(page, '# pliki', 'few')
  await typeText(page, '# plików', 'many')
  await typeText(page, '# pliku', 'other')
  await missing.waitFor({ state: 'detached' })
  await save(page)
  await until(() =>
    expect(JSON.parse(locales.read(FILE))['desk.files']).toBe(
      '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
    ),
  )
})

test('the fields stay while their text cannot be parsed, and the switch shows the text in its syntax', async () => {
  const page = await story.visit()
  await open(page, 'desk.folders')
  await typeText(page, '# folder { ', 'one')
  await page.keyboard.type('x ')
  expect(await boxes(page).count()).toBe(4)
  expect(await box(page, 'one').textContent()).toBe('# folder { x ')
  await page.locator('#string-issues li').first().waitFor()
  await typeText(page, '# folder', 'one')
  await pressSwitch(page, 'asText')
  await boxes(page).nth(1).waitFor({ state: 'detached' })
  expect(await boxes(page).allTextContents()).toEqual(['{n, plural, one {# folder} other {}}'])
  await typeText(page, '{n, plural, one {# folder} few {# foldery} other {# folderu}}')
  expect(await boxes(page).count()).toBe(1)
  await pressSwitch(page, 'asForms')
  await box(page, 'few').filter({ hasText: '# foldery' }).waitFor()
  expect(await boxes(page).count()).toBe(4)
  await page.getByRole('button', { name: say('translations:save.discard') }).click()
  await box(page, 'few').filter({ hasNotText: 'foldery' }).waitFor()
  expect(await boxes(page).allTextContents()).toEqual(['', '', '', ''])
})

test('a plain text and a choice of words have one field and no switch', async () => {
  const page = await story.visit()
  for (const key of ['cart.title', 'desk.owner']) {
    await open(page, key)
    expect(await boxes(page).count()).toBe(1)
    expect(await page.getByRole('button', { name: say('translations:plural.asText') }).count()).toBe(0)
  }
  // A text typed as a whole is not replaced by fields meanwhile
  await open(page, 'cart.title')
  await typeText(page, 'Koszyk: {n, plural, one {#} other {#}}')
  await page.getByRole('button', { name: say('translations:plural.asForms') }).waitFor()
  expect(await boxes(page).count()).toBe(1)
  await page.getByRole('button', { name: say('translations:save.discard') }).click()
})
