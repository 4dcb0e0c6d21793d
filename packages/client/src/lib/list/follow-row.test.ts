import { expect, test } from 'vitest'
import { type FollowedRows, followRow } from './follow-row.ts'

/** A list with these keys; null: the row is not loaded. */
const listOf = (...keys: readonly (number | null)[]): FollowedRows => ({
  keyAt: (index) => keys[index] ?? null,
  indexOf: (key) => keys.indexOf(key),
})

test('a place stays at its row when rows above it are added or removed', () => {
  expect(followRow({ index: 1, key: 20 }, listOf(90, 10, 20))).toEqual({ index: 2, key: 20 })
  expect(followRow({ index: 1, key: 20 }, listOf(20, 30))).toEqual({ index: 0, key: 20 })
})

test('a place whose row has left is that of the row that has taken its place', () => {
  expect(followRow({ index: 1, key: 20 }, listOf(10, 30))).toEqual({ index: 1, key: 30 })
})

test('a place stays the same while its row is not loaded, and gets the key once it is', () => {
  const place = { index: 1, key: null }
  expect(followRow(place, listOf(10, null))).toBe(place)
  expect(followRow(place, listOf(10, 20))).toEqual({ index: 1, key: 20 })
})
