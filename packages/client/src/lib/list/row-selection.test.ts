import { expect, test } from 'vitest'
import { NO_ROWS, selectTo, toggleRow, withoutRows } from './row-selection.ts'

const keyAt = (index: number) => (index === 3 ? null : index * 10)

test('a row is selected and deselected, and becomes the start of a range', () => {
  const one = toggleRow(NO_ROWS, 10, 1)
  expect(one).toEqual({ keys: new Set([10]), anchor: { index: 1, key: 10 } })
  expect(toggleRow(one, 10, 1).keys.size).toBe(0)
})

test('a range extends from the last used row in either direction, without rows that are not loaded', () => {
  const one = toggleRow(NO_ROWS, 20, 2)
  expect([...selectTo(one, 5, keyAt).keys]).toEqual([20, 40, 50])
  expect([...selectTo(one, 0, keyAt).keys]).toEqual([20, 0, 10])
})

test('the selection is limited to the rows that one bulk edit accepts', () => {
  expect(selectTo(toggleRow(NO_ROWS, 0, 0), 20_000, (index) => index).keys.size).toBe(10_000)
})

test('rows that were acted on are deselected, and those selected meanwhile stay', () => {
  const three = selectTo(toggleRow(NO_ROWS, 0, 0), 2, keyAt)
  expect(withoutRows(three, [0, 10, 90])).toEqual({ keys: new Set([20]), anchor: { index: 0, key: 0 } })
  expect(withoutRows(three, [...three.keys])).toBe(NO_ROWS)
})
