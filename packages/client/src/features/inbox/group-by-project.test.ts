import { expect, test } from 'vitest'
import { daysToMonday, morningIn } from './group-by-project.ts'

test('postponed means the morning of that day', () => {
  expect(morningIn(1, new Date(2026, 10, 30, 12))).toBe(new Date(2026, 11, 1, 8).toISOString())
  // A Sunday, a Monday and a Tuesday.
  expect([22, 23, 24].map((day) => daysToMonday(new Date(2026, 10, day)))).toEqual([1, 7, 6])
})
