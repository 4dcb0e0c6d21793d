import { expect, test } from 'vitest'
import { moveTimeFault, NOW, nextHour } from './move-time.ts'

const now = new Date('2026-11-12T12:00:00Z')
const at = (iso: string | null) => moveTimeFault({ isLater: true, at: iso }, now)

test('a channel is moved now, or at a time ahead that is no more than a year away', () => {
  expect(moveTimeFault(NOW, now)).toBeNull()
  expect(at('2026-11-12T12:01:00.000Z')).toBeNull()
  expect(at('2026-11-12T12:00:00.000Z')).toBe('not-ahead')
  expect(at('2028-01-01T00:00:00.000Z')).toBe('too-far-ahead')
  expect(at(null)).toBe('missing')
})

test('the field starts at the next full hour, also over midnight', () => {
  const late = new Date(2026, 11, 31, 23, 10)
  expect(nextHour(late)).toBe(new Date(2027, 0, 1, 0, 0).toISOString())
})
