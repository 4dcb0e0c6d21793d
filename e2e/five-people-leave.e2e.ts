import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeWithEscape, untilFocused } from './by-keyboard.ts'
import {
  button,
  change,
  closeTeam,
  expectClean,
  expectStepClean,
  GRETA,
  open,
  openTeam,
  PIOTR,
  rowIn,
  rowOf,
  SAM,
  SCREENS,
  type Screen,
  startWork,
  type Team,
  text,
  wasSeen,
  withKeys,
} from './five-people.ts'
import { say } from './interface-text.ts'
import { LOOKS } from './looks.ts'
import { untilPartsLoaded } from './offline.ts'
import { box, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * How a team ends access, and works at the same string: a token is revoked, a person removed and restored, two
 * people see each other, and one is offline. One story: each test continues where the previous one ended.
 */

let team: Team
let story: Story
let mara: Page
let greta: Page
let sam: Page
let piotr: Page
let vera: Page

beforeAll(async () => {
  team = await openTeam()
  ;({ story, mara, greta, sam, piotr, vera } = team)
  await startWork(team)
})
afterEach(() => expectStepClean(team))
afterAll(() => closeTeam(team))

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
  expect((await rowOf(story, 'cart', 'pl')).target.forms.other ?? '').toBe('')
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
  expect((await rowOf(story, 'cart', 'pl')).target.forms.other).toBe(TYPED)
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
  await closeWithEscape(sam, panel)
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
  await until(async () => expect((await rowOf(story, 'item140', 'de')).target.forms.other).toBe(WRITTEN))
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
      if (screen !== 'public page' && wasSeen(team, look, screen)) continue
      const [page, address] = visits[screen]()
      await open(page, address, look)
      await expectClean(page, screen)
    }
  expect(LOOKS.filter((look) => !SCREENS.every((screen) => wasSeen(team, look, screen)))).toEqual([])
})
