import { describe, expect, test } from 'vitest'
import {
  type Content,
  convertOnto,
  type FileUnit,
  type Format,
  formatById,
  statesIn,
  unitsOf,
  type View,
} from '../../src/index.ts'
import { workbookOf } from '../xlsx-file.ts'

const VIEW: View = { language: 'de', side: 'target' }
const NO_BASES = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }

const TABLE = `key,source,target,status
hi,Hello,Hallo,approved
bye,Bye,Tschüss,needs review
ok,OK,Gut,translated
`

describe('a table with a column of states', () => {
  test('keeps its words for unchanged states', () => {
    expect(csvWith({ hi: ['Hallo', 'reviewed'], bye: ['Tschüss', 'draft'], ok: ['Gut', 'translated'] })).toBe(
      TABLE,
    )
    // A text that is reviewed in the file only is not reviewed in the catalog.
    expect(
      csvWith({ hi: ['Hallo', 'translated'], bye: ['Tschüss', 'draft'], ok: ['Gut', 'translated'] }),
    ).toBe(TABLE)
  })

  test('gets changed states in the words that it has', () => {
    expect(
      csvWith({ hi: ['Hallo du', 'draft'], bye: ['Tschüss', 'reviewed'], ok: ['Sehr gut', 'translated'] }),
    ).toBe(
      `key,source,target,status
hi,Hello,Hallo du,needs review
bye,Bye,Tschüss,approved
ok,OK,Sehr gut,translated
`,
    )
  })

  test('gets a changed state of an unchanged text', () => {
    expect(csvWith({ hi: ['Hallo', 'draft'], bye: ['Tschüss', 'translated'], ok: ['Gut', 'reviewed'] })).toBe(
      `key,source,target,status
hi,Hello,Hallo,needs review
bye,Bye,Tschüss,translated
ok,OK,Gut,approved
`,
    )
  })

  test('gets them as a workbook too', () => {
    const xlsx = named('xlsx')
    const rows = TABLE.trimEnd()
      .split('\n')
      .map((row) => row.split(',').map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`))
    const bytes = workbookOf({ rows: rows.map((cells) => `<row>${cells.join('')}</row>`).join('') })
    const imported = unitsOf(xlsx, xlsx.read(bytes, VIEW).entries.values(), NO_BASES)
    const units = [
      unit('hi', 'Hallo', 'draft'),
      unit('bye', 'Tschüss', 'reviewed'),
      unit('ok', 'Gut', 'reviewed'),
    ]
    const base = { bytes, languages: [{ view: VIEW, imported }] }
    const written = convertOnto(catalog(units), { format: xlsx, language: 'de' }, base).bytes
    const states = [...xlsx.read(written, VIEW).entries.values()].map(({ state }) => state)
    expect(states).toEqual(['draft', 'reviewed', 'reviewed'])
  })

  test.each([
    ['a column for each language', 'key,en,de,status\nhi,Hello,Hallo,approved\n', VIEW],
    ['no column of states', 'key,source,target\nhi,Hello,Hallo\n', VIEW],
    ['texts of its source', TABLE, { language: 'en', side: 'source' } as const],
  ])('has none of its own with %s', (_, file, view) => {
    const csv = named('csv')
    expect(statesIn(csv, csv.read(Buffer.from(file), view))).toBeUndefined()
  })

  test('has none for its source texts', () => {
    const csv = named('csv')
    const view: View = { language: 'en', side: 'source' }
    const document = csv.read(Buffer.from(TABLE), view)
    expect([...document.entries.values()].map(({ state }) => state)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const edited = csv.edit(document, [{ kind: 'set', name: 'hi', text: 'Hi', state: 'draft' }])
    expect(Buffer.from(edited).toString()).toBe(TABLE.replace('Hello', 'Hi'))
  })
})

/** Returns the table after an export of these texts with their states. */
function csvWith(texts: Readonly<Record<string, readonly [string, NonNullable<FileUnit['state']>]>>): string {
  const csv = named('csv')
  const imported = unitsOf(csv, csv.read(Buffer.from(TABLE), VIEW).entries.values(), NO_BASES)
  const units = Object.entries(texts).map(([name, [text, state]]) => unit(name, text, state))
  const base = { bytes: Buffer.from(TABLE), languages: [{ view: VIEW, imported }] }
  return Buffer.from(convertOnto(catalog(units), { format: csv, language: 'de' }, base).bytes).toString()
}

function unit(name: string, other: string, state: NonNullable<FileUnit['state']>): FileUnit {
  return { name, path: [name], plural: 'none', forms: { other }, present: [], state }
}

function catalog(units: readonly FileUnit[]): Content {
  return {
    sourceLanguage: 'en',
    syntax: 'i18next',
    languages: new Map([['de', units]]),
    encoding: null,
    format: null,
  }
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}
