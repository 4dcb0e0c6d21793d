import type { ChannelMoveReply, ChannelReply } from '@dragoman/contract'
import { DEFAULT_CHANNEL_SETTINGS } from '@dragoman/core'
import { expect, test } from 'vitest'
import { newestOf, nextShare, offersOf, releaseBefore, rollBacksOf, shareOf } from './channel-moves.ts'

const channel = (release: number | null, next: ChannelReply['next'] = null, name = 'production') =>
  ({
    name,
    kind: 'release',
    settings: DEFAULT_CHANNEL_SETTINGS,
    release,
    next,
    changedAt: null,
    version: 1,
  }) satisfies ChannelReply

/** Minutes after noon. */
const move = (minute: number, release: number, more: Partial<ChannelMoveReply> = {}): ChannelMoveReply => ({
  channel: 'production',
  release,
  next: null,
  isRollBack: false,
  note: '',
  at: new Date(Date.UTC(2026, 10, 12, 12, minute)).toISOString(),
  by: { id: 'user:1', name: 'Ann' },
  scheduledFor: null,
  ...more,
})

test('how many readers get a release', () => {
  const place = channel(41, { release: 42, percent: 10 })
  expect([42, 41, 40].map((number) => shareOf(place, number))).toEqual([10, 90, 0])
  expect([shareOf(channel(41), 41), shareOf(channel(null), 41)]).toEqual([100, 0])
  expect([newestOf(place), newestOf(channel(null))]).toEqual([42, 0])
  expect([1, 10, 49, 50, 75].map(nextShare)).toEqual([50, 50, 50, 100, 100])
})

test('a channel goes back to what the others have, or to what all had before', () => {
  const moves = [move(2, 41, { next: { release: 42, percent: 10 } }), move(1, 41), move(0, 39)]
  expect(releaseBefore(channel(41, { release: 42, percent: 10 }), moves)).toBe(41)
  expect(releaseBefore(channel(42), [move(3, 42), ...moves])).toBe(41)
  expect(releaseBefore(channel(39), [move(3, 39, { isRollBack: true }), ...moves])).toBeNull()
  expect(releaseBefore(channel(41), [move(0, 41, { channel: 'staging' })])).toBeNull()
})

test('a rolled-back release says after how long and why, until someone gets it again', () => {
  const back = move(20, 1, { isRollBack: true, note: 'VAT line was empty' })
  const moves = [back, move(8, 2), move(6, 1, { next: { release: 2, percent: 10 } }), move(0, 1)]
  expect([...rollBacksOf([channel(1)], moves)]).toEqual([
    [2, { afterSeconds: 14 * 60, note: 'VAT line was empty' }],
  ])
  expect([...rollBacksOf([channel(2)], [move(30, 2), ...moves])]).toEqual([])
  expect([...rollBacksOf([channel(1), channel(2, null, 'staging')], moves)]).toEqual([])
})

test('a release is offered to channels with an older one, otherwise to those with a newer one', () => {
  const [old, has, newer] = [channel(1), channel(2), channel(3)]
  expect(offersOf([old, has, newer], 2, false)).toEqual({ offered: [old], others: [newer], isForward: true })
  expect(offersOf([has, newer], 2, false)).toEqual({ offered: [newer], others: [], isForward: false })
  expect(offersOf([old, newer], 2, true)).toEqual({ offered: [], others: [old, newer], isForward: false })
})
