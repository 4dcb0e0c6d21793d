import { expect, test } from 'vitest'
import { isInRange, placeAfterKey, rangeBetween } from './grid-range.ts'

const grid = { rows: 10, columns: 5, page: 4, isRightToLeft: false }
const press = (key: string, more: { ctrlKey?: boolean; rtl?: boolean } = {}) =>
  placeAfterKey(
    { key, ctrlKey: more.ctrlKey ?? false, metaKey: false },
    { row: 2, column: 3 },
    { ...grid, isRightToLeft: more.rtl ?? false },
  )

test('arrows stay within the grid and follow the reading direction', () => {
  expect(press('ArrowDown')).toEqual({ row: 3, column: 3 })
  expect(press('ArrowRight')).toEqual({ row: 2, column: 4 })
  expect(press('ArrowRight', { rtl: true })).toEqual({ row: 2, column: 2 })
  expect(press('PageUp')).toEqual({ row: 0, column: 3 })
  expect(press('End', { ctrlKey: true })).toEqual({ row: 9, column: 4 })
  expect(press('a')).toBeNull()
})

test('a range contains texts only', () => {
  const range = rangeBetween({ row: 4, column: 1 }, { row: 2, column: 3 })
  expect(range).toEqual({ top: 2, bottom: 4, first: 2, last: 3 })
  expect(isInRange(range, { row: 3, column: 2 })).toBe(true)
  expect(isInRange(range, { row: 3, column: 1 })).toBe(false)
  expect(rangeBetween({ row: 0, column: 0 }, { row: 2, column: 1 })).toBeNull()
})
