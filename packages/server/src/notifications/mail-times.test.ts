import { expect, test, vi } from 'vitest'
import { mailDue } from './mail-times.ts'

const due = (time: 'now' | 'daily' | 'weekly' | 'off', at: string, timeZone: string) =>
  mailDue(time, new Date(at), { timeZone, bundleMs: 60_000 })?.toISOString() ?? null

test.each([
  ['now', '2026-11-20T12:00:00Z', 'Europe/Berlin', '2026-11-20T12:01:00.000Z'],
  ['daily', '2026-11-20T06:59:00Z', 'Europe/Berlin', '2026-11-20T07:00:00.000Z'],
  ['daily', '2026-11-20T07:01:00Z', 'Europe/Berlin', '2026-11-21T07:00:00.000Z'],
  ['daily', '2026-11-20T12:00:00Z', 'Asia/Kathmandu', '2026-11-21T02:15:00.000Z'],
  // The clocks were turned back that night.
  ['daily', '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['weekly', '2026-11-20T12:00:00Z', 'America/New_York', '2026-11-23T13:00:00.000Z'],
  ['weekly', '2026-11-23T13:00:00Z', 'America/New_York', '2026-11-30T13:00:00.000Z'],
  // The clocks were turned forward that night.
  ['weekly', '2026-03-08T07:01:00Z', 'Europe/Berlin', '2026-03-09T07:00:00.000Z'],
  ['weekly', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-30T06:00:00.000Z'],
  // Half an hour each summer; a day that did not exist; an offset that is no quarter of an hour.
  ['daily', '2026-10-03T21:30:00Z', 'Australia/Lord_Howe', '2026-10-04T21:00:00.000Z'],
  ['daily', '2011-12-29T19:00:00Z', 'Pacific/Apia', '2011-12-30T18:00:00.000Z'],
  ['daily', '1930-01-01T12:00:00Z', 'Africa/Monrovia', '1930-01-02T08:44:30.000Z'],
  ['weekly', '2026-11-22T23:30:00Z', 'Pacific/Kiritimati', '2026-11-29T18:00:00.000Z'],
  ['off', '2026-11-20T12:00:00Z', 'UTC', null],
] as const)('%s, after %s in %s', (time, at, timeZone, expected) => {
  expect(due(time, at, timeZone)).toBe(expected)
})

test('the time of a weekly email is found by a few conversions', () => {
  const conversions = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  try {
    due('weekly', '2026-11-23T07:01:00Z', 'Europe/Berlin')
    const { length } = conversions.mock.calls
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThan(20)
  } finally {
    conversions.mockRestore()
  }
})
