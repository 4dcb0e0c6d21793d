import { expect, test } from 'vitest'
import { isLate } from './task-order.ts'

test('overdue from the day after the due date, unless it is done', () => {
  const now = new Date(2026, 10, 22, 8)
  expect(isLate({ due: '2026-11-22', doneAt: null }, now)).toBe(false)
  expect(isLate({ due: '2026-11-21', doneAt: null }, now)).toBe(true)
  expect(isLate({ due: '2026-11-21', doneAt: '2026-11-22T07:00:00Z' }, now)).toBe(false)
  expect(isLate({ due: null, doneAt: null }, now)).toBe(false)
})
