import { expect, test } from 'vitest'
import { daysUntil, localDay } from './days-until.ts'

test.each([
  ['2026-11-23', 1],
  ['2026-11-22', 0],
  ['2026-11-20', -2],
  ['2026-12-04', 12],
])('%s is %i days away', (due, days) => {
  expect(daysUntil(due, new Date(2026, 10, 22, 23, 59))).toBe(days)
})

test('the date is that of the reader', () => {
  expect(localDay(new Date(2026, 10, 2, 23, 59))).toBe('2026-11-02')
  expect(localDay(new Date(2027, 0, 1, 0, 1))).toBe('2027-01-01')
})
