import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import {
  compareFiles,
  type Difference,
  damaged,
  formatOf,
  orNull,
  pathId,
  type Reading,
  textsOf,
} from './compare-files.ts'

const pieces = [
  'a',
  'two words',
  'é',
  '日',
  '😀',
  '\n',
  '\r\n',
  '"',
  '""',
  ',',
  ';',
  '|',
  '\t',
  "'",
  '=1+1',
  '#',
  '\u00a0',
  '\u2028',
  '{0}',
  '<b>',
  '\\',
  '\\n',
  '%s',
  ' ',
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((all) => all.join(''))
const key = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  'e.f',
  'with space',
  'é',
  '10',
  '-',
  '=x',
  'say "hi"',
  'x,y',
  'long;key',
  '',
)
const cell = fc.tuple(fc.oneof(text, text, key), fc.constantFrom('quoted', 'bare', 'bare')).map(
  ([content, how]) =>
    (delimiter: string) =>
      how === 'bare' && !/["\r\n]/.test(content) && !content.includes(delimiter)
        ? content
        : `"${content.replaceAll('"', '""')}"`,
)
const keyCell = fc.tuple(key, fc.boolean()).map(
  ([content, isQuoted]) =>
    (delimiter: string) =>
      isQuoted || content.includes('"') || content.includes(delimiter)
        ? `"${content.replaceAll('"', '""')}"`
        : content,
)

function filesOf(heads: readonly string[], delimiter: string): fc.Arbitrary<string> {
  const row = fc
    .tuple(keyCell, fc.array(cell, { minLength: heads.length - 1, maxLength: heads.length - 1 }))
    .map(([first, rest]) => [first, ...rest].map((write) => write(delimiter)).join(delimiter))
  const line = fc.oneof(
    { weight: 20, arbitrary: row },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        `only${delimiter}`,
        'only',
        `a${delimiter}b${delimiter}c${delimiter}d`,
        delimiter,
      ),
    },
  )
  const table = fc.tuple(
    fc.array(line, { minLength: 1, maxLength: 6, size: 'max' }),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.boolean(),
  )
  const body = table.map(([lines, eol, isClosed]) => lines.join(eol) + (isClosed ? eol : ''))
  // The head stays as it is: another makes another table of it.
  const rows = damaged(body, [
    '"',
    '""',
    delimiter,
    '\n',
    '\r',
    '\r\n',
    'x',
    '\u0085',
    `a${delimiter}b\n`,
    ' ',
  ])
  return fc
    .tuple(fc.constantFrom('\n', '\r\n'), rows)
    .map(([eol, rest]) => `${heads.join(delimiter)}${eol}${rest}`)
}

describe('csv-parse', () => {
  test.each([
    ['key, value', ['key', 'value'], ','],
    ['key, value, comment', ['key', 'value', 'comment'], ';'],
    ['key, value', ['key', 'value'], '\t'],
    ['id, source, target', ['id', 'source', 'target'], ','],
  ])('reads the same texts of %s', (_, heads, delimiter) => {
    const column = heads.indexOf('target') < 0 ? 1 : 2
    compareFiles({
      format: formatOf('csv'),
      files: filesOf(heads, delimiter),
      texts: textsOf(...pieces),
      readAll: orNull((file) =>
        textsOfRows(
          parse(file, {
            delimiter,
            relax_column_count: true,
            skip_empty_lines: true,
            record_delimiter: ['\r\n', '\n', '\r'],
            cast: withoutBlanks,
          }),
          column,
        ),
      ),
      isExplained,
      floors: { refused: 0 },
    })
  })
})

function textsOfRows(rows: readonly (readonly string[])[], column: number): Reading {
  const found = new Map<string, string>()
  for (const row of rows.slice(1)) {
    if (row[0]?.startsWith(COMMENT) && row.length === 1) continue
    const name = row[0]?.replace(COMMENT, '') ?? ''
    if (name !== '') found.set(pathId([name]), row[column] ?? '')
  }
  return found
}

/** Marks a key that starts with `#` and has no quotes. */
const COMMENT = '\0'

/**
 * Explained in docs/formats/csv.md: without quotes, blanks around a key do not count, and a cell of blanks is
 * empty; a line of one cell with `#` is a comment.
 */
function withoutBlanks(
  text: string,
  { quoting, column }: { readonly quoting: boolean; readonly column: number | string },
): string {
  if (quoting) return text
  if (column !== 0) return text.trim() === '' ? '' : text
  return text.startsWith('#') ? COMMENT + text.trim() : text.trim()
}

/**
 * Differences that docs/formats/csv.md explains: quotes within a cell, and blanks before a quote, are read; csv-parse
 * refuses the file. A quote that is not closed on the last line is a warning.
 */
function isExplained({ other, own, file }: Difference): boolean {
  return own !== null && other === null && file.includes('"')
}
