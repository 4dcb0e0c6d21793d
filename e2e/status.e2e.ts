import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { closeWithEscape } from './by-keyboard.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { untilPartsLoaded } from './offline.ts'
import { beginStory, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** The status in the top bar is true on every screen, in every language and window, and opens its details. */

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en.json': json({ hello: 'Hello', bye: 'See you soon' }),
    'locales/de.json': json({ hello: 'Hallo', bye: 'Bis bald' }),
    'locales/pl.json': json({ hello: 'Witaj', bye: 'Do zobaczenia' }),
  })
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

const status = (page: Page, kind: string) => page.locator(`header button[data-kind=${kind}]`)
const rail = (page: Page, screen: string) => page.locator(`nav a[href="/p/site/${screen}"]`).click()

test('an unsaved draft is shown on every screen and in every language, and the list links to it', async () => {
  const page = await story.visit()
  await openString(page, { project: 'site', language: 'de', key: 'bye' })
  await typeText(page, 'Bis gleich')
  await status(page, 'typing').waitFor()
  for (const screen of ['overview', 'keys', 'files', 'activity']) {
    await rail(page, screen)
    await page.getByRole('main').locator('h1').first().waitFor()
    await status(page, 'draft').waitFor()
  }
  await page.goto('/p/site/translate/pl')
  await status(page, 'draft').click()
  const panel = page.getByRole('dialog', { name: say('status:panel') })
  expect(await axeProblems(page)).toEqual([])
  await panel.getByRole('link', { name: 'bye' }).click()
  await page.waitForURL(/translate\/de\?.*key=/)
  await page.getByRole('button', { name: say('translations:save.discard'), exact: true }).click()
  await untilSaved(page)
})

test('offline with a pending save, no screen and no other window shows saved or live', async () => {
  const page = await story.visit()
  const other = await page.context().newPage()
  await other.goto('/p/site/overview')
  await untilSaved(other)
  await openString(page, { project: 'site', language: 'de', key: 'hello' })
  await page.context().setOffline(true)
  await typeText(page, 'Hallo zusammen')
  await page.keyboard.press('ControlOrMeta+s')
  await status(page, 'offline').waitFor()
  await page.getByText(say('translations:footer.away')).waitFor()
  await status(other, 'offline').waitFor()
  await page.context().setOffline(false)
  await untilSaved(page)
  await untilSaved(other)
  await until(() => expect(locales.read('locales/de.json')).toContain('Hallo zusammen'))
})

test('offline, the status, the palette and the shortcuts open, and other screens say why they are empty', async () => {
  const page = await story.visit('/projects')
  await untilPartsLoaded(page, () => openString(page, { project: 'site', language: 'de', key: 'hello' }))
  await page.context().setOffline(true)
  await status(page, 'offline').click()
  const panel = page.getByRole('dialog', { name: say('status:panel') })
  await panel.waitFor()
  await closeWithEscape(page, panel)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading').first().click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: say('common:shortcuts.title') }).waitFor()
  await page.keyboard.press('Escape')
  await rail(page, 'keys')
  await page.getByText(say('failures:unreachable')).first().waitFor()
  await page.getByRole('navigation').first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('Hallo').first().waitFor()
  story.takeComplaints() // of requests without a connection
})

test('after each navigation the focus is on the heading of the screen, and the title contains the project', async () => {
  const page = await story.visit('/p/site/overview')
  await rail(page, 'keys')
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)
  await until(async () => expect(await focused()).toBe(`H1 ${say('keys:title')}`))
  expect(await page.title()).toBe(`${say('keys:title')} · Site · Dragoman`)
  await rail(page, 'files')
  await until(async () => expect(await focused()).toBe(`H1 ${say('files:title')}`))
  await page.goBack()
  await until(async () => expect(await focused()).toBe(`H1 ${say('keys:title')}`))
})

test('the command palette finds a pasted key, a file and an action', async () => {
  const page = await story.visit('/p/site/overview')
  await untilSaved(page)
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill(text)
    return page.getByRole('option')
  }
  await (await find('locales/pl.json')).filter({ hasText: say('common:palette.file') }).waitFor()
  await page.keyboard.press('Escape')
  await (await find('dark'))
    .filter({ hasText: say('common:theme.dark') })
    .first()
    .click()
  await until(async () =>
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark'),
  )
  await (await find('Hello')).filter({ hasText: /hello/ }).first().click()
  await page.waitForURL(/translate\/\w+\?.*key=/)
})

test('the language menu shows the current progress of each language, whatever was saved while it was closed', async () => {
  const page = await story.visit()
  await openString(page, { project: 'site', language: 'de', key: 'bye' })
  const menu = page.getByRole('button', {
    name: say('translations:language.current', { language: 'Deutsch' }),
  })
  for (const [text, share] of [
    ['', '50%'],
    ['Bis bald', '100%'],
  ] as const) {
    await typeText(page, text)
    await page.keyboard.press('ControlOrMeta+s')
    await untilSaved(page)
    await menu.click()
    await page.getByRole('menuitemradio', { name: 'German' }).getByText(share, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  }
})

test('a cookie that overrules the language menu is named, and can be removed', async () => {
  const page = await story.visit('/projects')
  await page.context().addCookies([{ name: 'i18next', value: 'pl', url: story.product.origin }])
  await page.reload()
  const english = page.getByRole('menuitemradio', { name: 'English' })
  // Opened again if it was opened before the screen had loaded
  await until(async () => {
    await page.getByRole('button', { name: /Polski/ }).click()
    await english.waitFor({ timeout: 15_000 })
  })
  await english.click()
  await page.getByRole('button', { name: say('common:languageCookie.remove') }).click()
  await until(async () =>
    expect((await page.context().cookies()).map((one) => one.name)).not.toContain('i18next'),
  )
  await page.reload()
  await page.getByRole('button', { name: /English/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
})
