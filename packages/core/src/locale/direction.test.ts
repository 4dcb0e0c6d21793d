import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ur', 'rtl'],
  ['az-Arab', 'rtl'],
  ['en', 'ltr'],
  ['ja', 'ltr'],
  ['ku', 'ltr'],
  ['art-nvi', 'ltr'],
])('%s is written %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction)
})
