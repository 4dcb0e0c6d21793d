import { afterEach, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'
import { type ClockNote, lookAtClock, openSureClock } from './sure-clock.ts'

const START = Date.parse('2026-03-01T10:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Looks once for each step of the clock, and says after each whether deletions are allowed. */
function looks(steps: readonly { readonly clock: number; readonly steady: number | null }[]): boolean[] {
  let note: ClockNote | null = null
  let nowMs = START
  return steps.map(({ clock, steady }) => {
    nowMs += clock
    note = lookAtClock(note, { nowMs, steadyMs: steady })
    return nowMs >= note.sureFromMs
  })
}

const started = { clock: 0, steady: null }
const quarters = (count: number) =>
  Array.from({ length: count }, () => ({ clock: 15 * MINUTE, steady: 15 * MINUTE }))

test('after the first start nothing is deleted for a day', () => {
  const answers = looks([started, ...quarters(97)])
  expect(answers.indexOf(true)).toBe(96)
  expect(answers.at(-1)).toBe(true)
})

test('a jump forward, for a moment or permanently, stops deletions for a day', () => {
  const steady = [started, ...quarters(100)]
  const jump = { clock: 40 * DAY, steady: 15 * MINUTE }
  expect(looks([...steady, jump]).slice(-2)).toEqual([true, false])
  expect(looks([...steady, jump, { clock: -40 * DAY, steady: MINUTE }]).at(-1)).toBe(false)
  const forGood = looks([...steady, jump, ...quarters(96)])
  expect(forGood.at(-2)).toBe(false)
  expect(forGood.at(-1)).toBe(true)
})

test('a server that was off for long waits a day, one that restarts continues', () => {
  const steady = [started, ...quarters(100)]
  expect(looks([...steady, { clock: 40 * DAY, steady: null }]).at(-1)).toBe(false)
  expect(looks([...steady, { clock: 10 * MINUTE, steady: null }]).at(-1)).toBe(true)
})

test('small corrections of the clock, and summer time, change nothing', () => {
  const steady = [started, ...quarters(100)]
  expect(looks([...steady, { clock: 15 * MINUTE + HOUR, steady: 15 * MINUTE }]).at(-1)).toBe(true)
  expect(looks([...steady, { clock: -30 * MINUTE, steady: 15 * MINUTE }]).at(-1)).toBe(true)
})

describe.each(DATABASES)('what is known of the clock · %s', (database) => {
  let server: TestServer | null = null
  afterEach(async () => {
    await server?.close()
    server = null
  })

  test('is shared by processes, and survives a restart', async () => {
    server = await openTestServer({ database })
    const { store } = server.server.deps
    let time = START
    const now = () => new Date(time)
    const first = openSureClock({ store, now })
    // The server itself has looked with another clock: for this one that is a jump
    expect(await first.isSure()).toBe(false)
    const second = openSureClock({ store, now })
    time += 50 * MINUTE
    expect(await second.isSure()).toBe(false)
    for (let passed = 0; passed < 24 * HOUR; passed += 50 * MINUTE) {
      time += 50 * MINUTE
      // A process that has just started each time: its last look is the stored one
      await openSureClock({ store, now }).isSure()
    }
    expect(await openSureClock({ store, now }).isSure()).toBe(true)
    time += 40 * DAY
    expect(await openSureClock({ store, now }).isSure()).toBe(false)
  })
})
