import { expect, test } from 'vitest'
import { NO_ROWS, pickTo, togglePicked } from './picked-rows.ts'

const keyAt = (index: number) => (index === 3 ? null : index * 10)

test('a row is picked and dropped', () => {
  const picked = togglePicked(NO_ROWS, 10, 1)
  expect(picked).toEqual({ keys: new Set([10]), anchor: 1, isAll: false })
  expect(togglePicked(picked, 10, 1).keys.size).toBe(0)
})
test('a range goes from the last picked row in either direction, without rows that are not loaded', () => {
  const picked = togglePicked(NO_ROWS, 20, 2)
  expect([...pickTo(picked, 5, keyAt).keys]).toEqual([20, 40, 50])
  expect([...pickTo(picked, 0, keyAt).keys]).toEqual([20, 0, 10])
})
