import { expect, test } from 'vitest'
import { positionAfterKey } from './position-after-key.ts'

const grid = { rows: 10, columns: 5, page: 4, isRightToLeft: false }
const press = (key: string, more: { ctrlKey?: boolean; rtl?: boolean } = {}) =>
  positionAfterKey(
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

test('in a list, Home and End move to its ends, and the horizontal arrows do nothing', () => {
  const inList = (key: string) =>
    positionAfterKey({ key, ctrlKey: false, metaKey: false }, { row: 2, column: 0 }, { ...grid, columns: 1 })
  expect(inList('Home')?.row).toBe(0)
  expect(inList('End')?.row).toBe(9)
  expect(inList('ArrowRight')).toBeNull()
})
