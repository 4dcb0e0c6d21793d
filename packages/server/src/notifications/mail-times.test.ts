import { expect, test } from 'vitest'
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
  ['off', '2026-11-20T12:00:00Z', 'UTC', null],
] as const)('%s, after %s in %s', (time, at, timeZone, expected) => {
  expect(due(time, at, timeZone)).toBe(expected)
})
