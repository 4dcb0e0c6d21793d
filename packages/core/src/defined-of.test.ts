import { expect, test } from 'vitest'
import { definedOf } from './defined-of.ts'

test('keeps null, false and empty texts, and nothing that is undefined', () => {
  const given = { name: '', count: 0, isOpen: false, note: null, tag: undefined }
  const kept = definedOf(given)
  expect(kept).toEqual({ name: '', count: 0, isOpen: false, note: null })
  expect('tag' in kept).toBe(false)
})
