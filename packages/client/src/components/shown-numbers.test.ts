import { expect, test } from 'vitest'
import { shownNumbers } from './shown-numbers.ts'

test('each range is isolated, and the list has the direction and separator of the interface', () => {
  expect(shownNumbers('0, 2–16, …', 'ar')).toBe('\u20660\u2069، \u20662–16\u2069، \u2066…\u2069')
  expect(shownNumbers('2–4, 22–24', 'en')).toBe('\u20662–4\u2069, \u206622–24\u2069')
  expect(shownNumbers('', 'en')).toBe('')
})
