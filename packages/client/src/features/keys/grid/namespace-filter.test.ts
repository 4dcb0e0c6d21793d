import { expect, test } from 'vitest'
import { filteredNamespace, withNamespace } from './namespace-filter.ts'

test('the namespace of a filter is found and replaced', () => {
  expect(filteredNamespace('key:a* ns:checkout')).toBe('checkout')
  expect(filteredNamespace('ns:check*')).toBeNull()
  expect(filteredNamespace('-ns:checkout')).toBeNull()
  expect(withNamespace('ns:old is:failing', 'new')).toBe('ns:new is:failing')
  expect(withNamespace('is:failing ns:old', null)).toBe('is:failing')
  expect(withNamespace('', 'a/b')).toBe('ns:a/b')
})
