import fc from 'fast-check'
import { parse } from 'ini'
import { describe, test } from 'vitest'
import { compareFiles, type Difference, damaged, formatOf, orNull, textsOf } from './compare-files.ts'

/** Without comment marks and backslashes, which `ini` reads within values. */
const chars = [
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  '=',
  '[',
  ']',
  '%s',
  '&',
  '{0}',
  "'",
  '"',
  ':',
  ',',
  'x\u00a0y',
  '$x',
  '<b>',
  '`',
]
const inner = (without: string) =>
  fc
    .array(fc.constantFrom(...chars.filter((one) => one !== without)), { maxLength: 5 })
    .map((all) => all.join(''))
const value = fc.oneof(
  { weight: 4, arbitrary: inner('"') },
  { weight: 2, arbitrary: inner('"').map((text) => `"${text}"`) },
  { weight: 2, arbitrary: inner("'").map((text) => `'${text}'`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '""', "''", '"a" b', "'a' or 'b'", '"a" or "b"', '12', '"it\'s"', "it's"),
  },
)
const item = fc
  .tuple(
    fc.constantFrom('', '', '', '; c\n', '# one\n# two\n', '\n', '  ; c = d\n'),
    fc.constantFrom('', '', '', '  ', '\t'),
    fc.constantFrom('a', 'b', 'c', 'd', 'with space', 'é', 'x-y', 'a:b', 'k.l', 'UP', '10', 'x]'),
    fc.constantFrom('=', ' = ', ' =', '\t=\t', '= '),
    value,
    fc.constantFrom('', '', '', ' ', '\t'),
  )
  .map((all) => all.join(''))
const line = fc.oneof(
  { weight: 8, arbitrary: item },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[sec]', '[x.y]', '[a section]', '[sec] ', '[Traditional (new)]', '[ü]'),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '; alone', '   ', '# x', 'no value') },
)
const files = damaged(
  fc
    .tuple(
      fc.array(line, { minLength: 1, maxLength: 7, size: 'max' }),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
      fc.boolean(),
    )
    .map(([lines, eol, isClosed]) => lines.join('\n').replaceAll('\n', eol) + (isClosed ? eol : '')),
  ['"', "'", '=', '\n', ' ', '[', ']', 'a=b\n', '[s]\n', '\t', '\u0085'],
)
const texts = textsOf(...chars, '  ')

describe('ini', () => {
  test('reads the same', () => {
    compareFiles({
      format: formatOf('ini'),
      files,
      texts,
      idOf: ({ path }) => path.join('.'),
      readAll: orNull((file) => flatten(parse(file, { bracketedArray: false }))),
      isExplained,
      floors: { refused: 0 },
    })
  })
})

function flatten(value: Readonly<Record<string, unknown>>, start = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      for (const [name, text] of flatten({ ...item }, `${start}${key}.`)) found.set(name, text)
    else if (key !== '' && item !== true && !(Array.isArray(item) && item.at(-1) === true))
      found.set(start + key, String(Array.isArray(item) ? item.at(-1) : item))
  }
  return found
}

/**
 * Differences that docs/formats/ini.md explains: `ini` reads values between double quotes as JSON, with their
 * quotes if they are none, removes one quote alone and both kinds of quotes; it trims other Unicode blanks, does not know headings with blanks before or text
 * after them, and reads comments after a value.
 */
function isExplained({ file }: Difference): boolean {
  return [
    /^[ \t]*\[.*[^\]\s][ \t]*$|^[ \t]+\[|\u0085|[^\s;#].*[;#]/m,
    // Keys with quotes or a tab in them, control characters and lists in quotes.
    /^[ \t]*['"]|^[^=]*\S\t+\S[^=]*=|[\u0000-\u0008\u000b-\u001f]|'[[{]\s*[\]}]\s*'/m,
    /=[ \t]*(?:['"][ \t]*$|"".|'.*'.*'[ \t]*$|'".*"'|`|".*\t.*"|"[^"]*".*"[ \t]*$)/m,
  ].some((pattern) => pattern.test(file.replaceAll('\r', '\n')))
}
