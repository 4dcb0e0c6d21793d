import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newSessionId } from '../packages/server/src/http/session-cookie.ts'
import { hashOfSecret } from '../packages/server/src/secrets/hash-of-secret.ts'
import {
  createMember,
  createSession,
  keysPage,
  openStore,
  projectBySlug,
  putMembership,
} from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** The lists of tasks in all looks, and emails about what needs a person. */

let story: Story
let locales: LocaleFolder
const ids = new Map<string, number>()
const sessions = new Map<string, string>()
const keys = new Map<string, number>()

beforeAll(async () => {
  const names = ['hello', 'pay', 'later', 'slot', 'total', 'terms']
  locales = makeLocaleFolder({
    'locales/en/shop.json': json(Object.fromEntries(names.map((name) => [name, `English ${name}`]))),
    'locales/de/shop.json': json({ hello: 'Hallo', slot: 'Lieferzeit' }),
    'locales/pl/shop.json': json({ hello: 'Cześć' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  await addPeople()
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/** Adds people while the program is stopped: Ben translates, Ola only into Polish, Vera reads. */
async function addPeople(): Promise<void> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const at = new Date().toISOString()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('The project is not there.')
    const page = await keysPage(w, { projectId: project.id, languages: ['de'], filter: {}, limit: 20 })
    for (const { key } of page.rows) keys.set(key.name, key.id)
    for (const [name, role, languages] of [
      ['Ben Adeyemi', 'translator', null],
      ['Ola Nowak', 'translator', new Set(['pl'])],
      ['Vera Lindt', 'viewer', null],
    ] as const) {
      const { id: userId } = await createMember(w, { name, passwordHash: null, at })
      await putMembership(w, { userId, projectId: project.id }, { role, languages, namespaces: null })
      const session = newSessionId()
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      await createSession(w, { userId, idHash: hashOfSecret(session), at, expiresAt })
      ids.set(name, userId)
      sessions.set(name, session)
    }
  })
  await store.close()
  await story.restart('SIGTERM')
}

/** Opens a page of another person. */
async function visitAs(name: string, address: string, options?: BrowserContextOptions): Promise<Page> {
  return story.visit(address, options, sessions.get(name) ?? '')
}

/** Returns a date like `2026-11-30`, some days from now in the browser's time zone. */
function day(ahead: number): string {
  const date = new Date(Date.now() + ahead * 24 * 60 * 60_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

async function give(title: string, more: object = {}): Promise<void> {
  await story.api('POST', '/projects/shop/tasks', {
    title,
    note: '',
    goal: 'translated',
    due: null,
    languages: ['de'],
    assignees: [`user:${ids.get('Ben Adeyemi')}`],
    select: { keys: [keys.get('total'), keys.get('terms')] },
    ...more,
  })
}

const dialogOf = (page: Page) => page.getByRole('dialog')

test('email about what needs the person is set on the account; the language chosen there is that of the emails', async () => {
  const page = await visitAs('Ola Nowak', '/account')
  await page.getByRole('heading', { name: say('inbox:settings.title') }).waitFor()
  await page.getByRole('button', { name: new RegExp(say('inbox:settings.chooseProject')) }).click()
  await page.getByRole('option', { name: 'Garden shop' }).click()
  await page.getByRole('heading', { name: 'Garden shop' }).waitFor()
  await page
    .getByRole('button', { name: new RegExp(say('inbox:settings.mail')) })
    .last()
    .click()
  await page.getByRole('option', { name: say('inbox:settings.time.weekly') }).click()
  const asked = (path: string) =>
    page.evaluate(async (at) => (await fetch(`/api${at}`)).json(), path) as Promise<Record<string, unknown>>
  await until(async () =>
    JSON.stringify((await asked('/notifications/settings')).settings).includes('"mail":"weekly"'),
  )
  await page.getByRole('button', { name: say('common:interfaceLanguage') }).click()
  await page.getByRole('menuitemradio', { name: 'Polski' }).click()
  await until(async () => (await asked('/account')).language === 'pl')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('pl')
})

test('after a task is completed in its menu, the next one has the focus, and keys apply to it', async () => {
  for (const [index, title] of ['First', 'Second', 'Third', 'Fourth'].entries())
    await give(title, { due: day(20 + index) })
  const page = await story.visit('/p/shop/tasks')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const titles = () => page.locator('a[data-item]').allTextContents()
  const acts = page.getByRole('button', { name: say('tasks:acts', { title: 'Second' }) })
  await acts.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: say('tasks:finish') }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual(['First', 'Third', 'Fourth'])
  await expect.poll(focused).toBe('Third')
  await page.keyboard.press('d')
  await expect.poll(titles).toEqual(['First', 'Fourth'])
  await expect.poll(focused).toBe('Fourth')
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['320 pixels', { viewport: { width: 320, height: 640 }, hasTouch: true }],
]

async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env.DRAGOMAN_E2E_PICTURES
  if (pictures) await page.screenshot({ path: `${pictures}/${name.replace(/[^\w-]/g, '')}.png` })
}

describe('axe finds no problems, and nothing is scrolled sideways', () => {
  beforeAll(async () => {
    await give('Late', { due: day(-3) })
    await give('Soon', { due: day(2), languages: ['de', 'ar'], note: 'See the brand guide.' })
    await give('Some day soon', { assignees: [] })
  })

  test.each(LOOKS)('%s', async (name, options) => {
    const page = await story.visit('/p/shop/tasks', options)
    const check = async (what: string) => {
      await picture(page, `tasks-${what}-${name}`)
      expect(await axeProblems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await page.locator('a[data-item]').first().waitFor()
    await check('list')
    await page.locator('a[data-item]').first().focus()
    await page.keyboard.press('e')
    await dialogOf(page).getByRole('checkbox', { name: /Vera/ }).waitFor()
    await check('dialog')
    for (const at of ['/projects', '/p/shop/overview']) {
      const bens = await visitAs('Ben Adeyemi', at, options)
      await bens.locator('a[data-item]').first().waitFor()
      await picture(bens, `tasks-mine${at.replaceAll('/', '-')}-${name}`)
      expect(await axeProblems(bens)).toEqual([])
    }
  })
})
