import { expect, test } from 'vitest'
import { lineDifferences } from './line-differences.ts'

const manyLines = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `  "key${index}": "${text(index)}",\n`).join('')

/** The lines of all hunks, as in a patch: `-3 text`, with the numbers in both files. */
function patchOf(before: string, after: string) {
  return lineDifferences(before, after).hunks.map(({ lines }) =>
    lines.map(({ kind, before: old, after: now, text }) =>
      kind === 'same' ? `${old}=${now} ${text}` : kind === 'removed' ? `-${old} ${text}` : `+${now} ${text}`,
    ),
  )
}

test('thousands of changed lines are counted one by one, and the first of them are shown', () => {
  const before = manyLines(20_000, (index) => `text ${index}`)
  const after = manyLines(20_000, (index) => (index % 2 === 0 ? `text ${index}` : `word ${index}`))
  const { hunks, ...counts } = lineDifferences(before, after)
  expect(counts).toEqual({ linesAdded: 10_000, linesRemoved: 10_000, isWhole: false })
  expect(hunks.flatMap(({ lines }) => lines)).toHaveLength(400)
  expect(hunks[0]?.lines.slice(0, 4)).toEqual([
    { kind: 'same', before: 1, after: 1, text: '  "key0": "text 0",', marks: [] },
    { kind: 'removed', before: 2, after: null, text: '  "key1": "text 1",', marks: [[11, 15]] },
    { kind: 'added', before: null, after: 2, text: '  "key1": "word 1",', marks: [[11, 15]] },
    { kind: 'same', before: 3, after: 3, text: '  "key2": "text 2",', marks: [] },
  ])
})

test('a block without any line in common, a new file and a removed one are shown as a whole', () => {
  const [before, after] = [manyLines(3_000, (index) => `text ${index}`), manyLines(5_000, () => 'same')]
  const counts = (a: string, b: string) => {
    const { linesAdded, linesRemoved } = lineDifferences(a, b)
    return [linesRemoved, linesAdded]
  }
  expect(counts(before, after)).toEqual([3_000, 5_000])
  expect(counts('', after)).toEqual([0, 5_000])
  expect(counts(before, '')).toEqual([3_000, 0])
})

test('changes close to each other are one hunk, others have hunks of their own', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n'
  expect(patchOf(before, before)).toEqual([])
  expect(patchOf(before, before.replace('a\n', 'A\n').replace('f\n', ''))).toEqual([
    ['-1 a', '+1 A', '2=2 b', '3=3 c', '4=4 d', '5=5 e', '-6 f', '7=6 g', '8=7 h'],
  ])
  expect(patchOf(before, before.replace('a\n', 'A\n').replace('g\n', 'g\nG\n'))).toEqual([
    ['-1 a', '+1 A', '2=2 b', '3=3 c'],
    ['6=6 f', '7=7 g', '+8 G', '8=9 h', '9=10 i'],
  ])
})

test('lines that are repeated or moved are found in between, and line ends are no text', () => {
  const before = '{\r\n  },\r\n  },\r\n  "a": 1\r\n}'
  expect(patchOf(before, '{\r\n  },\r\n  },\r\n  },\r\n  "a": 1\r\n}')).toEqual([
    ['2=2   },', '3=3   },', '+4   },', '4=5   "a": 1', '5=6 }'],
  ])
  expect(patchOf('a\nb\nc\n', 'b\nc\na\n')).toEqual([['-1 a', '2=1 b', '3=2 c', '+3 a']])
  expect(patchOf('a\nb', 'a\nb\n')).toEqual([['1=1 a', '-2 b', '+2 b']])
})
