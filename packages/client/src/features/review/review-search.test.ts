import { expect, test } from 'vitest'
import { filterOf, readReviewSearch, searchOf } from './review-search.ts'

test('a filter returns from the URL as it was', () => {
  const filter = { order: 'newest', kind: 'changed', author: 'user:3', q: 'is:failing pay' } as const
  expect(filterOf(readReviewSearch(searchOf(filter)))).toEqual(filter)
  expect(filterOf(readReviewSearch(searchOf({ order: 'oldest' })))).toEqual({ order: 'oldest' })
})

test('values that are no filter are left out', () => {
  expect(readReviewSearch({ kind: 'all', by: '', q: 5, order: 'oldest', other: 1 })).toEqual({ q: '5' })
})
