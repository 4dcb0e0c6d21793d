import { expect, test } from 'vitest'
import { isSlug, slugOf } from './slug-of.ts'

test.each([
  ['Acme Shop', 'acme-shop'],
  ['Größe & Łódź', 'grosse-lodz'],
  ['  --x--y  ', 'x-y'],
  ['متجر', ''],
  ['a'.repeat(80), 'a'.repeat(50)],
])('%s → %s', (name, slug) => expect(slugOf(name)).toBe(slug))

test('what the contract takes', () => {
  expect(['ab', 'a-b', 'a1'].every(isSlug)).toBe(true)
  expect(['a', '-a', 'a--b', 'A', 'a_b', 'a'.repeat(51)].some(isSlug)).toBe(false)
})
