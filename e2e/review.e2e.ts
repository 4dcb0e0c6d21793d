import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addSuggestion,
  allowAll,
  applyOperation,
  createMember,
  keysPage,
  openStore,
  projectBySlug,
} from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** The review queue in every theme and direction, and on phones. */

let story: Story
let locales: LocaleFolder

beforeAll(async () => {
  const names = ['hello', 'pay', 'later', 'secure', 'slot', 'overdue', 'many']
  const english = Object.fromEntries(names.map((name) => [name, `English ${name}`]))
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ ...english, overdue: 'This invoice is overdue by {{days}} days.' }),
    'locales/de/shop.json': json({
      hello: 'Hallo',
      pay: 'Jetzt zahlen',
      later: 'Später zahlen',
      secure: 'Ihre Karte bleibt bei Ihrer Bank.',
      slot: 'Lieferzeit wählen',
      overdue: 'Diese Rechnung ist überfällig.',
    }),
    'locales/fr/shop.json': json({ hello: 'Bonjour' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  await prepare()
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/**
 * While the program is stopped, Ines suggests two texts for one string, and Klara suggests one and changes
 * another.
 */
async function prepare(): Promise<void> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const at = new Date().toISOString()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('The project is not there.')
    const projectId = project.id
    const page = await keysPage(w, { projectId, languages: ['de'], filter: {}, limit: 20 })
    const rowOf = (name: string) => {
      const row = page.rows.find(({ key }) => key.name === name)
      if (row === undefined) throw new Error(`no key ${name}`)
      return row
    }
    const people = await Promise.all(
      ['Ines Duarte', 'Klara Busch'].map((name) => createMember(w, { name, passwordHash: null, at })),
    )
    const [first, second] = people.map(({ id, name }) => ({ id: `user:${id}` as const, name }))
    if (first === undefined || second === undefined) throw new Error('nobody was made')
    const suggest = (name: string, other: string, author: typeof first) =>
      addSuggestion(w, {
        projectId,
        keyId: rowOf(name).key.id,
        language: 'de',
        forms: { other },
        note: '',
        author,
        at,
      })
    await suggest('overdue', 'Diese Rechnung ist seit {{days}} Tagen überfällig.', first)
    await suggest('overdue', 'Rechnung {{days}} Tage überfällig', second)
    await suggest('many', 'Viele', first)
    const changed = await applyOperation(w, {
      projectId,
      kind: 'save',
      by: { actor: second, allow: allowAll },
      at,
      changes: [
        {
          kind: 'translate',
          keyId: rowOf('slot').key.id,
          language: 'de',
          forms: { other: 'Wählen Sie eine Lieferzeit' },
        },
      ],
    })
    if (!changed.ok) throw new Error('Klara could not save')
  })
  await store.close()
  await story.restart('SIGKILL')
}

const rows = (page: Page) => page.locator('[data-item]')
const open = (page: Page) => page.locator('[data-item][aria-current=true]')
const openKey = async (page: Page) => (await open(page).locator('code').first().innerText()).split(':').at(-1)

async function visitQueue(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.visit('/p/shop/review/de', options)
  await rows(page).first().waitFor()
  return page
}

/** Moves from the first item to the string with `j`. */
async function moveTo(page: Page, name: string): Promise<void> {
  const count = await rows(page).count()
  for (let i = 0; i < count; i++) await page.keyboard.press('k')
  await until(async () => expect(await rows(page).first().getAttribute('aria-current')).toBe('true'))
  for (let shown = await openKey(page); shown !== name; shown = await openKey(page)) {
    await page.keyboard.press('j')
    await until(async () => expect(await openKey(page)).not.toBe(shown))
  }
}

describe('themes and directions', () => {
  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['Arabic', { locale: 'ar' }],
    ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ]
  test.each(LOOKS)('%s: axe finds no problems, and nothing is scrolled sideways', async (name, options) => {
    const page = await visitQueue(options)
    if (name !== '390 pixels') await moveTo(page, 'overdue')
    expect(await axeProblems(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    if (process.env.DRAGOMAN_PICTURES)
      await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/${name}.png` })
  })

  test('the question for a reason too', async () => {
    const page = await visitQueue()
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  test('on phones three buttons are within reach of the thumb', async () => {
    const page = await visitQueue({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const approve = page.getByRole('button', { name: say('review:approve'), exact: true }).last()
    const place = await approve.boundingBox()
    expect(place?.height).toBeGreaterThanOrEqual(44)
    expect(place?.y ?? 0).toBeGreaterThan(600)
  })
})

test('on phones the comments are a sheet', async () => {
  const page = await visitQueue({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await open(page)
    .getByRole('button', { name: say('review:comments') })
    .click()
  await page
    .getByRole('dialog', { name: say('review:comments') })
    .getByRole('textbox')
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
})
