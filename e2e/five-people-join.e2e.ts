import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestMailServer } from '../packages/server/test/mail-server.ts'
import { untilFocused } from './by-keyboard.ts'
import {
  button,
  change,
  closeTeam,
  countsOf,
  expectClean,
  expectStepClean,
  firstButton,
  GRETA,
  ITEMS,
  items,
  join,
  languageName,
  lookOf,
  main,
  open,
  openTeam,
  PIOTR,
  rowIn,
  rowOf,
  SAM,
  type Team,
  text,
} from './five-people.ts'
import { say } from './interface-text.ts'
import { linkIn, mailTo } from './people.ts'
import { box, importsEnd, type Story, until } from './story.ts'

/**
 * How a team comes together: an owner connects a folder, invites people and shares the project, and each finds their
 * own next work. One story: each test continues where the previous one ended.
 */

let team: Team
let story: Story
let mail: TestMailServer
let mara: Page
let greta: Page
let sam: Page
let piotr: Page
let vera: Page

beforeAll(async () => {
  team = await openTeam()
  ;({ story, mail, mara, greta, sam, piotr, vera } = team)
})
afterEach(() => expectStepClean(team))
afterAll(() => closeTeam(team))

type Job = { kind: string; state: string }
const reviewJobs = async () =>
  (await story.api<{ jobs: Job[] }>('GET', '/projects/garden/jobs')).jobs.filter(
    ({ kind }) => kind === 'review-imported',
  )

test('Mara connects a folder and counts its translations as reviewed: one job, and nothing waits', async () => {
  await button(mara, 'projects:new').first().click()
  const dialog = mara.getByRole('dialog')
  await dialog.getByLabel(say('projects:name'), { exact: true }).fill('Garden')
  await dialog.getByLabel(say('projects:folder')).fill(team.locales.folder)
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
    expect(await countsOf(story, language)).toMatchObject({ reviewed: count, translated: 0 })
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
  await button(mara, 'common:undo', {}, main(mara)).click()
  await mara.getByText(text(mara, 'activity:isUndone')).waitFor()
  await untilFocused(mara)
  for (const [language, count] of [
    ['de', ITEMS],
    ['pl', 60],
    ['ar', 10],
  ] as const)
    expect(await countsOf(story, language)).toMatchObject({ reviewed: 0, translated: count })
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
  expect(await countsOf(story, 'pl')).toMatchObject({ reviewed: 60, translated: 0 })
  expect(await countsOf(story, 'de')).toMatchObject({ reviewed: 0, translated: ITEMS })
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
  await dialog.getByText(say('members:invite.emailed_one')).waitFor()
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

test('Sam and Piotr join, and Mara makes the developer a translator of German too', async () => {
  await join(team, sam, SAM, { role: 'developer', languages: null })
  await join(team, piotr, PIOTR, { role: 'translator', languages: ['pl'] })
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
  const keys = await Promise.all(
    ['pay', 'later'].map(async (name) => (await rowOf(story, name, 'pl')).key.id),
  )
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
