import { expect, test } from 'vitest'
import { invisibleSigns } from './invisible-signs.ts'

const shown = (text: string) =>
  invisibleSigns(text).map(({ kind, start, end, name }) =>
    [kind, start, end, name].filter((part) => part !== ''),
  )

test('ordinary spaces are not shown, leading, trailing and double ones are', () => {
  expect(shown('a b')).toEqual([])
  expect(shown(' a  b ')).toEqual([
    ['space', 0, 1],
    ['space', 2, 4],
    ['space', 5, 6],
  ])
})
test('no-break spaces, line ends and formatting characters are shown', () => {
  expect(shown('5\u202f% \u00a0\nx\u200f')).toEqual([
    ['no-break', 1, 2],
    ['no-break', 4, 5],
    ['line-end', 5, 6],
    ['mark', 7, 8, 'RLM'],
  ])
})
test('an emoji is not split at its joiner', () => {
  expect(shown('👩‍💻')).toEqual([])
})
