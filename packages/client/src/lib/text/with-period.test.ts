import { expect, test } from 'vitest'
import { withPeriod } from './with-period.ts'

test.each([
  ['Undone', 'Undone.'],
  ['You left Shop.', 'You left Shop.'],
])('%s becomes the sentence %s', (said, sentence) => {
  expect(withPeriod(said)).toBe(sentence)
})
