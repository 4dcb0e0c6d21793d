import { expect, test } from 'vitest'
import { rowAfter } from './row-after.ts'

test('the focus moves to the next remaining row, at the end to the previous one', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(rowAfter(ids, new Set(['b']), 'b')).toBe('c')
  expect(rowAfter(ids, new Set(['b', 'c']), 'b')).toBe('d')
  expect(rowAfter(ids, new Set(['d']), 'd')).toBe('c')
  expect(rowAfter(ids, new Set(['a', 'c']), 'b')).toBe('b')
  expect(rowAfter(ids, new Set(ids), 'b')).toBeNull()
})
