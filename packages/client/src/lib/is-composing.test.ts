import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

const ENTER = { key: 'Enter', keyCode: 13, isComposing: false }

test.each([
  ['Enter', ENTER, false],
  ['Enter during a composition', { ...ENTER, isComposing: true }, true],
  ['Enter that confirms a candidate in Safari', { ...ENTER, keyCode: 229 }, true],
  ['a key that an input method handles in Chrome', { ...ENTER, key: 'Process', keyCode: 229 }, true],
  ['a dead key on a Mac, as of Alt N', { ...ENTER, key: 'Dead', keyCode: 229 }, false],
])('%s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected)
})
