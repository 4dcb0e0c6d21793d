import { expect, test } from 'vitest'
import { mergeQueue } from './shown-queue.ts'

const items = (...places: readonly number[]) =>
  places.map((place) => ({ on: 'text' as const, place, key: { id: place } }))
const ids = (...places: readonly number[]) => places.map((place) => `text:${place}`)

test('shows everything that was loaded first', () => {
  expect(mergeQueue(null, items(1, 2, 3), 9)).toEqual({ shown: { ids: ids(1, 2, 3), upTo: 9 }, newCount: 0 })
})

test('adds items from further down without counting them as new', () => {
  const { shown, newCount } = mergeQueue({ ids: ids(1, 2, 3), upTo: 9 }, items(3, 4, 5), 12)
  expect(shown.ids).toEqual(ids(1, 2, 3, 4, 5))
  expect(newCount).toBe(0)
})

test('counts items written after the queue was opened, and does not show them', () => {
  const before = { ids: ids(1, 2, 3), upTo: 9 }
  expect(mergeQueue(before, items(1, 2, 3, 10, 11), 12)).toEqual({ shown: before, newCount: 2 })
  expect(mergeQueue(before, items(11, 10, 3, 2, 1), 12).newCount).toBe(2)
})

test('returns undone items to their place', () => {
  const { shown } = mergeQueue({ ids: ids(2, 5), upTo: 9 }, items(1, 2, 3, 4, 5), 12)
  expect(shown.ids).toEqual(ids(1, 2, 3, 4, 5))
  const known = { ids: ids(1, 2, 3), upTo: 9 }
  expect(mergeQueue(known, items(1, 2, 3), 12).shown).toBe(known)
})
