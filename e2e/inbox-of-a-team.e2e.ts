import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newSessionId } from '../packages/server/src/http/session-cookie.ts'
import { hashOfSecret } from '../packages/server/src/secrets/hash-of-secret.ts'
import {
  createMember,
  createSession,
  openStore,
  projectBySlug,
  putMembership,
} from '../packages/store/src/index.ts'
import { axeProblems, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/** The inbox of a reviewer of German: a mention, a rejection, a task, and a comment in Polish. */

let story: Story
let locales: LocaleFolder
let session = ''
let userId = 0

beforeAll(async () => {
  const texts = json({ pay: 'Pay when it has arrived, {{name}}.', slot: 'Choose a slot', hello: 'Hello' })
  locales = makeLocaleFolder({
    'locales/en.json': texts,
    'locales/cs.json': json({ slot: 'Vyberte čas' }),
    'locales/de.json': json({ slot: 'Zeit wählen', hello: 'Hallo' }),
    'locales/pl.json': json({ hello: 'Cześć' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  await addKlara()
  const pay = await rowOf('pay')
  await asKlara('PUT', `/projects/shop/keys/${pay.key.id}/translations/de`, {
    forms: { other: 'Zahlen, wenn alles da ist, {{name}}.' },
    baseVersion: pay.target.version,
  })
  await story.api('POST', '/projects/shop/review/de/reject', {
    items: [{ on: 'text', keyId: pay.key.id, baseVersion: (await rowOf('pay')).target.version }],
    reason: { kind: 'meaning', text: 'It reads as a condition.' },
    proposed: { other: 'Erst nach Ankunft zahlen, {{name}}.' },
  })
  const slot = await rowOf('slot')
  const mention = `@[Klara Busch](user:${userId}) is “slot” a time here?`
  await story.api('POST', `/projects/shop/keys/${slot.key.id}/comments`, {
    text: mention,
    language: 'de',
    kind: 'comment',
  })
  await story.api('POST', `/projects/shop/keys/${slot.key.id}/comments`, {
    text: `@[Klara Busch](user:${userId}) and in Polish?`,
    language: 'pl',
    kind: 'comment',
  })
  await story.api('POST', '/projects/shop/tasks', {
    title: 'Spring campaign',
    note: 'Please keep it short.',
    due: '2030-03-01',
    goal: 'translated',
    languages: ['de'],
    assignees: [`user:${userId}`],
    select: { keys: [pay.key.id, slot.key.id] },
  })
  await story.api('POST', '/projects/shop/tasks', {
    title: 'Review the slots',
    note: '',
    due: null,
    goal: 'reviewed',
    languages: ['cs', 'de'],
    assignees: [`user:${userId}`],
    select: { keys: [slot.key.id] },
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

/** While the program is stopped, Klara joins as a reviewer of German, who also translates, with a session. */
async function addKlara(): Promise<void> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const at = new Date().toISOString()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('no project')
    const person = await createMember(w, { name: 'Klara Busch', passwordHash: null, at })
    userId = person.id
    session = newSessionId()
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await createSession(w, { userId, idHash: hashOfSecret(session), at, expiresAt })
    const place = { userId, projectId: project.id }
    await putMembership(w, place, { role: 'reviewer', languages: new Set(['de']), namespaces: null })
  })
  await store.close()
  await story.restart('SIGKILL')
}

type Row = { key: { id: number }; target: { version: number; forms: { other?: string }; state: string } }

async function rowOf(name: string): Promise<Row> {
  const query = new URLSearchParams({ language: 'de', q: `key:${name}` })
  const { rows } = await story.api<{ rows: Row[] }>('GET', `/projects/shop/translations?${query}`)
  if (rows[0] === undefined) throw new Error(`no text ${name}`)
  return rows[0]
}

async function cookieName(): Promise<string> {
  const page = await story.visit('/projects')
  const [cookie] = await page.context().cookies()
  return cookie?.name ?? ''
}

async function asKlara(method: string, address: string, body: unknown): Promise<void> {
  const answer = await fetch(`${story.product.origin}/api${address}`, {
    method,
    headers: {
      cookie: `${await cookieName()}=${session}`,
      origin: story.product.origin,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

/** Opens the inbox as Klara. */
async function visitInbox(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.visit('/inbox', options, session)
  await rows(page).first().waitFor()
  return page
}

const rows = (page: Page) => page.locator('[data-item]')
const detail = (page: Page) => page.getByRole('region', { name: say('inbox:detail') })
const ofKind = (page: Page, kind: string) => page.locator(`[data-item][data-kind="${kind}"]`)

async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env.DRAGOMAN_E2E_PICTURES
  if (pictures) await page.screenshot({ path: `${pictures}/team-inbox-${name}.png` })
}

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
]

describe('axe finds no problems in each kind of item', () => {
  test.each(LOOKS)('%s', async (name, options) => {
    const page = await visitInbox(options)
    for (const kind of ['translation-rejected', 'mentioned', 'task-assigned']) {
      await ofKind(page, kind).last().focus()
      await detail(page).getByRole('button').last().waitFor()
      await untilLoaded(page)
      await picture(page, `${kind}-${name}`)
      expect(await axeProblems(page)).toEqual([])
    }
  })
})
