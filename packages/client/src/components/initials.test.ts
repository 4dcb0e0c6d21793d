import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Mara Lindqvist', 'ML'],
  ['mara', 'MA'],
  ['Anna Maria von Berg', 'AB'],
  ['mara@example.org', 'MO'],
  ['e\u0301mile z\u0301ak', 'E\u0301Z\u0301'],
  ['👩‍👩‍👧 Team', '👩‍👩‍👧T'],
  ['田中', '田'],
  ['田中 太郎', '田太'],
  ['محمد علي', 'م\u200cع'],
  ['  ', ''],
  ['', ''],
])('%s → %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
