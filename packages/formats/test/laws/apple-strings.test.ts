import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appleStrings } from '../../src/apple/apple-strings.ts'
import { describeLaws } from './describe-laws.ts'
import { fileOf, textOf } from './pieces.ts'

const token = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      ' ',
      '\\n',
      '\\"',
      '\\\\',
      '\\\n',
      '\n',
      '\t',
      '\\U00e9',
      '\\U9',
      '\\u00E9',
      '\\101',
      '\\7',
      "'",
      '%@',
      '//',
      '/*',
      '😀',
      '\\q',
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const key = fc.constantFrom(
  '"a"',
  '"b.c"',
  'bare',
  'x-1/2',
  "'single'",
  '"with \\"quotes\\""',
  '"%d \\U00e9"',
  '"__proto__"',
  '"é"',
)
const item = fc
  .tuple(
    fc.constantFrom('', '', '/* Comment */\n', '// One\n// two\n', '  ', '\n'),
    key,
    fc.constantFrom(' = ', '=', ' /* odd */ = ', '\n=\n'),
    fc.oneof(
      token.map((inner) => `"${inner}"`),
      fc.constantFrom("'it'", 'bare', '( "list", b )', '{ a = b; }', '<00 ff>'),
    ),
    fc.constantFrom(';', ' ;', '; // after', '; /* after */', '; "z" = "same line";'),
  )
  .map((parts) => parts.join(''))
const block = fc.oneof(
  { weight: 6, arbitrary: item },
  { weight: 1, arbitrary: fc.constantFrom('', '/* alone */\n', '// head', '"short";') },
)

describeLaws(appleStrings, {
  file: fileOf(block, ['\n', '\r\n']),
  text: textOf(
    '\n',
    '\r\n',
    '\r',
    '\t',
    '"',
    "'",
    '\\',
    '\\U00e9',
    '7',
    'e',
    '\0',
    '\u2028',
    '//',
    '/*',
    ';',
  ),
  path: fc.oneof(
    fc.constantFrom(['a'], ['new'], ['x.y', 'z'], ['With "quotes" \\ and ='], ['ключ'], ['']),
    fc.tuple(fc.string({ unit: 'binary', maxLength: 5 })),
  ),
})

test('a value without its semicolon is an error, and the others are shown', () => {
  const document = appleStrings.read(Buffer.from('"a" = "A"\n"b" = "B";\n'))
  expect([...document.entries.keys()]).toEqual(['a', 'b'])
  expect(document.issues).toMatchObject([
    { code: 'expected-text', severity: 'error', params: { wanted: ';' } },
  ])
})
