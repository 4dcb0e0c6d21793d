import { expect, test } from 'vitest'
import { obsoleteReason, readScheduledTime } from './scheduled-move.ts'

const NOW = new Date('2026-11-24T13:00:00Z')

test('a time with its zone is unambiguous', () => {
  expect(readScheduledTime('2026-12-01T09:00+01:00', NOW)).toEqual({ at: '2026-12-01T08:00:00.000Z' })
  expect(readScheduledTime('2026-12-01T09:00:30.5Z', NOW)).toEqual({ at: '2026-12-01T09:00:30.500Z' })
  expect(readScheduledTime('2026-11-24T23:30:00-05:30', NOW)).toEqual({ at: '2026-11-25T05:00:00.000Z' })
})

test.each([
  ['2026-12-01T09:00', 'no-time-zone'],
  ['2026-12-01', 'no-time-zone'],
  ['tomorrow', 'no-time-zone'],
  ['2026-12-01T09:00 Europe/Berlin', 'no-time-zone'],
  ['2026-13-01T09:00Z', 'no-time-zone'],
  ['2026-12-01T09:00+25:00', 'no-time-zone'],
  ['2026-11-24T13:00:00Z', 'not-ahead'],
  ['2026-11-24T14:00:00+02:00', 'not-ahead'],
  ['2027-11-25T13:00:01Z', 'too-far-ahead'],
])('%s: %s', (text, problem) => {
  expect(readScheduledTime(text, NOW)).toEqual({ problem })
})

test('later manual moves of the channel take precedence: a roll back, or a newer release', () => {
  expect(obsoleteReason(null, 42)).toBeNull()
  expect(obsoleteReason({ isRollBack: false, newest: 41 }, 42)).toBeNull()
  expect(obsoleteReason({ isRollBack: false, newest: 42 }, 42)).toBeNull()
  expect(obsoleteReason({ isRollBack: false, newest: 43 }, 42)).toBe('moved-on')
  expect(obsoleteReason({ isRollBack: true, newest: 41 }, 42)).toBe('rolled-back')
})
