import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import { type EntryEdit, formatById, isWhole } from '../src/index.ts'

// In many projects keys are texts, and texts have line breaks: whatever names a file gives its entries, they
// are read, edited and kept.
const FORMATS = [
  'i18next-json',
  'json',
  'icu-json',
  'json5',
  'yaml',
  'php-array',
  'toml',
  'java-properties',
  'apple-strings',
  'gettext-po',
  'csv',
  'xlsx',
]
const SEED = 20261122
const PIECES = [
  'a',
  'Line one',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u0001',
  '\u0004',
  '\u001f',
  '\u007f',
  '\u0085',
  '"',
  "'",
  '\\',
  ':',
  '=',
  '#',
  ',',
  '{',
  '%',
  '\u2028',
  'ą',
  '😀',
]
const key = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
  .map((pieces) => `k${pieces.join('')}z`)

describe.each(FORMATS)('%s', (id) => {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  const view = { language: 'de', side: 'target' } as const
  // Separates context and name in the program that loads PO files (decision 0186).
  const keys = id === 'gettext-po' ? key.filter((name) => !name.includes('\u0004')) : key
  const textsOf = (bytes: Uint8Array) => {
    const document = format.read(bytes, view)
    expect(isWhole(document)).toBe(true)
    expect(document.issues.map(({ code }) => code)).not.toContain('unusable-key')
    return new Map([...document.entries.values()].map(({ name, text }) => [name, text]))
  }

  test('a file with any keys is read, and an edit changes only its own text', () => {
    fc.assert(
      fc.property(fc.uniqueArray(keys, { minLength: 1, maxLength: 4 }), fc.nat(), (names, pick) => {
        const adds = names.map(
          (name, i): EntryEdit => ({
            kind: 'add',
            path: [name],
            text: `t${i}`,
            after: names.slice(0, i).toReversed(),
          }),
        )
        const bytes = format.create(null, adds, view)
        const expected = new Map(names.map((name, i) => [name, `t${i}`]))
        expect(textsOf(bytes)).toEqual(expected)
        const document = format.read(bytes, view)
        expect(Buffer.from(format.edit(document, [])).equals(bytes)).toBe(true)

        const name = names[pick % names.length] ?? ''
        const set = format.edit(document, [{ kind: 'set', name, text: 'new' }])
        expect(textsOf(set)).toEqual(new Map(expected).set(name, 'new'))
        const removed = new Map(expected)
        removed.delete(name)
        expect(textsOf(format.edit(document, [{ kind: 'remove', name }]))).toEqual(removed)
      }),
      { ...lawRuns(60), seed: SEED },
    )
  })

  test('U+0000 is refused in a key', () => {
    expect(() => format.create(null, [{ kind: 'add', path: ['a\0b'], text: 'x', after: [] }], view)).toThrow(
      'unusable-path',
    )
  })
})
