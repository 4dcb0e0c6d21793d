import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, isWhole, javaProperties } from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf, type Verdict } from './law.ts'

const RUNS = lawRuns(200)

// Whole texts, and pieces that have a meaning in this format.
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ' ',
        '\t',
        '\f',
        '\n',
        '\r',
        '\\',
        '\\u12',
        '=',
        ':',
        '#',
        '!',
        "'",
        '"',
        'a',
        'é',
        'Ã',
        '©',
        'ż',
        '日',
        '😀',
        '\0',
        '\u2028',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
)

const rawPiece = fc.constantFrom(
  'a',
  'key',
  ' ',
  '\t',
  '\\\n   ',
  '\\\r\n',
  '\\u00e9',
  '\\u00C9',
  '\\ud83d\\ude00',
  '\\n',
  '\\t',
  "\\'",
  '\\=',
  '\\:',
  '\\ ',
  '\\\\',
  '\u00e9',
  '=',
  ':',
  '#',
  '!',
)
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', 'b.c', 'd\\ e', '\\:', 'k\\u00e9y', '\\#x', 'long.key'),
        fc.constantFrom('=', ' = ', ': ', ' ', '   =', '\t', ''),
        fc.array(rawPiece, { maxLength: 6 }),
      )
      .map(([key, separator, value]) => key + separator + value.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '   ', '# comment', '! other', '  # more\\', '\\', '=', 'a\\'),
  },
)
const file = fc
  .tuple(
    fc.array(line, { maxLength: 8 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
    fc.constantFrom<BufferEncoding>('utf8', 'latin1'),
  )
  .map(
    ([lines, eol, isClosed, charset]) =>
      new Uint8Array(Buffer.from(lines.join(eol) + (isClosed ? eol : ''), charset)),
  )

describe('laws of Java properties', () => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => holds(identity(javaProperties, bytes))),
      RUNS,
    )
  })

  test('one edit changes its own value', () => {
    fc.assert(
      fc.property(file, fc.nat(), anyText, (bytes, pick, text) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        holds(oneEdit(javaProperties, bytes, entry, text))
      }),
      RUNS,
    )
  })

  test('removing and adding change one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        holds(removeAndAdd(javaProperties, bytes, entry))
      }),
      RUNS,
    )
  })

  test('renaming changes one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        holds(rename(javaProperties, bytes, entry))
      }),
      RUNS,
    )
  })

  test('a new file, empty or in the style of another, contains what was added', () => {
    const additions = fc.array(
      fc.tuple(fc.constantFrom('a', 'a.b', 'c d', '#x', 'ключ', 'e=f', 'g:h', 'i\\j', ' k'), anyText),
      {
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(fc.option(file), additions, (model, entries) => {
        const edits = entries.map(
          ([name, text]): EntryEdit => ({ kind: 'add', path: [name], text, after: [] }),
        )
        const created = javaProperties.read(
          javaProperties.create(model === null ? null : javaProperties.read(model), edits),
        )
        expect(isWhole(created)).toBe(true)
        expect(textsOf(created)).toEqual(new Map(entries))
      }),
      RUNS,
    )
  })
})

test.each([
  ['\\\n# no key\na=b\n', { a: 'b' }],
  [' \\\r\n\t! no key\r\na=b\r\n', { a: 'b' }],
  ['\\\r\\\r#\ra=b', { a: 'b' }],
  ['\\\n  a=b\n', { a: 'b' }],
  ['\\\n\\#a=b\n', { '#a': 'b' }],
  ['a=\\\n# text\n', { a: '# text' }],
  ['a\\\n#b=c\n', { 'a#b': 'c' }],
])('a backslash alone is a blank line, and # and ! below it start a comment: %j', (text, expected) => {
  const document = javaProperties.read(Buffer.from(text))
  expect(Object.fromEntries(textsOf(document))).toEqual(expected)
  expect(Buffer.from(javaProperties.edit(document, [])).toString()).toBe(text)
})

test.each([
  ['d=\\\rone\nn=x\n', 'd=\nn=x\n'],
  ['d\\\n=\\\r=\t\nn=x\n', 'd\\\n=\nn=x\n'],
  ['d = \\\r  \\\r  one\nn=x\n', 'd = \nn=x\n'],
  ['d: \\\n  one\nn=x\n', 'd: \nn=x\n'],
  ['d \\\r\n  one\r\nn=x\r\n', 'd \r\nn=x\r\n'],
])('an empty text leaves no continuation before the next line: %j', (text, expected) => {
  const document = javaProperties.read(Buffer.from(text))
  const out = javaProperties.edit(document, [{ kind: 'set', name: 'd', text: '' }])
  expect(Buffer.from(out).toString()).toBe(expected)
  expect(Object.fromEntries(textsOf(javaProperties.read(out)))).toEqual({ d: '', n: 'x' })
})

function entryOf(bytes: Uint8Array, pick: number) {
  const document = javaProperties.read(bytes)
  const entries = [...document.entries.values()]
  return entries[pick % Math.max(1, entries.length)] ?? null
}

function holds(verdict: Verdict): void {
  if (verdict.kind === 'refused') expect(verdict.code).toMatch(/^(?:not-representable|place-taken)$/)
  else expect(verdict).toEqual({ kind: 'held' })
}
