import { expect, test } from 'vitest'
import { formatTsv, parseTsv } from './tsv.ts'

test.each<[string, string[][]]>([
  ['one', [['one']]],
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"two\r\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""hi"""\tb', [['say "hi"', 'b']]],
  ['"Hi" he said\tb', [['"Hi" he said', 'b']]],
  ['"never closed\tb', [['"never closed', 'b']]],
  [
    'a\t\tc\n\t\t',
    [
      ['a', '', 'c'],
      ['', '', ''],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['', [['']]],
  ['""', [['']]],
])('reads %j', (text, rows) => expect(parseTsv(text)).toEqual(rows))

test('output can be read back', () => {
  const rows = [
    ['plain', 'tab\there', 'line\nend', 'say "hi"'],
    ['', ' ', '"', 'سلة\nالتسوق'],
  ]
  expect(parseTsv(formatTsv(rows))).toEqual(rows)
})
