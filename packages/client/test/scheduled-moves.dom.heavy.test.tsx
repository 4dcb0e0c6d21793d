import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { refusalOfField } from '../../../e2e/misbehaving-proxy.ts'
import { call } from '../src/lib/server/call.ts'
import { button } from './controls.ts'
import {
  expectAccessible,
  fillField,
  type OpenScreen,
  openScreen,
  selectOption,
  untilShown,
} from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { newShop, publishTwo, type Shop } from './release-shop.ts'

/** Scheduled moves of a channel are prepared, changed and canceled. */

const DAY_MS = 24 * 60 * 60_000

let server: RealServer
let shop: Shop
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  shop = await newShop()
  await publishTwo(shop)
  await call(api.releases.moveChannel, {
    params: { project: shop.project, channel: 'production' },
    body: { release: 1, note: '' },
  })
})
afterEach(() => server.proxy.behave(() => null))
afterAll(() => server.close())

const words = (name: string, params = {}) => say(`releases:${name}`, params)
const MOVE = '[data-channel=production] [data-scheduled]'
const untilGone = () => waitFor(() => expect(document.querySelector(MOVE)).toBeNull())
const scheduled = async () =>
  (await call(api.releases.channels, { params: { project: shop.project } })).scheduled

/** Schedules a move to the second release as someone else would. */
function schedule() {
  return call(api.releases.scheduleMove, {
    params: { project: shop.project, channel: 'production' },
    body: { release: 2, at: new Date(Date.now() + DAY_MS).toISOString(), note: '' },
  })
}
async function pressActOfMove(act: string): Promise<void> {
  const move = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(MOVE)
    if (found === null) throw new Error('No move is scheduled.')
    return found
  })
  const isAct = (name: string) => name.startsWith(words(act))
  await shown.user.click(within(move).getByRole('button', { name: isAct }))
}

test('a scheduled move is changed', async () => {
  const { id } = await schedule()
  shown = await openScreen(shop.screen)
  await pressActOfMove('scheduled.change')
  const dialog = await screen.findByRole('dialog')
  await fillField(shown, words('move.note'), 'A day later', dialog)
  await shown.click('button', say('common:save'), dialog)
  await untilShown(MOVE, '“A day later”')
  expect(await scheduled()).toMatchObject([{ id, version: 2, note: 'A day later' }])
})

test.each([
  ['its move is canceled', 'common:save', 'not-found'],
  ['its channel is removed', 'releases:schedule', 'stale-schedule'],
])('what was typed stays when %s meanwhile, and saving it is refused', async (what, act, failure) => {
  const { id } = await schedule()
  shown = await openScreen(shop.screen)
  await pressActOfMove('scheduled.change')
  const dialog = await screen.findByRole('dialog')
  await fillField(shown, words('move.note'), 'A day later', dialog)
  const { project } = shop
  if (what === 'its move is canceled') {
    await call(api.releases.cancelScheduledMove, { params: { project, move: id } })
    await untilGone()
  } else {
    await call(api.releases.removeChannel, { params: { project, channel: 'production' } })
    await untilShown('[data-channel=production]', words('serves.removed'))
  }
  expect(dialog.isConnected).toBe(true)
  const note = within(dialog).getByRole('textbox', { name: words('move.note') })
  expect(note).toHaveProperty('value', 'A day later')
  await shown.user.click(button(say(act), dialog) ?? expect.fail('no button'))
  const said = () => dialog.querySelector('[role=alert]')?.textContent
  await waitFor(() => expect(said()).toBe(say(`failures:${failure}`)))
})

test('a time that was refused is not reported after another one is entered', async () => {
  const { id } = await schedule()
  shown = await openScreen(shop.screen)
  await pressActOfMove('scheduled.change')
  const dialog = await screen.findByRole('dialog')
  server.proxy.behave((path) =>
    path.endsWith(`/scheduled-moves/${id}`) ? refusalOfField('/at', 'too-far-ahead') : null,
  )
  await shown.click('button', say('common:save'), dialog)
  const said = say('failures:field.too-far-ahead')
  await within(dialog).findByText(said)
  server.proxy.behave(() => null)
  const [, , , , minute] = within(dialog).getAllByRole('spinbutton')
  minute?.focus()
  await shown.user.keyboard('{ArrowUp}')
  expect(within(dialog).queryByText(said)).toBeNull()
  await shown.click('button', say('common:save'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

test('a release is not published without the channel that was chosen for it', async () => {
  await shop.save('hello', 'Servus')
  shown = await openScreen(shop.screen)
  await shown.click('button', words('publishChanges_one', { count: 1 }))
  const dialog = await screen.findByRole('dialog')
  await selectOption(shown, words('field.channel'), 'production', dialog)
  await call(api.releases.removeChannel, { params: { project: shop.project, channel: 'production' } })
  await within(dialog).findByText(words('channelGone', { name: 'production' }))
  await expectAccessible()
  await shown.click('button', words('publish'), dialog)
  expect(dialog.isConnected).toBe(true)
  const { releases } = await call(api.releases.list, {
    params: { project: shop.project },
    query: { limit: 10 },
  })
  expect(releases.map(({ number }) => number)).toEqual([2, 1])
  await selectOption(shown, words('field.channel'), words('noChannel'), dialog)
  expect(within(dialog).queryByText(words('channelGone', { name: 'production' }))).toBeNull()
})

test('before a channel is removed, its scheduled moves are listed', async () => {
  const { at } = await schedule()
  shown = await openScreen(shop.screen)
  await untilShown(MOVE, 'v2')
  await shown.click('button', words('actsOf', { name: 'production' }))
  await shown.click('menuitem', words('remove'))
  const asked = await screen.findByRole('alertdialog')
  within(asked).getByText(words('removeScheduled'))
  const when = document.querySelector(`${MOVE} time`)?.textContent
  expect(document.querySelector(`${MOVE} time`)?.getAttribute('datetime')).toBe(at)
  const [item] = within(asked).getAllByRole('listitem')
  expect(item?.textContent).toBe(`${when} · ${words('scheduled.to', { release: 'v2' })}`)
  await expectAccessible()
})

test('a scheduled move is canceled', async () => {
  await schedule()
  shown = await openScreen(shop.screen)
  await pressActOfMove('scheduled.cancel')
  await untilGone()
  expect(await scheduled()).toEqual([])
})

test('moves that others schedule, change and cancel appear immediately', async () => {
  shown = await openScreen(shop.screen)
  await untilShown('[data-channel=production]', 'v1')
  await untilGone()
  const { id, version } = await schedule()
  await untilShown(MOVE, 'v2')
  const params = { project: shop.project, move: id }
  await call(api.releases.changeScheduledMove, { params, body: { note: 'A day later', version } })
  await untilShown(MOVE, '“A day later”')
  await call(api.releases.cancelScheduledMove, { params })
  await untilGone()
})

test('a release is published now and served later', async () => {
  await shop.save('hello', 'Servus')
  shown = await openScreen(shop.screen)
  await shown.click('button', words('publishChanges_one', { count: 1 }))
  const dialog = await screen.findByRole('dialog')
  await selectOption(shown, words('field.channel'), 'production', dialog)
  await selectOption(shown, words('when.label'), words('when.later'), dialog)
  await within(dialog).findByText(words('when.textsOfNow'), { exact: false })
  await expectAccessible()
  await shown.click('button', words('publish'), dialog)
  await untilShown(MOVE, 'v3')
  await untilShown('[data-channel=production]', 'v1')
  expect((await scheduled()).map(({ release }) => release)).toEqual([3])
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo' })
})
