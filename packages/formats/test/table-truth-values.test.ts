import { describe, expect, test } from 'vitest'
import { csv } from '../src/csv/csv.ts'
import { type EntryEdit, type EntryState, statesIn, type View } from '../src/format.ts'
import { xlsx } from '../src/xlsx/xlsx.ts'
import { workbookOf } from './xlsx-file.ts'

const VIEW: View = { language: 'de', side: 'target' }

const read = (file: string) => csv.read(Buffer.from(file), VIEW)
const statesOf = (file: string) => [...read(file).entries.values()].map(({ state }) => state)
const edited = (file: string, ...edits: readonly EntryEdit[]) =>
  new TextDecoder().decode(csv.edit(read(file), edits))
const table = (heading: string, ...values: readonly string[]) =>
  [
    `id,source,target,${heading}`,
    ...values.map((value, at) => `k${at},Text ${at},Wort ${at},${value}`),
    '',
  ].join('\n')
const setState = (at: number, state: EntryState): EntryEdit => {
  return { kind: 'set', name: `k${at}`, text: `Wort ${at}`, state }
}

/** As csvl10n.py of the Translate Toolkit writes it. */
const TOOLKIT = `"location","source","target","id","fuzzy","context","translator_comments","developer_comments"
"a.c:1","Open","Öffnen","open","True","","",""
"a.c:2","Close","Schließen","close","False","","",""
"a.c:3","Print","Drucken","print","","","",""
`

describe('a column of truth values', () => {
  test('of the Translate Toolkit shows drafts', () => {
    expect(statesOf(TOOLKIT)).toEqual(['draft', 'translated', undefined])
    expect(edited(TOOLKIT, { kind: 'set', name: 'open', text: 'Auf', state: 'translated' })).toBe(
      TOOLKIT.replace('"Öffnen","open","True"', '"Auf","open","False"'),
    )
    expect(edited(TOOLKIT, { kind: 'set', name: 'print', text: 'Druck', state: 'draft' })).toBe(
      TOOLKIT.replace('"Drucken","print",""', '"Druck","print","True"'),
    )
  })

  test.each([
    ['fuzzy', '1', '0', 'draft'],
    ['fuzzy', 'x', '', 'draft'],
    ['fuzzy', 'TRUE', 'FALSE', 'draft'],
    ['Fuzzy', 'yes', 'no', 'draft'],
    ['fuzzy', 'fuzzy', '', 'draft'],
    ['approved', 'Yes', 'No', 'reviewed'],
    ['approved', 'true', 'false', 'reviewed'],
    ['approved', 'X', '', 'reviewed'],
  ] as const)('named %s with %j and %j is read and written', (heading, set, unset, state) => {
    const file = table(heading, set, unset)
    expect(statesOf(file)).toEqual([state, unset === '' ? undefined : 'translated'])
    expect(edited(file, setState(0, 'translated'), setState(1, state))).toBe(table(heading, unset, set))
  })

  test.each([
    ['fuzzy', ['True', 'True'], 'translated', ['False', 'True']],
    ['fuzzy', ['0', '0'], 'draft', ['1', '0']],
    ['fuzzy', ['', ''], 'draft', ['True', '']],
    ['approved', ['NO', 'NO'], 'reviewed', ['YES', 'NO']],
  ] as const)(
    'named %s with only %j gets the other value in the same spelling',
    (heading, before, state, after) => {
      expect(edited(table(heading, ...before), setState(0, state))).toBe(table(heading, ...after))
    },
  )

  test('has only the states that it can show', () => {
    expect(statesIn(csv, read(table('fuzzy', 'True')))).toEqual(['draft', 'translated'])
    expect(statesIn(csv, read(table('approved', '1')))).toEqual(['translated', 'reviewed'])
    expect(edited(table('fuzzy', 'True', 'False'), setState(0, 'reviewed'))).toBe(
      table('fuzzy', 'False', 'False'),
    )
    expect(edited(table('approved', 'yes', 'no'), setState(0, 'draft'))).toBe(table('approved', 'no', 'no'))
  })

  test('keeps what is no truth value, as a detail', () => {
    const file = table('fuzzy', 'True', 'perhaps')
    expect(statesOf(file)).toEqual(['draft', undefined])
    expect(csv.detailsOf?.(read(file))).toContainEqual({ owner: 'k1', text: 'perhaps' })
  })

  test('with words is one of words', () => {
    const file = table('approved', 'approved', 'needs review')
    expect(statesOf(file)).toEqual(['reviewed', 'draft'])
    expect(statesIn(csv, read(file))).toEqual(['draft', 'translated', 'reviewed'])
    expect(statesOf(table('fuzzy', 'fuzzy', 'final'))).toEqual(['draft', 'reviewed'])
  })

  test('is also read in a workbook', () => {
    const rows = table('fuzzy', 'True', 'False')
      .trimEnd()
      .split('\n')
      .map((row) => row.split(',').map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`))
    const bytes = workbookOf({ rows: rows.map((cells) => `<row>${cells.join('')}</row>`).join('') })
    const written = xlsx.edit(xlsx.read(bytes, VIEW), [setState(0, 'translated')])
    expect([...xlsx.read(written, VIEW).entries.values()].map(({ state }) => state)).toEqual([
      'translated',
      'translated',
    ])
  })
})

test('the heading of a column of states is no word that it uses', () => {
  expect(edited(table('approved', 'translated'), setState(0, 'reviewed'))).toBe(table('approved', 'reviewed'))
})
