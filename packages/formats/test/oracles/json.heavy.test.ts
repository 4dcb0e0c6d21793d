import fc from 'fast-check'
import JSON5 from 'json5'
import { describe, test, vi } from 'vitest'
import {
  compareFiles,
  type Difference,
  damaged,
  formatOf,
  orNull,
  textsIn,
  textsOf,
  wellFormed,
} from './compare-files.ts'

const blank = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\t', '\r', '\n\n  ')
const stringPieces = fc.constantFrom(
  'a',
  'é',
  '日',
  '😀',
  ' ',
  '\\n',
  '\\t',
  '\\\\',
  '\\"',
  '\\/',
  '/',
  '\\u00e9',
  '\\uD83D\\ude00',
  '\\ud800',
  '\\b',
  '\\f',
  "'",
  '\u2028',
  '\u007f',
  '{',
  ']',
  ',',
  ':',
  '//',
  '/*',
  '%s',
  '\\u0000',
  '\u00a0',
  '\ufffe',
)
const string = fc.array(stringPieces, { maxLength: 5 }).map((all) => `"${all.join('')}"`)
const key = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      '"a"',
      '"b"',
      '"c d"',
      '"x.y"',
      '"10"',
      '"2"',
      '"__proto__"',
      '"\\u0061"',
      '"é"',
    ),
  },
  { weight: 1, arbitrary: string },
)
const literal = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1.5e3',
  '-12',
  '1E+5',
  '1e-2',
  '[]',
  '{}',
)
const comment5 = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '// x\n',
  '/* x */',
  '\n',
  '\t',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\v',
  '\f',
  '/**/',
  '/* "a": */',
  '// é\r',
)
const string5 = fc.oneof(
  string,
  fc
    .array(
      fc.oneof(
        stringPieces,
        fc.constantFrom(
          '\\x41',
          '\\v',
          '\\0',
          '\\\n',
          '\\\r\n',
          "\\'",
          '\\a',
          '\\\u2028',
          '"',
          '\\01',
          '\\8',
          '\\xg',
          '\\é',
          '\n',
        ),
      ),
      { maxLength: 4 },
    )
    .map((all) => `'${all.join('')}'`),
)
const key5 = fc.oneof(
  key,
  fc.constantFrom(
    'a',
    'b',
    '$x',
    '_1',
    'é',
    'null',
    'Infinity',
    "'it'",
    '\\u0061b',
    'a\\u200cb',
    'if',
    'ünï',
    '1a',
    'a-b',
    '\u{10400}',
  ),
)
const literal5 = fc.oneof(
  literal,
  fc.constantFrom(
    '0xFF',
    '0Xa',
    '+1',
    '.5',
    '5.',
    '-.5',
    'Infinity',
    '-Infinity',
    'NaN',
    '+NaN',
    '01',
    '1_0',
    '0x',
    '- 1',
    'undefined',
  ),
)

type Grammar = {
  readonly blank: fc.Arbitrary<string>
  readonly key: fc.Arbitrary<string>
  readonly string: fc.Arbitrary<string>
  readonly literal: fc.Arbitrary<string>
  readonly isTrailing: boolean
}

function jsonFiles(grammar: Grammar): fc.Arbitrary<string> {
  const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
    object: fc
      .tuple(
        fc.array(fc.tuple(grammar.blank, grammar.key, grammar.blank, tie('value'), grammar.blank), {
          maxLength: 4,
        }),
        fc.nat(9),
      )
      .map(
        ([members, end]) =>
          `{${listOf(
            members.map(
              ([before, name, colon, value, behind]) => `${before}${name}${colon}:${value}${behind}`,
            ),
            grammar.isTrailing && end === 0,
          )}}`,
      ),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: grammar.string },
      { weight: 1, arbitrary: grammar.literal },
      { weight: 2, arbitrary: tie('object') },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.array(tie('value'), { maxLength: 3 }), fc.nat(9))
          .map(([items, end]) => `[${listOf(items, grammar.isTrailing && end === 0)}]`),
      },
    ),
  }))
  return fc.tuple(grammar.blank, object, grammar.blank).map((all) => all.join(''))
}

function listOf(items: readonly string[], isTrailing: boolean): string {
  return items.join(',') + (isTrailing && items.length > 0 ? ',' : '')
}

const BREAKS = [
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ',,',
  '\n',
  '\0',
  '\u0001',
  '//',
  '/*',
  '*/',
  '-',
  '.',
  '0',
  '1',
  'e',
  'null',
  '\u00a0',
  '\ufeff',
  '\\u12',
  '\\x',
  '#',
  'é',
  '\u2029',
  '__proto__',
]
const texts = textsOf(
  'a',
  '"',
  "'",
  '\\',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u2028',
  'é',
  '日',
  '😀',
  '/',
  '</b>',
  ' ',
  '\b',
  '{',
  '//',
  '\u007f',
  '\ufeff',
  '\\n',
)

/**
 * After V8 in Node.js 24 has read a key that is one backslash, it reads every escaped key at that
 * position as a backslash (nodejs/node#63785), so that the result of JSON.parse depends on the files before.
 */
const BACKSLASH = '"\\\\"'
const files = damaged(jsonFiles({ blank, key, string, literal, isTrailing: false }), BREAKS).filter(
  (file) => !file.includes(BACKSLASH),
)
const files5 = damaged(
  jsonFiles({ blank: comment5, key: key5, string: string5, literal: literal5, isTrailing: true }),
  BREAKS,
)

describe('JSON.parse', () => {
  test.each(['json', 'i18next-json', 'icu-json', 'vue-i18n-json', 'slang-json'])(
    'reads the same as %s',
    (id) => {
      compareFiles({
        format: formatOf(id),
        files,
        texts,
        readAll: orNull((file) => reading(JSON.parse(file))),
        isExplained,
      })
    },
  )

  test.each(['laravel-json', 'arb'])('reads the same texts at the root as %s', (id) => {
    compareFiles({
      format: formatOf(id),
      files,
      texts,
      readAll: orNull(
        (file) =>
          new Map(
            [...reading(JSON.parse(file))].filter(([path]) => /^\["(?!@)(?:[^"\\]|\\.)*"\]$/.test(path)),
          ),
      ),
      isExplained,
      floors: { edited: 0.3 },
    })
  })
})

describe('json5', () => {
  test('reads the same as json5', () => {
    // It warns of line separators in texts, which JSON5 allows.
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    compareFiles({
      format: formatOf('json5'),
      files: files5,
      texts,
      readAll: orNull((file) => reading(JSON5.parse(file))),
      isExplained,
    })
    warn.mockRestore()
  })
})

/** Explained in docs/formats/json.md: a file of texts is an object. */
function reading(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object')
  return new Map([...textsIn(value)].map(([path, text]) => [path, wellFormed(text)]))
}

/** Explained in docs/formats/json.md: of a flat and a nested key of one name, one is read. */
function isExplained({ document }: Difference): boolean {
  return document.issues.some(({ code }) => code === 'name-collision')
}
