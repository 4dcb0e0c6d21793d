import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems, closeProfiles, JOB_DEADLINE_MS, openBrowser, openContext } from './browser.ts'
import { goTo, openSave, tabTo, tabToBox, untilBoxHasFocus, untilFocused } from './by-keyboard.ts'
import { say } from './interface-text.ts'
import { type Product, startProduct } from './product.ts'
import { listenForComplaints, until, untilSaved } from './story.ts'

/**
 * The first quarter of an hour with the product, by keyboard alone: set-up, the sample, five strings with a
 * plural, the conflict, an undo, and an import of 5,000 keys in 5 languages that continues without its page.
 * In English and in Arabic; axe checks every step.
 */

const KEYS = 5000
const NAMESPACES = 10
/** Keys of the sample shop. */
const SAMPLE_KEYS = 37
const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ar'] as const
const FILES = NAMESPACES * LANGUAGES.length

let browser: Browser
let largeFolder: string
beforeAll(async () => {
  browser = await openBrowser()
  largeFolder = makeLargeFolder()
})
afterAll(async () => {
  if (browser) await closeProfiles(browser)
  if (largeFolder) rmSync(largeFolder, { recursive: true, force: true })
})

describe.each([
  {
    language: 'en',
    locale: 'en-US',
    // The language with most left, as none of the project's is that of the browser.
    target: 'pl',
    plural: { one: 'ترجمة {{count}} 0', other: 'ترجمة {{count}} 3' },
    key: 'settings.mail',
  },
  {
    language: 'ar',
    locale: 'ar',
    target: 'ar',
    plural: { zero: 'ترجمة {{count}} 0', other: 'ترجمة {{count}} 5' },
    key: 'garden.share',
  },
])('a new user whose browser speaks $language', ({ language, locale, target, plural, key: saved }) => {
  const words = (address: string, params: Readonly<Record<string, string | number>> = {}) =>
    say(address, params, language)
  const complaints: string[] = []
  let product: Product
  let page: Page
  beforeAll(async () => {
    product = await startProduct()
    const context = await openContext(browser, { baseURL: product.origin, locale })
    listenForComplaints(context, complaints)
    page = await context.newPage()
  })
  afterAll(async () => {
    await page?.context().close()
    await product?.stop()
  })
  const projectAddress = () => `/api/projects/${new URL(page.url()).pathname.split('/')[2]}`
  const read = async (address: string) => (await page.request.get(`${projectAddress()}${address}`)).json()

  test('creates the owner account', async () => {
    await page.goto(product.address)
    await page.getByRole('heading', { name: words('session:welcome') }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await tabTo(page, words('session:name'))
    await page.keyboard.type('Mara')
    await tabTo(page, words('session:password'))
    await page.keyboard.type('a long enough password')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\/[\w-]+\/overview$/)
    await page.getByRole('heading', { name: words('overview:sample.title') }).waitFor()
    await untilFocused(page)
    expect(await axeProblems(page)).toEqual([])
  })

  test('translates five strings, including a plural', async () => {
    await tabTo(page, linkIn(words('overview:sample.translate', { language: nameOf(target, language) })))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.endsWith(`/translate/${target}`))
    const missing = (await read(`/languages/${target}/counts`)).counts.untranslated
    let plurals = 0
    for (let done = 0; done < 5; done++) {
      await untilBoxHasFocus(page)
      if (done === 0) expect(await axeProblems(page)).toEqual([])
      const key = await page.locator('h1').textContent()
      const boxes = await page.locator('[data-string-boxes] [contenteditable=true]').count()
      if (boxes > 1) plurals += 1
      for (let place = 0; place < boxes; place++) {
        if (place > 0) await tabToBox(page, place)
        await page.keyboard.type(boxes > 1 ? `ترجمة {{count}} ${place}` : `ترجمة ${done}`)
      }
      await page.keyboard.press('ControlOrMeta+Enter')
      await until(async () => expect(await page.locator('h1').textContent()).not.toBe(key))
    }
    expect(plurals).toBeGreaterThanOrEqual(1)
    await untilSaved(page)
    await until(async () =>
      expect((await read(`/languages/${target}/counts`)).counts.untranslated).toBe(missing - 5),
    )
    const { rows } = await read(`/translations?language=${target}&q=key:garden.thirsty`)
    expect(rows[0].target.forms).toMatchObject(plural)
  })

  test('resolves the conflict', async () => {
    await page.keyboard.press('Escape') // leaves the text field
    await goTo(page, 'f', () =>
      page.getByRole('heading', { name: words('files:title') }).waitFor({ timeout: 15_000 }),
    )
    await page.getByRole('region', { name: words('files:conflictGroup') }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('1')
    await until(async () => expect((await read('/files/conflicts')).total).toBe(0))
    await untilFocused(page)
  })

  test('undoes one of the saves', async () => {
    const before = (await read(`/languages/${target}/counts`)).counts.untranslated
    await goTo(page, 'a', () =>
      page.getByRole('heading', { name: words('activity:title') }).waitFor({ timeout: 15_000 }),
    )
    expect(await axeProblems(page)).toEqual([])
    const group = words(language === 'ar' ? 'activity:group_few' : 'activity:group_other', {
      count: 5,
      language: nameOf(target, language),
    })
    await openSave(page, { group, key: saved })
    // In the list, because the notice of the resolved conflict has such a button too
    await page
      .getByRole('main')
      .getByRole('button', { name: words('common:undo'), exact: true })
      .waitFor()
    await tabTo(page, words('common:undo'))
    await page.keyboard.press('Enter')
    await page.getByText(words('activity:isUndone')).waitFor()
    await until(async () =>
      expect((await read(`/languages/${target}/counts`)).counts.untranslated).toBeGreaterThan(before),
    )
    await untilFocused(page)
    expect(await axeProblems(page)).toEqual([])
  })

  test('imports a large folder, leaves the page meanwhile, and finds it finished', {
    timeout: 2 * JOB_DEADLINE_MS,
  }, async () => {
    await goTo(page, 'f', () =>
      page.getByRole('heading', { name: words('files:title') }).waitFor({ timeout: 15_000 }),
    )
    // Registered early, so that the browser suppresses its file chooser before it is opened.
    const choosing = page.waitForEvent('filechooser')
    await tabTo(page, words('files:importFolder'))
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(largeFolder)
    await page.getByRole('dialog').waitFor()
    const start = page
      .getByRole('dialog')
      .getByRole('button', { name: numbered(words('files:importDo_other', { count: '{{count}}' }), FILES) })
    await until(async () => expect(await start.isEnabled()).toBe(true))
    expect(await axeProblems(page)).toEqual([])
    await until(async () => {
      await page.keyboard.press('Shift+Tab')
      expect(await start.evaluate((element) => element === document.activeElement)).toBe(true)
    })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await goTo(page, 'o', () => page.getByRole('heading', { level: 1 }).waitFor({ timeout: 15_000 }))
    await page.goto('/projects')
    await page.goBack()
    await until(async () => {
      const { jobs } = await read('/jobs')
      expect(jobs[0]).toMatchObject({ kind: 'import', state: 'done' })
    }, JOB_DEADLINE_MS)
    await until(async () =>
      expect((await read('/languages/pl/counts')).counts.total).toBe(SAMPLE_KEYS + KEYS),
    )
    expect((await read('/languages/pl/counts')).counts.untranslated).toBeLessThan(SAMPLE_KEYS)
    expect(await axeProblems(page)).toEqual([])
  })

  test('no page reported errors', () => {
    expect(complaints).toEqual([])
  })
})

/** 10 namespaces × 5 languages of 500 keys each. */
function makeLargeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-large-'))
  for (const language of LANGUAGES) {
    mkdirSync(path.join(folder, language))
    for (let space = 0; space < NAMESPACES; space++) {
      const texts = Array.from({ length: KEYS / NAMESPACES }, (_, i) => [
        `section.key${i}`,
        `${language} ${space} ${i}`,
      ])
      writeFileSync(
        path.join(folder, language, `area${space}.json`),
        JSON.stringify(Object.fromEntries(texts), null, 2),
      )
    }
  }
  return folder
}

const nameOf = (tag: string, inLanguage: string) =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag

/** Returns the text of the link in a sentence. */
const linkIn = (sentence: string) => /<0>(.*?)<\/0>/.exec(sentence)?.[1] ?? sentence

/** Returns a plural sentence as a pattern: its number is in the digits of the language. */
const numbered = (sentence: string, count: number) =>
  new RegExp(
    sentence.replace(/\{\{[^}]*\}\}/, `(?:${count}|${new Intl.NumberFormat('ar-EG').format(count)})`),
  )
