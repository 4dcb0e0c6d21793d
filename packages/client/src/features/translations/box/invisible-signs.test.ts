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
test('line separators and control characters are shown, as far as the check reports them', () => {
  expect(shown('a\u2028b\u2029c\u0085d\u000be\u000cf\u0007g\u007f')).toEqual([
    ['mark', 1, 2, 'LS'],
    ['mark', 3, 4, 'PS'],
    ['mark', 5, 6, 'NEL'],
    ['mark', 7, 8, 'VT'],
    ['mark', 9, 10, 'FF'],
    ['mark', 11, 12, 'U+0007'],
    ['mark', 13, 14, 'U+007F'],
  ])
  expect(shown('a\tb\rc')).toEqual([])
})
test('an emoji is not split at its joiner', () => {
  expect(shown('👩‍💻')).toEqual([])
})
