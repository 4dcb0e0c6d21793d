import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashOfSessionId, newSessionId } from '../packages/server/src/http/session-cookie.ts'
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
import { beginStory, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * Strings are assigned to people, worked on, and completed automatically; the person who assigned them is
 * notified.
 */

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
      await createSession(w, { userId, idHash: hashOfSessionId(session), at, expiresAt })
      ids.set(name, userId)
      sessions.set(name, session)
    }
  })
  await store.close()
  await story.restart('SIGTERM')
}

/** Opens a page of another person. */
async function visitAs(name: string, address: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await story.visit('/projects', options)
  const cookies = await page.context().cookies()
  const value = sessions.get(name) ?? ''
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value })))
  await page.goto(address)
  await page.getByRole('main').waitFor()
  return page
}

type Task = {
  readonly id: number
  readonly title: string
  readonly doneAt: string | null
  readonly due: string | null
}
const tasksOf = async (state: 'open' | 'done') =>
  (await story.api<{ tasks: Task[] }>('GET', `/projects/shop/tasks?state=${state}`)).tasks

/** Returns a date like `2026-11-30`, some days from now in the browser's time zone. */
function day(ahead: number): string {
  const date = new Date(Date.now() + ahead * 24 * 60 * 60_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function give(title: string, more: object = {}): Promise<Task> {
  return story.api<Task>('POST', '/projects/shop/tasks', {
    title,
    note: '',
    goal: 'translated',
    due: null,
    languages: ['de'],
    assignees: [`user:${ids.get('Ben Adeyemi')}`],
    select: { keys: [keys.get('pay'), keys.get('later')] },
    ...more,
  })
}

const dialogOf = (page: Page) => page.getByRole('dialog')

test('the results of a search are assigned from the editor; people who cannot do it are greyed out with the reason', async () => {
  const page = await story.visit('/p/shop/translate/de?q=state:untranslated')
  await page.getByRole('button', { name: say('translations:filter.assign_other', { count: 4 }) }).click()
  const dialog = dialogOf(page)
  await dialog
    .getByText(say('tasks:foundStrings_other', { count: 4, search: 'state:untranslated' }))
    .waitFor()
  const vera = dialog.getByRole('checkbox', { name: /Vera/ })
  await vera.waitFor()
  expect(await vera.isDisabled()).toBe(true)
  await dialog.getByText(say('tasks:refusal.role-too-low')).waitFor()
  await dialog.getByText(say('tasks:refusal.other-language')).waitFor()
  // With Polish added, Ola can do a part of it.
  await dialog.getByRole('checkbox', { name: 'Polski' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByText(say('tasks:refusal.some', { languages: 'Deutsch' })).waitFor()
  expect(await dialog.getByRole('checkbox', { name: /Ola/ }).isDisabled()).toBe(false)
  await dialog.getByRole('checkbox', { name: /Ben/ }).focus()
  await page.keyboard.press('Space')
  const [year = '', month = '', date = ''] = day(1).split('-')
  await dialog.getByRole('spinbutton').first().focus()
  await page.keyboard.type(`${month}${date}${year}`)
  await dialog.getByLabel(say('tasks:field.note')).fill('Before the spring sale')
  expect(await axeProblems(page)).toEqual([])
  // Nothing typed is lost if the server cannot be reached.
  await page.route('**/api/projects/shop/tasks', (route) => route.abort())
  const send = dialog.getByRole('button', { name: say('tasks:assign_other', { count: 4 }) })
  await send.click()
  await dialog.getByText(say('failures:unreachable')).waitFor()
  expect(await dialog.getByLabel(say('tasks:field.note')).inputValue()).toBe('Before the spring sale')
  await page.unroute('**/api/projects/shop/tasks')
  await send.click()
  await until(async () => (await dialog.count()) === 0)
  const [task] = await tasksOf('open')
  expect(task).toMatchObject({
    title: say('tasks:ownTitle.translated', { languages: 'Deutsch and Polski' }),
    due: day(1),
    note: 'Before the spring sale',
    languages: [
      { language: 'de', done: 0, total: 4 },
      { language: 'pl', done: 0, total: 4 },
    ],
    assignees: [{ name: 'Ben Adeyemi' }],
  })
  await page.keyboard.press('Control+z')
  await until(async () => (await tasksOf('open')).length === 0)
})

test('selected strings are assigned from the list, the keys grid and the review queue', async () => {
  const page = await story.visit('/p/shop/translate/de')
  await page.getByRole('listbox').first().focus()
  await page.keyboard.press('x')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: say('common:assign') })
    .click()
  await dialogOf(page)
    .getByText(say('tasks:strings_one', { count: 1 }), { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/p/shop/keys')
  await page.getByRole('grid').waitFor()
  await page.getByRole('grid').locator('label').first().click()
  await page.getByRole('button', { name: say('common:assign') }).click()
  await dialogOf(page)
    .getByText(say('tasks:strings_other', { count: 6 }), { exact: true })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/p/shop/review/de')
  await page.locator('[data-item]').first().focus()
  await page.keyboard.press('x')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: say('common:assign') })
    .click()
  await dialogOf(page)
    .getByRole('button', { name: new RegExp(say('tasks:goal.reviewed')) })
    .waitFor()
})

test('the last translated string completes a task; the person who assigned it is notified', async () => {
  const { id } = await give('Checkout')
  const page = await visitAs('Ben Adeyemi', '/projects')
  await page.getByRole('heading', { name: say('tasks:mineTitle') }).waitFor()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.waitForURL(new RegExp(`/p/shop/translate/de\\?q=task%3A${id}`))
  for (const key of ['pay', 'later']) {
    await openString(page, { project: 'shop', language: 'de', key })
    await typeText(page, `Deutsch ${key}`)
    await page.keyboard.press('Control+s')
    await untilSaved(page)
  }
  await until(async () => (await tasksOf('done')).some((task) => task.id === id))
  const owner = await story.visit('/inbox')
  await owner.getByRole('heading', { name: say('inbox:heading.task-done', { title: 'Checkout' }) }).waitFor()
  await page.goto('/projects')
  await page.getByRole('main').waitFor()
  expect(await page.getByRole('link', { name: 'Checkout' }).count()).toBe(0)
})

test('two people change one task: both versions are shown, with a choice', async () => {
  const select = { keys: [keys.get('total'), keys.get('terms')] }
  await give('Late', { due: day(-3), select })
  await give('Soon', { due: day(2), select, languages: ['de', 'ar'], note: 'See the brand guide.' })
  const task = await give('Some day', { select, assignees: [] })
  const page = await story.visit('/p/shop/tasks')
  await page.locator(`a[data-item="${task.id}"]`).focus()
  await page.keyboard.press('e')
  const dialog = dialogOf(page)
  await dialog.getByLabel(say('tasks:field.title'), { exact: true }).fill('Some day soon')
  await story.api('PUT', `/projects/shop/tasks/${task.id}`, {
    title: 'Never',
    note: '',
    goal: 'translated',
    due: null,
    languages: ['de'],
    assignees: [],
    baseVersion: 1,
  })
  await dialog.getByRole('button', { name: say('common:save') }).click()
  await dialog.getByRole('alert').getByText('Never').waitFor()
  await dialog.getByRole('alert').getByText('Some day soon').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await picture(page, 'tasks-conflict')
  await dialog.getByRole('button', { name: say('tasks:keepMine') }).click()
  await until(async () => (await tasksOf('open')).some(({ title }) => title === 'Some day soon'))
})

test('people who cannot manage tasks see them, and complete their own', async () => {
  const page = await visitAs('Ben Adeyemi', '/p/shop/tasks')
  await page.getByRole('button', { name: say('tasks:acts', { title: 'Soon' }) }).click()
  const row = (name: string) => page.getByRole('menuitem', { name })
  expect(await row(say('common:edit')).getAttribute('aria-disabled')).toBe('true')
  expect(await row(say('tasks:finish')).getAttribute('aria-disabled')).toBe(null)
  await page.keyboard.press('Escape')
  await page.goto('/p/shop/overview')
  await page.getByRole('heading', { name: say('tasks:mineTitle') }).waitFor()
  await page.getByRole('link', { name: 'Soon' }).waitFor()
})

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
