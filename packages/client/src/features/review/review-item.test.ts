import { expect, test } from 'vitest'
import { formsOf } from './review-item.ts'

test('forms of several texts are in the usual order, and there is always one', () => {
  expect(formsOf({ other: 'x', one: 'y' }, { few: 'z' })).toEqual(['one', 'few', 'other'])
  expect(formsOf({}, null)).toEqual(['other'])
})
