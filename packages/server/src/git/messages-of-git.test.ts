import { expect, test } from 'vitest'
import { addMessages, MESSAGES_MAX } from './messages-of-git.ts'

test.each([
  [['remote: a\nremote: b\n'], 'remote: a\nremote: b\n'],
  [['Counting: 1%\rCounting: 100%\rerror: no\n'], 'error: no\n'],
  [['Counting: 1%\rCoun', 'ting: 2%\r', 'fatal: gone\n'], 'fatal: gone\n'],
  [['a\r\nb\r\n'], 'a\r\nb\r\n'],
  [['first\n1%\r2%\r', '3%\rlast'], 'first\nlast'],
  [['1%\rlast\r\n'], 'last\r\n'],
])('progress of %j is left out', (pieces, expected) => {
  expect(pieces.reduce(addMessages, '')).toBe(expected)
})

test('a message after much progress is kept', () => {
  const progress = 'Counting objects: 1%\r'.repeat(10_000)
  expect(addMessages('', `${progress}fatal: gone\n`)).toBe('fatal: gone\n')
})

test('an endless line is cut, however long its pieces are', () => {
  const piece = 'a'.repeat(5_000_000)
  expect(addMessages(addMessages('remote: ', piece), piece)).toBe(`remote: ${piece}`.slice(0, MESSAGES_MAX))
})
