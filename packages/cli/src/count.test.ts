import { expect, test } from 'vitest'
import { count } from './count.ts'

test.each([
  [0, '0 projects'],
  [1, '1 project'],
  [2, '2 projects'],
])('%i of a noun is "%s"', (number, text) => {
  expect(count(number, 'project')).toBe(text)
})
