import fc from 'fast-check'
import { parse } from 'smol-toml'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, test } from 'vitest'
import type { Entry } from '../../src/index.ts'
import {
  compareFiles,
  type Difference,
  damaged,
  formatOf,
  orNull,
  type Reading,
  textsIn,
  textsOf,
} from './compare-files.ts'

// Without `other` and the like, which go-i18n reads as forms of a message, and `__proto__`, which
// toml-eslint-parser writes into the prototype of all objects.
const key = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'nav',
      'title',
      'x',
      'y',
      'p',
      'q',
      'r',
      's',
      't',
      'u',
      'v',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '"a"',
      "'b'",
      '"x y"',
      "'it\"s'",
      '1',
      '-',
      '"\\u00e9"',
      '"é"',
      '"\\e"',
      "''",
      'é',
      'a.b',
      'a . b',
      '"a.b"',
      '1.5',
      'true',
    ),
  },
)
const chars = fc.constantFrom(
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  '#',
  '=',
  '[',
  ']',
  '{',
  '}',
  '%',
  '{{.Count}}',
  '\t',
  '\u00a0',
  '\u007f',
  '\u2028',
  ',',
  '.',
)
const basic = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: chars },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "'",
          '\\"',
          '\\\\',
          '\\n',
          '\\t',
          '\\b',
          '\\f',
          '\\r',
          '\\u00e9',
          '\\U0001F600',
          '\\u0000',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\\e', '\\x41', '\\ud800', '\\U00110000', '\\a', '\\u12', '\\\n'),
      },
    ),
    { maxLength: 5 },
  )
  .map((all) => `"${all.join('')}"`)
const literal = fc
  .array(fc.oneof(chars, fc.constantFrom('"', '\\', '\\n', '\\u12', '""')), { maxLength: 5 })
  .map((all) => `'${all.join('')}'`)
const longBasic = fc
  .array(
    fc.oneof(
      chars,
      fc.constantFrom(
        '\n',
        '\n',
        '\n\n  ',
        '\\\n  ',
        '\\  \n\n ',
        '"',
        '""',
        '\\"',
        '\\n',
        '\\\\',
        '\r\n',
        '\\"""',
        "'''",
        '\\\t\n',
      ),
    ),
    { maxLength: 6 },
  )
  .map((all) => `"""${all.join('')}"""`)
const longLiteral = fc
  .array(fc.oneof(chars, fc.constantFrom('\n', '\n\n', "'", "''", '"""', '\\', '\\\n', '\r\n')), {
    maxLength: 5,
  })
  .map((all) => `'''${all.join('')}'''`)
const scalar = fc.oneof(
  { weight: 6, arbitrary: basic },
  { weight: 3, arbitrary: literal },
  { weight: 3, arbitrary: longBasic },
  { weight: 2, arbitrary: longLiteral },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '1',
      '-0',
      '+1',
      '1_000',
      '0xFF',
      '0o17',
      '0b1',
      '1.5',
      '6.02e23',
      'inf',
      '-nan',
      'true',
      'false',
      '1979-05-27',
      '1979-05-27T07:32:00Z',
      '07:32:00',
      '1979-05-27 07:32:00.5-07:00',
      '07:32',
      '01',
      '1__0',
      '1.',
      '.5',
      'True',
      '1979-13-01',
      '0x',
      '1979-02-30',
      '-0b1',
      '1e',
      '24:00:00',
      '1979-05-27T07:32',
    ),
  },
)
const gap = fc.constantFrom('', ' ', ' ', '  ', '\t')
const line = fc.constantFrom('', '', ' ', '\n', '\n  ', ' # c\n ', '\n\n')
const value = fc.letrec<{ value: string; list: string; table: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: scalar },
    { weight: 1, arbitrary: tie('list') },
    { weight: 1, arbitrary: tie('table') },
  ),
  list: fc
    .tuple(
      fc.array(fc.tuple(line, tie('value'), line), { maxLength: 3 }),
      fc.constantFrom('', '', ',', ', # c\n'),
    )
    .map(([items, end]) => `[${items.map((all) => all.join('')).join(',')}${items.length > 0 ? end : ''}]`),
  table: fc
    .tuple(
      fc.array(fc.tuple(gap, key, gap, gap, tie('value'), gap), { maxLength: 3 }),
      fc.constantFrom('', '', '', '', ',', '\n'),
    )
    .map(
      ([items, end]) =>
        `{${items.map(([a, name, b, c, item, d]) => `${a}${name}${b}=${c}${item}${d}`).join(',')}${items.length > 0 ? end : ''}}`,
    ),
})).value
const path = fc
  .tuple(key, fc.array(fc.tuple(fc.constantFrom('.', '.', ' . '), key), { maxLength: 1 }))
  .map(([first, rest]) => first + rest.map((all) => all.join('')).join(''))
const shortPath = fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: path })
const comment = fc.constantFrom('', '', '', '', '', ' # why', '\t#', ' ', ' # é \t')
const above = fc.constantFrom('', '', '', '', '\n', '# above\n', '  # odd\n', '\n\n', '#\n', '# \u007f\n')
const item = fc
  .tuple(above, gap, shortPath, gap, gap, value, comment)
  .map(
    ([head, indent, name, a, b, written, end]) =>
      `${head}${indent === ' ' ? '' : indent}${name}${a}=${b}${written}${end}\n`,
  )
const header = fc
  .tuple(
    above,
    path,
    fc.constantFrom(['[', ']'], ['[', ']'], ['[', ']'], ['[[', ']]'], ['[ ', ' ]'], ['[\t', ']']),
    comment,
  )
  .map(([head, name, [open = '', close = ''], end]) => `${head}${open}${name}${close}${end}\n`)
const tomlFiles = damaged(
  fc
    .record({
      parts: fc.array(fc.oneof({ weight: 3, arbitrary: item }, { weight: 1, arbitrary: header }), {
        minLength: 1,
        maxLength: 6,
        size: 'max',
      }),
      eol: fc.constantFrom('\n', '\n', '\n', '\r\n'),
      isOpen: fc.boolean(),
    })
    .map(({ parts, eol, isOpen }) =>
      (isOpen ? parts.join('').replace(/\n$/, '') : parts.join('')).replaceAll(/\r?\n/g, eol),
    ),
  [
    '"',
    "'",
    '"""',
    "'''",
    '\\',
    '=',
    '.',
    ',',
    '[',
    ']',
    '[[',
    '{',
    '}',
    '#',
    '\n',
    '\r',
    '\0',
    '\u0001',
    '\u007f',
    '\u00a0',
    'a = 1\n',
    '[a]\n',
    '[[a]]\n',
    '[a.b]\n',
    'a.b = 2\n',
    '_',
    '0',
    '\ufeff',
    '\u0085',
    ' ',
    '\\e',
  ],
)
const texts = textsOf(
  'a',
  'two words',
  '"',
  '""',
  '"""',
  "'",
  "'''",
  '\\',
  '\n',
  '\r',
  '\r\n',
  '\t',
  ' ',
  '\b',
  '\f',
  '\0',
  '\u007f',
  '\u0085',
  '\u2028',
  'é',
  '日',
  '😀',
  '#',
  '\u001b',
  '\\n',
  '\ufeff',
)

const oracle = {
  format: formatOf('toml'),
  view: { language: 'en', side: 'target' },
  files: tomlFiles,
  texts,
} as const

describe.each([
  ['smol-toml', (file: string) => reading(parse(file, { integersAsBigInt: true }))],
  [
    'toml-eslint-parser',
    (file: string) => reading(getStaticTOMLValue(parseTOML(file, { tomlVersion: '1.1' }))),
  ],
])('%s', (_, read) => {
  test('reads the same, by TOML 1.1', () => {
    compareFiles({ ...oracle, readAll: orNull(read), isExplained, textOf: withLineFeeds })
  })
})

describe('toml-eslint-parser', () => {
  test('refuses by TOML 1.0 what is marked as newer, and nothing else', () => {
    compareFiles({
      ...oracle,
      readAll: orNull((file) => reading(getStaticTOMLValue(parseTOML(file, { tomlVersion: '1.0' })))),
      textOf: withLineFeeds,
      isExplained: (difference) => isNewer(difference) || isExplained(difference),
    })
  })
})

function withLineFeeds(_: Entry, text: string): string {
  return text.replaceAll(/\r+\n/g, '\n')
}

function isNewer({ other, document }: Difference): boolean {
  return other === null && document.issues.some(({ code }) => code === 'newer-syntax')
}

/** Explained in docs/formats/toml.md: a line break in a text is a line feed. */
function reading(value: unknown): Reading {
  return new Map([...textsIn(value)].map(([path, text]) => [path, text.replaceAll(/\r+\n/g, '\n')]))
}

/**
 * Differences that docs/formats/toml.md explains: a carriage return alone is an error, also in a comment; smol-toml
 * allows the 30th of February, and drops quotes after an escaped line break.
 */
function isExplained({ file }: Difference): boolean {
  return /\r(?!\n)|1979-02-30|\\[ \t]*\r?\n\s*"/.test(file)
}
