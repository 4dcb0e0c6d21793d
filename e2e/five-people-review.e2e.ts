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
  GRETA,
  ITEMS,
  items,
  main,
  open,
  openTeam,
  rowOf,
  SAM,
  startWork,
  type Team,
  text,
  withKeys,
} from './five-people.ts'
import { say } from './interface-text.ts'
import { mailTo } from './people.ts'
import { box, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * How a team reviews: twenty texts together, a rejection with a reason, and suggestions of a visitor. One story: each
 * test continues where the previous one ended.
 */

let team: Team
let story: Story
let mail: TestMailServer
let greta: Page
let sam: Page
let vera: Page

beforeAll(async () => {
  team = await openTeam()
  ;({ story, mail, greta, sam, vera } = team)
  await startWork(team)
})
afterEach(() => expectStepClean(team))
afterAll(() => closeTeam(team))

const REVIEWED_AT_ONCE = 20
/** Notifications are collected for a minute and sent in one email. */
const MAIL_MS = 150_000
/** Like Greta's name, with Cyrillic letters. */
const LIKE_GRETA = 'Grеtа Vоgel'

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
      expect(await countsOf(story, 'de')).toMatchObject({ reviewed, translated: ITEMS - reviewed }),
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
  await button(greta, 'common:undo', {}, main(greta)).click()
  await greta.getByText(say('activity:isUndone')).waitFor()
  await until(async () => expect(await countsOf(story, 'de')).toMatchObject({ reviewed: 40, translated: 26 }))
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
  expect(await countsOf(story, 'de')).toMatchObject({ reviewed: 40, translated: 26 })
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
  await until(async () => expect((await rowOf(story, 'hello', 'de')).target.state).toBe('draft'))
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
  const { key } = await rowOf(story, 'hello', 'de')
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
    expect((await rowOf(story, 'hello', 'de')).target).toMatchObject({
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
  const { key } = await rowOf(story, name, language)
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
  const { key } = await rowOf(story, 'cart', 'de')
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
