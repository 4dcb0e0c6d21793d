import { expect, test } from 'vitest'
import { rangeBetween } from './grid-range.ts'

test('a range contains texts only', () => {
  const range = rangeBetween({ row: 4, column: 1 }, { row: 2, column: 3 })
  expect(range).toEqual({ top: 2, bottom: 4, first: 2, last: 3 })
  expect(rangeBetween({ row: 0, column: 0 }, { row: 2, column: 1 })).toBeNull()
})
