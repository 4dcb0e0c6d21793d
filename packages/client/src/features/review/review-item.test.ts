import { expect, test } from 'vitest'
import { formsOf, nextAfter } from './review-item.ts'

test('the focus moves to the next remaining item, at the end to the previous one', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(nextAfter(ids, new Set(['b']), 'b')).toBe('c')
  expect(nextAfter(ids, new Set(['b', 'c']), 'b')).toBe('d')
  expect(nextAfter(ids, new Set(['d']), 'd')).toBe('c')
  expect(nextAfter(ids, new Set(['a', 'c']), 'b')).toBe('b')
  expect(nextAfter(ids, new Set(ids), 'b')).toBeNull()
})

test('forms of several texts are in the usual order, and there is always one', () => {
  expect(formsOf({ other: 'x', one: 'y' }, { few: 'z' })).toEqual(['one', 'few', 'other'])
  expect(formsOf({}, null)).toEqual(['other'])
})
