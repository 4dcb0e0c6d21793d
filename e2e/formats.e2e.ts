import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import {
  beginStory,
  box,
  importsEnd,
  makeProject,
  openString,
  type Story,
  typeText,
  until,
  untilSaved,
} from './story.ts'

/**
 * Files of other formats are imported and exported manually; what a format cannot store is shown before the
 * download.
 */

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      'cart title': 'Your cart',
      greet: 'Hello {{name}}',
      items_one: '{{count}} item',
      items_other: '{{count}} items',
    }),
    'locales/de/shop.json': json({
      greet: 'Hallo {{name}}',
      items_one: '{{count}} Artikel',
      items_other: '{{count}} Artikel',
    }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Shop',
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

const PO = `msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Save"
msgstr "Zapisz"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"
`

async function openFiles(page: Page, button: string): Promise<void> {
  await page
    .getByRole('button', { name: say(button), exact: true })
    .first()
    .waitFor()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`${say(label)}$`) }).click()
  await page.getByRole('option', { name: option, exact: false }).first().click()
}

async function download(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const waiting = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('files:download') })
    .click()
  const file = await waiting
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a PO file is imported in both of its languages, with plural forms', async () => {
  const page = await story.visit('/p/shop/files')
  await openFiles(page, 'files:import')
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'desk.po', mimeType: 'text/x-gettext-translation', buffer: Buffer.from(PO) })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('desk.po').nth(1).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: say('files:importDo_one', { count: 1 }) }).click()
  await dialog.waitFor({ state: 'detached' })
  await importsEnd(story, 'shop')
  const served = await fetch(`${story.product.origin}/d/shop/live/locales/pl/desk.json`)
  expect(await served.json()).toEqual({
    Save: 'Zapisz',
    '%d file_one': '{{count}} plik',
    '%d file_few': '{{count}} pliki',
    '%d file_many': '{{count}} plików',
  })
})

test('XLIFF and Android are exported, and what Android cannot name is shown first', async () => {
  const page = await story.visit('/p/shop/files')
  await openFiles(page, 'files:export')
  await page.getByRole('button', { name: say('files:export'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('files:nothingLost')).waitFor()

  await choose(page, 'files:language', 'German')
  await choose(page, 'files:format', 'XLIFF 1.2')
  await dialog.getByText('shop.de.xlf').waitFor()
  const xliff = await download(page)
  expect(xliff.name).toBe('shop.de.xlf')
  expect(xliff.text).toContain('<source>Hello {name}</source>')
  expect(xliff.text).toContain('{count, plural, one {# Artikel} other {# Artikel}}')

  await choose(page, 'files:language', 'English')
  await choose(page, 'files:format', 'Android')
  await dialog.getByText('shop.en.xml').waitFor()
  await dialog.getByText(say('files:fidelity.name-refused')).click()
  await dialog.getByText('cart title', { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  const android = await download(page)
  expect(android.text).toContain('<item quantity="other">%d items</item>')
  expect(android.text).not.toContain('Your cart')
})

const INI = 'title = "Cart"\nempty = "Nothing here"\n'

test('what an INI file cannot store is shown while typing, in the editor and in the keys grid', async () => {
  const lines = makeLocaleFolder({ 'en/app.ini': INI, 'de/app.ini': INI })
  try {
    await makeProject(story, {
      slug: 'lines',
      name: 'Lines',
      sourceLanguage: 'en',
      folder: lines.folder,
      deliverPublic: true,
    })
    const page = await story.visit('/p/lines')
    await openString(page, { project: 'lines', language: 'de', key: 'title' })
    await typeText(page, 'Ihr\nWarenkorb')
    const sentence = say('issues:file-line-break')
    await page.getByText(sentence).waitFor()
    await page.locator('.cm-issue-end-error .cm-line-end').waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await axeProblems(page)).toEqual([])
    }
    // It is saved anyway; the file is written without it, and held-back texts are fixed together.
    await box(page).press('ControlOrMeta+Enter')
    await untilSaved(page)
    expect(lines.read('de/app.ini')).toBe(INI)
    await openString(page, { project: 'lines', language: 'de', key: 'title' })
    await page.getByText(sentence).waitFor()
    await typeText(page, 'Ihr Warenkorb')
    await page.getByText(sentence).waitFor({ state: 'detached' })
    await box(page).press('ControlOrMeta+Enter')
    await until(() => expect(lines.read('de/app.ini')).toBe(INI.replace('Cart', 'Ihr Warenkorb')))

    await page.goto('/p/lines/keys?q=key:empty')
    await page.getByRole('row').filter({ hasText: 'empty' }).getByRole('gridcell').nth(3).dblclick()
    await page.keyboard.type(' yet')
    await page.keyboard.press('Alt+Enter')
    await page.getByText(sentence).waitFor()
    await page.keyboard.press('Escape')
  } finally {
    lines.remove()
  }
})
