import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openMailServer, type TestMailServer } from '../packages/server/test/mail-server.ts'
import { untilLoaded } from './browser.ts'
import { untilFocused } from './by-keyboard.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { LOOKS, type Look, languageOf, wear } from './looks.ts'
import { untilPartsLoaded } from './offline.ts'
import { joinByInvitation, linkIn, mailTo, openStranger, type Person } from './people.ts'
import { screenProblems } from './screen-problems.ts'
import { beginStory, box, importsEnd, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * Trust in a team: an owner, a developer who also translates, a reviewer, a translator and a visitor, each in a
 * browser of their own. One story: each test continues where the previous one ended. Every step is checked by axe
 * in at least two of four looks, and each look has seen each main screen at the end.
 */

const GRETA = { name: 'Greta Vogel', address: 'greta@example.test', password: 'kettle orchard violin seven' }
const SAM = { name: 'Sam Okafor', address: 'sam@example.test', password: 'lantern marble oxygen fable' }
const PIOTR = { name: 'Piotr Nowak', address: 'piotr@example.test', password: 'harbor pencil winter grape' }
/** Like Greta's name, with Cyrillic letters. */
const LIKE_GRETA = 'Grеtа Vоgel'

/** Strings that were translated before Dragoman. */
const ITEMS = 66
const REVIEWED_AT_ONCE = 20
/** Notifications are collected for a minute and sent in one email. */
const MAIL_MS = 150_000

const SCREENS = ['Overview', 'editor', 'Review', 'Inbox', 'Members', 'public page'] as const
type Screen = (typeof SCREENS)[number]
type Words = Readonly<Record<string, string | number>>

let story: Story
let locales: LocaleFolder
let mail: TestMailServer
let mara: Page
let greta: Page
let sam: Page
let piotr: Page
let vera: Page
const complaints: string[] = []

/** How each page looks now. */
const worn = new Map<Page, Look>()
const seen = new Map<Look, Set<Screen>>(LOOKS.map((look) => [look, new Set()]))
const seenInStep = new Set<Look>()

beforeAll(async () => {
  const items = (write: (n: number) => string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`item${100 + n}`, write(100 + n)]))
  const others = { hello: 'Hello', pay: 'Pay now', later: 'Pay later', cart: 'Your basket' }
  locales = makeLocaleFolder({
    'locales/en.json': json({ ...items((n) => `Plant number ${n} for your garden`, ITEMS), ...others }),
    'locales/de.json': json(items((n) => `Pflanze Nummer ${n} für deinen Garten`, ITEMS)),
    'locales/pl.json': json(items((n) => `Roślina numer ${n} do twojego ogrodu`, 60)),
    'locales/ar.json': json(items((n) => `النبتة رقم ${n} لحديقتك`, 10)),
  })
  mail = await openMailServer()
  story = await beginStory({
    env: (port) => ({
      DRAGOMAN_URL: `http://localhost:${port}`,
      DRAGOMAN_SMTP_URL: `smtp://127.0.0.1:${mail.settings.port}?tls=off`,
      DRAGOMAN_MAIL_FROM: 'Dragoman <l10n@example.test>',
    }),
  })
  mara = await story.visit('/projects')
  worn.set(mara, 'English')
  ;[greta, sam, piotr] = await Promise.all([stranger(), stranger(), stranger()])
  // Her browser asks for Arabic
  vera = await stranger('ar')
})
afterEach(() => {
  expect([...story.takeComplaints(), ...complaints.splice(0)]).toEqual([])
  expect(seenInStep.size, 'looks of this step').toBeGreaterThanOrEqual(2)
  seenInStep.clear()
})
afterAll(async () => {
  await story?.end()
  await mail?.stop()
  locales?.remove()
})

async function stranger(locale = 'en-US'): Promise<Page> {
  const page = await openStranger(story, complaints, { locale })
  worn.set(page, locale === 'ar' ? 'Arabic' : 'English')
  return page
}

const lookOf = (page: Page): Look => worn.get(page) ?? 'English'
/** A text of the interface as this page shows it. */
const text = (page: Page, address: string, words: Words = {}) => say(address, words, languageOf(lookOf(page)))
const languageName = (page: Page, tag: string) =>
  new Intl.DisplayNames(languageOf(lookOf(page)), { type: 'language' }).of(tag) ?? tag
const button = (page: Page, address: string, words: Words = {}, within: Page | Locator = page) =>
  within.getByRole('button', { name: text(page, address, words), exact: true })

/** A button whose name ends with its keys. */
const withKeys = (page: Page, address: string, words: Words = {}) =>
  page.getByRole('button', { name: new RegExp(`^${text(page, address, words)}`) })

async function change(page: Page, look: Look): Promise<void> {
  await wear(page, look)
  worn.set(page, look)
}

let pictures = 10
/** Expects that axe finds no problems, and that nothing is wider or higher than the window. */
async function expectClean(page: Page, screen?: Screen): Promise<void> {
  const look = lookOf(page)
  await untilLoaded(page)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const folder = process.env.DRAGOMAN_E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/five-${pictures++}-${look.replace(' ', '-')}.png` })
  expect(await screenProblems(page, `${page.url()}, ${look}`)).toEqual([])
  seenInStep.add(look)
  if (screen !== undefined) seen.get(look)?.add(screen)
}

async function open(page: Page, address: string, look: Look): Promise<void> {
  await wear(page, look, address)
  worn.set(page, look)
}

type Counts = { total: number; untranslated: number; translated: number; reviewed: number; draft: number }
async function countsOf(language: string): Promise<Counts> {
  type Overview = { languages: { tag: string; counts: Counts }[] }
  const { languages } = await story.api<Overview>('GET', '/projects/garden/overview')
  const found = languages.find(({ tag }) => tag === language)
  if (found === undefined) throw new Error(`no language ${language}`)
  return found.counts
}

type Row = { key: { id: number }; target: { version: number; forms: { other?: string }; state: string } }
async function rowOf(name: string, language: string): Promise<Row> {
  const query = new URLSearchParams({ language, q: `key:${name}` })
  const { rows } = await story.api<{ rows: Row[] }>('GET', `/projects/garden/translations?${query}`)
  if (rows[0] === undefined) throw new Error(`no text ${name}`)
  return rows[0]
}

const items = (page: Page) => page.locator('[data-item]')
const main = (page: Page) => page.getByRole('main')

type Job = { kind: string; state: string }
const reviewJobs = async () =>
  (await story.api<{ jobs: Job[] }>('GET', '/projects/garden/jobs')).jobs.filter(
    ({ kind }) => kind === 'review-imported',
  )

test('Mara connects a folder and counts its translations as reviewed: one job, and nothing waits', async () => {
  await button(mara, 'projects:new').first().click()
  const dialog = mara.getByRole('dialog')
  await dialog.getByLabel(say('projects:name'), { exact: true }).fill('Garden')
  await dialog.getByLabel(say('projects:folder')).fill(locales.folder)
  await dialog.getByRole('checkbox', { name: new RegExp(`^${say('common:countAsReviewed')}`) }).focus()
  await mara.keyboard.press('Space')
  await expectClean(mara)
  await button(mara, 'projects:create', {}, dialog).click()
  await mara.waitForURL('**/p/garden/overview')
  await importsEnd(story, 'garden')
  await until(async () => expect((await reviewJobs()).map(({ state }) => state)).toEqual(['done']))
  for (const [language, count] of [
    ['de', ITEMS],
    ['pl', 60],
    ['ar', 10],
  ] as const)
    expect(await countsOf(language)).toMatchObject({ reviewed: count, translated: 0 })
  await mara.getByText(say('overview:todo.untranslated_other', { language: 'Arabic' })).waitFor()
  await main(mara).getByText(say('overview:do.review'), { exact: true }).waitFor({ state: 'detached' })
  await expectClean(mara, 'Overview')
  await change(mara, '390 pixels')
  await expectClean(mara, 'Overview')
})

test('one undo in Activity makes all of them wait for a review again', async () => {
  await open(mara, '/p/garden/activity', 'Arabic')
  const approved = main(mara)
    .getByRole('button', { expanded: false })
    .filter({ hasText: text(mara, 'activity:verdict.approved') })
  await approved.first().waitFor()
  expect(await approved.count()).toBe(1)
  await approved.click()
  await button(mara, 'activity:undo', {}, main(mara)).click()
  await mara.getByText(text(mara, 'activity:isUndone')).waitFor()
  await untilFocused(mara)
  for (const [language, count] of [
    ['de', ITEMS],
    ['pl', 60],
    ['ar', 10],
  ] as const)
    expect(await countsOf(language)).toMatchObject({ reviewed: 0, translated: count })
  await expectClean(mara)
  await change(mara, 'dark')
  await expectClean(mara)
})

test('Settings counts Polish as reviewed later, and leaves German to Greta', async () => {
  await open(mara, '/p/garden/settings', '390 pixels')
  await button(mara, 'settings:imported.open').click()
  const question = mara.getByRole('alertdialog')
  const choose = (name: string) => question.getByText(name, { exact: true }).click()
  await choose(say('settings:imported.allLanguages'))
  await choose('Polish (60)')
  await expectClean(mara)
  await button(mara, 'settings:imported.do_other', { count: 60 }, question).click()
  await question.waitFor({ state: 'detached' })
  await until(async () => expect((await reviewJobs()).map(({ state }) => state)).toEqual(['done', 'done']))
  expect(await countsOf('pl')).toMatchObject({ reviewed: 60, translated: 0 })
  expect(await countsOf('de')).toMatchObject({ reviewed: 0, translated: ITEMS })
  await mara.getByText(say('settings:imported.about_other', { count: ITEMS + 10 })).waitFor()
  await change(mara, 'English')
  await expectClean(mara)
})

test('Mara invites Greta by email, who joins as a reviewer of German', async () => {
  await open(mara, '/p/garden/members', 'dark')
  await button(mara, 'members:invitePeople').click()
  const dialog = mara.getByRole('dialog')
  await dialog.getByLabel(say('members:invite.addresses'), { exact: true }).fill(GRETA.address)
  await dialog.getByRole('button', { name: new RegExp(`${say('members:role')}$`) }).click()
  await mara.getByRole('option', { name: new RegExp(`^${say('members:roles.reviewer')}`) }).click()
  await dialog.getByText('German', { exact: true }).click()
  await expectClean(mara, 'Members')
  await button(mara, 'members:invite.send', {}, dialog).click()
  await dialog.getByText(say('members:invite.emailed')).waitFor()
  await button(mara, 'members:invite.close', {}, dialog).click()
  await greta.goto(await linkIn(mailTo(mail, GRETA.address, 'Mara invites you')))
  await change(greta, '390 pixels')
  await greta.getByLabel(say('invitation:name'), { exact: true }).fill(GRETA.name)
  await greta.getByLabel(say('invitation:password'), { exact: true }).fill(GRETA.password)
  await button(greta, 'invitation:createAndJoin').click()
  await greta.waitForURL('**/p/garden/overview')
  await firstButton(greta).waitFor()
  await expectClean(greta, 'Overview')
})

const join = (page: Page, person: Person, rights: { role: string; languages: string[] | null }) =>
  joinByInvitation({ story, mail, page, project: 'garden', person, rights })
const rowIn = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^(?=.*${name.split(' ')[0]})`) })

test('Sam and Piotr join, and Mara makes the developer a translator of German too', async () => {
  await join(sam, SAM, { role: 'developer', languages: null })
  await join(piotr, PIOTR, { role: 'translator', languages: ['pl'] })
  await open(mara, '/p/garden/members', 'Arabic')
  const cell = (shape: string) =>
    rowIn(mara, SAM.name).getByRole('gridcell', { name: `Deutsch: ${text(mara, `members:shape.${shape}`)}` })
  await cell('read').click()
  const dialog = mara.getByRole('dialog', { name: text(mara, 'members:explain') })
  const role = text(mara, 'members:roles.translator')
  const where = languageName(mara, 'de')
  await button(mara, 'members:help.alsoIn', { role, where }, dialog).click()
  await cell('translate').waitFor()
  await untilFocused(mara)
  await expectClean(mara, 'Members')
  type Listed = { members: { name: string; rights: { role: string; grants?: object[] } | null }[] }
  const { members } = await story.api<Listed>('GET', '/projects/garden/members')
  expect(members.find(({ name }) => name === SAM.name)?.rights).toMatchObject({
    role: 'developer',
    grants: [{ role: 'translator', languages: ['de'] }],
  })
  await open(sam, '/p/garden/members', '390 pixels')
  await rowIn(sam, SAM.name).waitFor()
  await expectClean(sam, 'Members')
})

test('sharing the project asks first, says what everyone will see, and opens the public page', async () => {
  const status = async () => (await fetch(`${story.product.origin}/api/projects/garden`)).status
  await open(mara, '/p/garden/settings', 'Arabic')
  const choose = async (field: string, option: string) => {
    await mara.getByRole('button', { name: new RegExp(`${text(mara, field)}$`) }).click()
    await mara.getByRole('option', { name: text(mara, option), exact: true }).click()
  }
  await choose('settings:sharing.with', 'settings:sharing.everyone')
  const question = mara.getByRole('alertdialog', {
    name: text(mara, 'settings:sharing.ask.everyone', { project: 'Garden' }),
  })
  await question.getByText(text(mara, 'settings:sharing.visibleToAll')).waitFor()
  expect(await status()).not.toBe(200)
  await expectClean(mara)
  await button(mara, 'settings:sharing.act', {}, question).click()
  await until(async () => expect(await status()).toBe(200))
  await choose('settings:sharing.may', 'settings:sharing.suggester')
  await until(async () =>
    expect(await story.api('GET', '/projects/garden')).toMatchObject({
      sharing: { with: 'everyone', role: 'suggester' },
    }),
  )
  await open(vera, '/p/garden', '390 pixels')
  await vera.getByText(say('visitor:intro', { project: 'Garden' })).waitFor()
  await expectClean(vera, 'public page')
  await change(vera, 'dark')
  await expectClean(vera, 'public page')
})

/** The first text of the editor; on phones the list of strings comes first. */
const openText = (page: Page) =>
  lookOf(page) === '390 pixels' ? page.getByRole('listbox').getByRole('option').first() : box(page)
/** The primary button of the page. */
const firstButton = (page: Page) => main(page).locator('header button[class*="primary"]')

test.each([
  ['Mara, the owner', () => mara, 'translate', 'ar', 'dark', /\/translate\/ar\?q=state%3Auntranslated/],
  ['Sam, the developer', () => sam, 'translate', 'de', 'Arabic', /\/translate\/de\?q=state%3Auntranslated/],
  ['Greta, the reviewer', () => greta, 'review', 'de', 'dark', /\/review\/de$/],
  ['Piotr, the translator', () => piotr, 'translate', 'pl', '390 pixels', /\/translate\/pl\?q=state%3Aun/],
  ['Vera, the visitor', () => vera, 'suggest', 'ar', 'Arabic', /\/translate\/ar\?q=state%3Auntranslated/],
] as const)('the first button of %s leads to their own next work', async (_, who, kind, tag, look, at) => {
  const page = who()
  const isVisitor = kind === 'suggest'
  const screen = isVisitor ? 'public page' : 'Overview'
  await open(page, '/p/garden/overview', look)
  const language = languageName(page, tag)
  await firstButton(page).waitFor()
  expect(await firstButton(page).allInnerTexts()).toEqual([text(page, `common:work.${kind}`, { language })])
  await expectClean(page, screen)
  await firstButton(page).click()
  await page.waitForURL(at)
  await (kind === 'review' ? items(page).first() : openText(page)).waitFor()
  await untilFocused(page)
  if (!isVisitor) await expectClean(page, kind === 'review' ? 'Review' : 'editor')
  await change(page, look === 'dark' ? 'English' : 'dark')
  if (kind === 'review') await items(page).first().waitFor()
  await expectClean(page, isVisitor ? undefined : kind === 'review' ? 'Review' : 'editor')
})

const OWN_PLACES = {
  Sam: {
    page: () => sam,
    translate: 'de',
    queues: ['/p/garden/translate/de?q=state%3Auntranslated'],
    never: ['common:palette.invite', 'common:palette.addLanguage'],
    look: '390 pixels',
  },
  Greta: {
    page: () => greta,
    translate: 'de',
    queues: ['/p/garden/review/de', '/p/garden/translate/de?q=state%3Auntranslated'],
    never: ['common:palette.invite', 'common:palette.import', 'common:palette.newKey'],
    look: 'Arabic',
  },
  Piotr: {
    page: () => piotr,
    translate: 'pl',
    queues: ['/p/garden/translate/pl?q=state%3Auntranslated'],
    never: ['common:palette.invite', 'common:palette.newTask', 'common:palette.tokens'],
    look: 'dark',
  },
} as const

test.each(Object.entries(OWN_PLACES))(
  'rail, palette and inbox of %s lead to their own work',
  async (_, own) => {
    const page = own.page()
    await open(page, '/p/garden/overview', own.look)
    const rail = page.getByRole('navigation').locator('a[href*="/translate/"]')
    expect(await rail.first().getAttribute('href')).toBe(`/p/garden/translate/${own.translate}`)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').waitFor()
    await page.getByRole('option').first().waitFor()
    const offered = await page.getByRole('option').locator('bdi:first-of-type').allInnerTexts()
    const ways = ['common:palette.translateTo', 'common:work.suggest', 'common:work.open']
    for (const tag of ['de', 'pl', 'ar']) {
      const language = languageName(page, tag)
      const found = ways.filter((address) => offered.includes(text(page, address, { language })))
      // Everyone can suggest here, since the project is shared
      expect(found, tag).toEqual([
        tag === own.translate ? 'common:palette.translateTo' : 'common:work.suggest',
      ])
    }
    for (const address of own.never) expect(offered).not.toContain(text(page, address))
    await expectClean(page)
    await page.keyboard.press('Escape')
    await page.goto('/inbox')
    const queues = main(page).locator('a[href^="/p/garden/"]')
    await queues.first().waitFor()
    expect(
      await queues.evaluateAll((links) => links.map((link) => link.getAttribute('href')).sort()),
    ).toEqual(own.queues)
    await expectClean(page, 'Inbox')
    await change(page, own.look === 'dark' ? 'English' : 'dark')
    await queues.first().waitFor()
    await expectClean(page, 'Inbox')
  },
)

test('a task comes first for its assignees, and for no one else', async () => {
  type Me = { actor: { id: string } }
  const idOf = async (page: Page) =>
    ((await (await page.context().request.get('/api/session')).json()) as Me).actor.id // promised by the contract
  const keys = await Promise.all(['pay', 'later'].map(async (name) => (await rowOf(name, 'pl')).key.id))
  await story.api('POST', '/projects/garden/tasks', {
    title: 'Checkout in Polish',
    note: '',
    goal: 'translated',
    due: null,
    languages: ['pl'],
    assignees: [await idOf(piotr)],
    select: { keys },
  })
  await open(piotr, '/p/garden/overview', 'Arabic')
  const language = languageName(piotr, 'pl')
  await firstButton(piotr)
    .filter({ hasText: text(piotr, 'common:work.task', { language }) })
    .waitFor()
  await main(piotr).getByRole('link', { name: 'Checkout in Polish' }).waitFor()
  await expectClean(piotr, 'Overview')
  await piotr.goto('/inbox')
  await items(piotr).filter({ hasText: 'Checkout in Polish' }).first().waitFor()
  await expectClean(piotr, 'Inbox')
  for (const page of [sam, greta]) {
    await open(page, '/p/garden/overview', '390 pixels')
    await firstButton(page).waitFor()
    expect(await page.getByText('Checkout in Polish').count()).toBe(0)
    await expectClean(page, 'Overview')
    await page.goto('/inbox')
    await page.getByText(say('inbox:empty.open')).waitFor()
    expect(await page.getByText('Checkout in Polish').count()).toBe(0)
    await expectClean(page, 'Inbox')
  }
})

const placesOf = (page: Page, count: number) =>
  items(page).evaluateAll(
    (rows, most) => rows.slice(0, most).map((row) => row.getAttribute('data-item')),
    count,
  )

/** Selects this many items from the first one on, and approves them; returns their ids. */
async function approveFirst(page: Page, count: number): Promise<(string | null)[]> {
  await items(page)
    .nth(count - 1)
    .waitFor()
  const ids = await placesOf(page, count)
  await page.locator('[data-item][aria-current=true]').focus()
  await page.keyboard.press('x')
  for (let n = 2; n <= count; n++) await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: text(page, 'review:bar.label') })
  await bar.getByText(text(page, 'review:bar.count_other', { count })).waitFor()
  await expectClean(page, 'Review')
  await page.keyboard.press('a')
  await bar.waitFor({ state: 'detached' })
  return ids
}

test('Greta reviews sixty texts, twenty at a time', async () => {
  await open(greta, '/p/garden/review/de', 'dark')
  for (let batch = 1; batch <= 3; batch++) {
    if (batch === 2) {
      await change(greta, '390 pixels')
      await items(greta).first().waitFor()
    }
    const ids = await approveFirst(greta, REVIEWED_AT_ONCE)
    const reviewed = batch * REVIEWED_AT_ONCE
    await until(async () =>
      expect(await countsOf('de')).toMatchObject({ reviewed, translated: ITEMS - reviewed }),
    )
    await until(async () => {
      const left = await placesOf(greta, ITEMS)
      expect(left.filter((id) => ids.includes(id))).toEqual([])
      expect(left.length).toBe(Math.min(50, ITEMS - reviewed))
    })
    await until(async () =>
      expect(await greta.evaluate(() => document.activeElement?.hasAttribute('data-item'))).toBe(true),
    )
  }
})

test('she undoes one batch: its twenty texts are back at their places', async () => {
  await change(greta, 'English')
  await items(greta).first().waitFor()
  const before = await placesOf(greta, ITEMS)
  // Undone on Activity, because the notice of the last batch went with the reload
  await greta.goto('/p/garden/activity')
  await main(greta)
    .getByRole('button', { expanded: false })
    .filter({ hasText: say('activity:verdict.approved') })
    .first()
    .click()
  await button(greta, 'activity:undo', {}, main(greta)).click()
  await greta.getByText(say('activity:isUndone')).waitFor()
  await until(async () => expect(await countsOf('de')).toMatchObject({ reviewed: 40, translated: 26 }))
  await expectClean(greta)
  await open(greta, '/p/garden/review/de', 'dark')
  await until(async () => expect((await placesOf(greta, ITEMS)).length).toBe(26))
  const again = await placesOf(greta, ITEMS)
  expect(again.slice(REVIEWED_AT_ONCE)).toEqual(before)
  await greta
    .getByRole('navigation', { name: say('review:languages') })
    .getByRole('button', { name: /Deutsch/ })
    .getByText('26')
    .waitFor()
  // The same with the key of the notice
  const ids = await approveFirst(greta, REVIEWED_AT_ONCE)
  await until(async () => expect((await placesOf(greta, ITEMS)).length).toBe(6))
  await greta.keyboard.press('u')
  await until(async () => expect(await placesOf(greta, ITEMS)).toEqual(again))
  expect(ids).toEqual(again.slice(0, REVIEWED_AT_ONCE))
  expect(await countsOf('de')).toMatchObject({ reviewed: 40, translated: 26 })
  await until(async () =>
    expect(await greta.evaluate(() => document.activeElement?.getAttribute('data-item'))).toBe(ids[0]),
  )
  await expectClean(greta, 'Review')
})

const REASON = 'Too informal for this shop.'
const REJECTED = 'Hallo zusammen'
const BETTER = 'Guten Tag'

test('Greta rejects a text by Sam, with a reason and a better wording', async () => {
  await open(sam, '/p/garden/overview', 'English')
  await openString(sam, { project: 'garden', language: 'de', key: 'hello' })
  await typeText(sam, REJECTED)
  await sam.keyboard.press('ControlOrMeta+s')
  await untilSaved(sam)
  await expectClean(sam, 'editor')
  await open(greta, '/p/garden/review/de?q=hello', '390 pixels')
  await items(greta).filter({ hasText: REJECTED }).first().waitFor()
  await expectClean(greta, 'Review')
  await greta.keyboard.press('r')
  const dialog = greta.getByRole('dialog')
  await dialog.getByText(say('review:reason.style')).click()
  await dialog.getByRole('textbox').first().fill(REASON)
  await button(greta, 'review:rejectDialog.propose', {}, dialog).click()
  await dialog
    .getByRole('region', { name: say('review:rejectDialog.wording') })
    .getByRole('textbox')
    .waitFor()
  await greta.keyboard.press('ControlOrMeta+a')
  await greta.keyboard.type(BETTER)
  await expectClean(greta)
  await greta.keyboard.press('ControlOrMeta+Enter')
  await dialog.waitFor({ state: 'detached' })
  await until(async () => expect((await rowOf('hello', 'de')).target.state).toBe('draft'))
  await items(greta).filter({ hasText: REJECTED }).waitFor({ state: 'detached' })
  await untilFocused(greta)
})

const rejection = (page: Page) => page.locator('[data-item][data-kind="translation-rejected"]')

test('Sam finds the rejection with its reason in the inbox', async () => {
  await open(sam, '/inbox', 'Arabic')
  await rejection(sam).first().waitFor()
  expect(await rejection(sam).count()).toBe(1)
  const detail = sam.getByRole('region', { name: text(sam, 'inbox:detail') })
  const heading = text(sam, 'inbox:heading.translation-rejected', { actor: GRETA.name })
  await detail.getByRole('heading', { name: heading }).waitFor()
  await detail.getByText(text(sam, 'inbox:reason', { reason: text(sam, 'inbox:reasons.style') })).waitFor()
  await detail.getByText(REASON).waitFor()
  await expectClean(sam, 'Inbox')
  await change(sam, 'dark')
  await rejection(sam).first().waitFor()
  await expectClean(sam, 'Inbox')
})

test('History and Activity call it a rejection, with its reason', async () => {
  const { key } = await rowOf('hello', 'de')
  await open(sam, `/p/garden/translate/de?key=${key.id}&panel=history`, 'dark')
  const history = sam.getByRole('tabpanel')
  await history.getByText(text(sam, 'translations:history.rejectedBy', { name: GRETA.name })).waitFor()
  await history.getByText(REASON).waitFor()
  await expectClean(sam, 'editor')
  await open(greta, '/p/garden/activity', 'Arabic')
  const line = main(greta)
    .getByRole('button', { expanded: false })
    .filter({ hasText: text(greta, 'activity:verdict.rejected') })
  await line.filter({ hasText: REASON }).filter({ hasText: 'hello' }).waitFor()
  expect(await line.count()).toBe(1)
  await expectClean(greta)
})

test(
  'the email about the rejection says its reason, and leads Sam to it',
  async () => {
    const words = `${GRETA.name} rejected your translation of hello (German): ${REASON}`
    const { text: written } = await mailTo(mail, SAM.address, words, MAIL_MS)
    const link = /http\S+\/inbox\?item=\d+/.exec(written)?.[0] ?? ''
    for (const look of ['English', '390 pixels'] as const) {
      await open(sam, link, look)
      const actor = GRETA.name
      await sam.getByRole('heading', { name: say('inbox:heading.translation-rejected', { actor }) }).waitFor()
      await expectClean(sam, 'Inbox')
    }
  },
  2 * MAIL_MS,
)

test('Sam takes the better wording: it is reviewed, and nothing of it is left to do', async () => {
  await open(sam, '/inbox', '390 pixels')
  await rejection(sam).first().click()
  await expectClean(sam, 'Inbox')
  await withKeys(sam, 'inbox:takeWordingOf', { actor: GRETA.name }).click()
  await until(async () =>
    expect((await rowOf('hello', 'de')).target).toMatchObject({
      forms: { other: BETTER },
      state: 'reviewed',
    }),
  )
  await rejection(sam).waitFor({ state: 'detached' })
  await sam.getByText(say('inbox:empty.open')).waitFor()
  await untilFocused(sam)
  await expectClean(sam, 'Inbox')
  await open(greta, '/p/garden/review/de?q=hello', 'dark')
  await greta.getByText(say('review:empty.filtered')).waitFor()
  await expectClean(greta, 'Review')
})

type Suggestions = { suggestions: { author: { id: string; name: string }; state: string }[] }
const suggestionsOf = async (name: string, language: string) => {
  const { key } = await rowOf(name, language)
  const address = `/projects/garden/keys/${key.id}/translations/${language}/suggestions`
  return (await story.api<Suggestions>('GET', address)).suggestions
}

test('a visitor is refused the name of a member, also in letters that look alike', async () => {
  const PROPOSED = 'Dein Korb'
  await open(vera, '/p/garden/translate/de?q=key:cart', 'Arabic')
  await box(vera).waitFor()
  await typeText(vera, PROPOSED)
  await vera.keyboard.press('ControlOrMeta+Enter')
  const dialog = () => vera.getByRole('dialog', { name: text(vera, 'visitor:whoTitle') })
  const field = (address: string) => dialog().getByLabel(text(vera, address), { exact: false })
  const refused = () => dialog().getByText(text(vera, 'failures:name-of-account'))
  await field('visitor:address').fill('vera@example.test')
  await field('visitor:name').fill(GRETA.name)
  await vera.keyboard.press('Enter')
  await refused().waitFor()
  await expectClean(vera)
  // What was typed is still there after a reload, and so is the refusal
  await change(vera, 'dark')
  await until(async () => expect(await box(vera).innerText()).toBe(PROPOSED))
  await box(vera).click()
  await vera.keyboard.press('ControlOrMeta+Enter')
  await refused().waitFor()
  await field('visitor:name').fill(LIKE_GRETA)
  await refused().waitFor({ state: 'detached' })
  await vera.keyboard.press('Enter')
  await refused().waitFor()
  expect(await field('visitor:name').inputValue()).toBe(LIKE_GRETA)
  expect(await suggestionsOf('cart', 'de')).toEqual([])
  await expectClean(vera)
  await field('visitor:name').fill('Vera')
  await vera.keyboard.press('Enter')
  await vera
    .getByText(say('translations:save.suggested', { key: 'cart' }))
    .first()
    .waitFor()
  expect(await suggestionsOf('cart', 'de')).toMatchObject([
    { state: 'open', author: { name: 'Vera', id: expect.stringMatching(/^visitor:/) } },
  ])
  await untilFocused(vera)
})

test('her suggestion is marked as a visitor’s in Review, the editor and History, and as hers on the public page', async () => {
  const { key } = await rowOf('cart', 'de')
  const marked = (page: Page) => new RegExp(`Vera.*${text(page, 'common:visitor')}`, 's')
  await open(greta, '/p/garden/review/de', 'Arabic')
  await items(greta)
    .filter({ hasText: 'Dein Korb' })
    .filter({ hasText: marked(greta) })
    .waitFor()
  // All visitors are one author, because anyone can give the same name
  await greta
    .getByRole('navigation', { name: text(greta, 'review:languages') })
    .getByRole('button', { name: new RegExp(text(greta, 'common:visitors')) })
    .waitFor()
  await expectClean(greta, 'Review')
  await open(sam, `/p/garden/translate/de?key=${key.id}&panel=suggestions`, 'English')
  const panel = sam.getByRole('tabpanel')
  await panel
    .filter({ hasText: 'Dein Korb' })
    .filter({ hasText: marked(sam) })
    .waitFor()
  await expectClean(sam, 'editor')
  await open(greta, '/p/garden/review/de?q=cart', '390 pixels')
  await items(greta)
    .filter({ hasText: marked(greta) })
    .waitFor()
  await expectClean(greta, 'Review')
  await greta.keyboard.press('a')
  await until(async () => expect((await suggestionsOf('cart', 'de'))[0]?.state).toBe('accepted'))
  await open(sam, `/p/garden/translate/de?key=${key.id}&panel=history`, 'dark')
  await panel.filter({ hasText: marked(sam) }).waitFor()
  await panel.getByText(text(sam, 'translations:history.by', { name: GRETA.name })).waitFor()
  await expectClean(sam, 'editor')
  await open(vera, '/p/garden', 'English')
  await vera.getByText(say('visitor:own.state.accepted')).waitFor()
  await expectClean(vera, 'public page')
})

test('revoking a token asks first, says that it is final, and ends its access', async () => {
  await open(sam, '/p/garden/members?tab=token', 'dark')
  await button(sam, 'members:token.create').first().click()
  const dialog = sam.getByRole('dialog')
  await dialog.getByLabel(say('members:token.name')).fill('CI')
  await button(sam, 'members:token.create', {}, dialog).click()
  const secret = (await sam.getByRole('status').locator('pre').innerText()).trim()
  const status = async () => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await fetch(`${story.product.origin}/api/session`, { headers })).status
  }
  expect(await status()).toBe(200)
  await expectClean(sam, 'Members')
  await open(mara, '/p/garden/members?tab=token', '390 pixels')
  await button(mara, 'members:token.revokeNamed', { name: 'CI' }).click()
  const question = mara.getByRole('alertdialog', { name: say('members:token.revokeAsked', { name: 'CI' }) })
  await question.getByText(/Programs that use it lose access immediately\. This can’t be undone\./).waitFor()
  expect(await status()).toBe(200)
  await expectClean(mara, 'Members')
  await button(mara, 'members:token.revokeAct', {}, question).click()
  await mara.getByText(say('members:token.none')).waitFor()
  expect(await status()).toBe(401)
  await untilFocused(mara)
  await expectClean(mara, 'Members')
})

const TYPED = 'Twój koszyk'

test('removing Piotr asks first; he can no longer save, reads why, and keeps what he typed', async () => {
  await open(piotr, '/p/garden/overview', 'English')
  await openString(piotr, { project: 'garden', language: 'pl', key: 'cart' })
  await typeText(piotr, TYPED)
  await piotr.locator('[data-state=unsaved]').waitFor()
  await open(mara, '/p/garden/members', 'Arabic')
  await rowIn(mara, PIOTR.name).getByRole('gridcell').nth(1).focus()
  await mara.keyboard.press('x')
  await button(mara, 'members:remove').click()
  const question = mara.getByRole('alertdialog', {
    name: text(mara, 'members:removal.title_one', { name: PIOTR.name, project: 'Garden' }),
  })
  await question.getByText(text(mara, 'members:removal.about')).waitFor()
  await expectClean(mara, 'Members')
  expect(await rowIn(piotr, PIOTR.name).count()).toBe(0)
  await button(mara, 'members:remove', {}, question).click()
  await rowIn(mara, PIOTR.name).waitFor({ state: 'detached' })
  await untilFocused(mara)
  await piotr
    .getByText(say('members:yourRemovalBy', { name: 'Mara' }))
    .first()
    .waitFor()
  await expectClean(piotr, 'editor')
  await box(piotr).click()
  await piotr.keyboard.press('ControlOrMeta+s')
  await piotr.reload()
  await until(async () => expect(await box(piotr).innerText()).toBe(TYPED))
  expect((await rowOf('cart', 'pl')).target.forms.other ?? '').toBe('')
  await withKeys(piotr, 'translations:save.suggest').first().waitFor()
  expect(await withKeys(piotr, 'translations:save.next').count()).toBe(0)
  await expectClean(piotr, 'editor')
})

test('the removal is undone later from the audit log, and what Piotr typed is saved', async () => {
  await open(mara, '/p/garden/audit', '390 pixels')
  const removed = say('audit:said.rights', {
    actor: 'Mara',
    change: say('members:did.removed', { name: PIOTR.name }),
  })
  await expectClean(mara)
  await button(mara, 'audit:undoNamed', { sentence: removed }).click()
  await button(mara, 'audit:undoNamed', { sentence: removed }).waitFor({ state: 'detached' })
  await untilFocused(mara)
  await withKeys(piotr, 'translations:save.next').waitFor()
  expect(await box(piotr).innerText()).toBe(TYPED)
  await change(piotr, 'dark')
  await expectClean(piotr, 'editor')
  await box(piotr).click()
  await piotr.keyboard.press('ControlOrMeta+s')
  await untilSaved(piotr)
  expect((await rowOf('cart', 'pl')).target.forms.other).toBe(TYPED)
})

const status = (page: Page, kind: string) => page.locator(`header button[data-kind=${kind}]`)

test('two people at one string see each other', async () => {
  await open(sam, '/p/garden/overview', 'Arabic')
  await open(greta, '/p/garden/overview', 'English')
  await openString(greta, { project: 'garden', language: 'de', key: 'item140' })
  await openString(sam, { project: 'garden', language: 'de', key: 'item140' })
  for (const [page, other] of [
    [greta, SAM],
    [sam, GRETA],
  ] as const) {
    await page
      .getByText(text(page, 'translations:presence.onString_one', { names: other.name }))
      .first()
      .waitFor()
    await expectClean(page, 'editor')
  }
})

test('offline the page stays, status, palette and shortcuts open, and what is saved is sent later', async () => {
  const WRITTEN = 'Pflanze Nummer 140 für deinen Balkon'
  await change(sam, 'dark')
  await untilPartsLoaded(sam, () => openString(sam, { project: 'garden', language: 'de', key: 'item140' }))
  await sam.context().setOffline(true)
  await status(sam, 'offline').click()
  const panel = sam.getByRole('dialog', { name: say('status:panel') })
  await panel.waitFor()
  await expectClean(sam, 'editor')
  await sam.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await sam.keyboard.press('ControlOrMeta+k')
  await sam.getByRole('dialog').getByRole('combobox').waitFor()
  await expectClean(sam)
  await sam.keyboard.press('Escape')
  await sam.getByRole('heading').first().click()
  await sam.keyboard.press('?')
  await sam.getByRole('dialog', { name: say('common:shortcuts.title') }).waitFor()
  await expectClean(sam)
  await sam.keyboard.press('Escape')
  await typeText(sam, WRITTEN)
  await sam.keyboard.press('ControlOrMeta+s')
  await sam.getByText(say('status:now.offline_one', { count: 1 })).waitFor()
  expect(await box(sam).innerText()).toBe(WRITTEN)
  await change(sam, '390 pixels')
  await expectClean(sam, 'editor')
  await sam.context().setOffline(false)
  await untilSaved(sam)
  await until(async () => expect((await rowOf('item140', 'de')).target.forms.other).toBe(WRITTEN))
  await box(greta).filter({ hasText: WRITTEN }).waitFor()
})

test('every look has seen every main screen', async () => {
  const visits: Readonly<Record<Screen, () => readonly [Page, string]>> = {
    Overview: () => [mara, '/p/garden/overview'],
    editor: () => [piotr, '/p/garden/translate/pl'],
    Review: () => [greta, '/p/garden/review/de'],
    Inbox: () => [piotr, '/inbox'],
    Members: () => [mara, '/p/garden/members'],
    'public page': () => [vera, '/p/garden/overview'],
  }
  for (const look of LOOKS)
    for (const screen of SCREENS) {
      // The public page in all of them, whatever was shown before
      if (screen !== 'public page' && seen.get(look)?.has(screen)) continue
      const [page, address] = visits[screen]()
      await open(page, address, look)
      await expectClean(page, screen)
    }
  expect([...seen].map(([look, screens]) => [look, screens.size])).toEqual(
    LOOKS.map((look) => [look, SCREENS.length]),
  )
})
