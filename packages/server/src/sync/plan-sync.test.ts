import type { TranslationState } from '@dragoman/core'
import type { Entry } from '@dragoman/formats'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf, JSON_FORMAT, jsonOf, rowOf } from '../../test/sync-sides.ts'
import { type FilePart, planSync } from './plan-sync.ts'

const EN = { title: 'Shop', empty: 'Nothing here' }
const DE = { title: 'Laden', empty: 'Nichts da' }
const OURS = new Map([
  ['en', [rowOf(1, 'title', 'Shop'), rowOf(2, 'empty', 'Nothing here')]],
  ['de', [rowOf(1, 'title', 'Laden'), rowOf(2, 'empty', 'Nichts da')]],
])

function german(
  texts: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> = DE,
): FilePart {
  const document = jsonOf(texts)
  return {
    path: 'de.json',
    language: 'de',
    document,
    base: texts === base ? document : jsonOf(base),
    conflicts: [],
    ownWrites: [],
  }
}

const plan = (parts: FilePart | readonly FilePart[], ours: typeof OURS = OURS) =>
  planSync({
    namespace: 'common',
    format: JSON_FORMAT,
    sourceLanguage: 'en',
    files: [parts].flat(),
    sourceDocument: jsonOf(EN),
    others: [],
    imported: new Map(),
    keys: null,
    ours,
  })

const withGerman = (...rows: NonNullable<ReturnType<typeof OURS.get>>) => new Map([...OURS, ['de', rows]])

describe('the plan of a sync', () => {
  test('file and catalog agree: nothing', () => {
    const { changes, files } = plan(german(DE))
    expect([changes, files[0]?.toFile, files[0]?.conflicts]).toEqual([[], [], []])
  })

  test('a text that changed in the file goes to the catalog', () => {
    const { changes, files } = plan(german({ ...DE, title: 'Kiosk' }))
    expect(changes).toEqual([{ kind: 'translate', keyId: 1, language: 'de', forms: { other: 'Kiosk' } }])
    expect(files[0]?.toFile).toEqual([])
  })

  test('a changed source text goes to the catalog before its translations', () => {
    const de = german({ ...DE, title: 'Kiosk' })
    const en = { ...de, path: 'en.json', language: 'en', document: jsonOf({ ...EN, title: 'Kiosk' }) }
    const { changes } = plan([de, { ...en, base: jsonOf(EN) }])
    expect(changes).toMatchObject([
      { kind: 'translate', language: 'en' },
      { kind: 'translate', language: 'de' },
    ])
  })

  test('a text that changed in the catalog goes to the file', () => {
    const ours = withGerman(rowOf(1, 'title', 'Geschäft'), rowOf(2, 'empty', 'Nichts da'))
    const { changes, files } = plan(german(DE), ours)
    expect(changes).toEqual([])
    expect(files[0]?.toFile.map(({ before, after }) => [before?.forms, after?.forms])).toEqual([
      [{ other: 'Laden' }, { other: 'Geschäft' }],
    ])
  })

  test('a text changed on both sides is a conflict and stays on both', () => {
    const ours = withGerman(rowOf(1, 'title', 'Geschäft'), rowOf(2, 'empty', 'Nichts da'))
    const { changes, files } = plan(german({ ...DE, title: 'Kiosk' }), ours)
    expect([changes, files[0]?.toFile]).toEqual([[], []])
    expect(files[0]?.conflicts).toMatchObject([
      {
        base: { forms: { other: 'Laden' } },
        theirs: { forms: { other: 'Kiosk' } },
        ours: { forms: { other: 'Geschäft' } },
      },
    ])
  })

  test('a new entry is a new key below its neighbour', () => {
    const { changes } = plan(german({ title: 'Laden', cart: 'Korb', empty: 'Nichts da' }))
    expect(changes).toMatchObject([{ kind: 'add-key', name: 'cart', after: 1 }])
    expect(changes[0]?.kind === 'add-key' && changes[0].texts).toEqual(
      new Map([['de', { forms: { other: 'Korb' } }]]),
    )
  })

  test('a removed entry removes its text, and the key only when no file has it', () => {
    expect(plan(german({ title: 'Laden' })).changes).toEqual([
      { kind: 'translate', keyId: 2, language: 'de', forms: {} },
    ])
    const alone = new Map([...withGerman(rowOf(1, 'title', 'Laden'), rowOf(2, 'empty', 'Nichts da'))])
    alone.set('en', [rowOf(1, 'title', 'Shop'), rowOf(2, 'empty', '')])
    const gone = planSync({
      namespace: 'common',
      format: JSON_FORMAT,
      sourceLanguage: 'en',
      files: [german({ title: 'Laden' })],
      sourceDocument: jsonOf({ title: 'Shop' }),
      others: [],
      imported: new Map(),
      keys: null,
      ours: alone,
    })
    expect(gone.changes).toEqual([{ kind: 'remove-key', keyId: 2 }])
  })

  test('forms that were separate keys become one plural key', () => {
    const forms = { item_one: 'ein Ding', item_other: '{{count}} Dinge' }
    const { changes } = planSync({
      namespace: 'common',
      format: JSON_FORMAT,
      sourceLanguage: 'en',
      files: [german({ ...DE, ...forms }, { ...DE, item_other: '{{count}} Dinge' })],
      sourceDocument: jsonOf({ ...EN, item_one: 'one item', item_other: '{{count}} items' }),
      others: [],
      imported: new Map(),
      keys: null,
      ours: new Map([
        [
          'en',
          [
            rowOf(1, 'title', 'Shop'),
            rowOf(2, 'empty', 'Nothing here'),
            rowOf(3, 'item_other', '{{count}} items'),
          ],
        ],
        [
          'de',
          [
            rowOf(1, 'title', 'Laden'),
            rowOf(2, 'empty', 'Nichts da'),
            rowOf(3, 'item_other', '{{count}} Dinge'),
          ],
        ],
      ]),
    })
    expect(changes).toMatchObject([
      { kind: 'remove-key', keyId: 3 },
      { kind: 'add-key', name: 'item', plural: 'cardinal' },
    ])
    const added = changes[1]
    expect(added?.kind === 'add-key' && added.texts).toEqual(
      new Map([
        ['en', { forms: { other: '{{count}} items' } }],
        ['de', { forms: { one: 'ein Ding', other: '{{count}} Dinge' } }],
      ]),
    )
  })

  test('while a conflict is open, its own base counts; once resolved, the text that was seen', () => {
    const conflict = {
      name: 'title',
      plural: 'none' as const,
      path: ['title'],
      base: { other: 'Laden' },
      theirs: { other: 'Kiosk' },
    }
    const ours = withGerman(rowOf(1, 'title', 'Geschäft'), rowOf(2, 'empty', 'Nichts da'))
    const texts = { ...DE, title: 'Kiosk' }
    const open = plan({ ...german(texts, texts), conflicts: [{ ...conflict, state: 'open' }] }, ours)
    expect(open.files[0]?.conflicts).toHaveLength(1)
    const resolved = plan({ ...german(texts, texts), conflicts: [{ ...conflict, state: 'resolved' }] }, ours)
    expect(resolved.files[0]?.conflicts).toEqual([])
    expect(resolved.files[0]?.toFile.map(({ after }) => after?.forms)).toEqual([{ other: 'Geschäft' }])
  })

  test('entries of files are read as often for many removed keys as for one', () => {
    function readsFor(removed: number): { readonly reads: number; readonly kinds: readonly string[] } {
      const names = Array.from({ length: removed }, (_, index) => `key${index}`)
      const before = Object.fromEntries(names.map((name) => [name, 'Text']))
      const rows = names.map((name, index) => rowOf(index + 1, name, 'Text'))
      let reads = 0
      class CountedEntries extends Map<string, Entry> {
        override values() {
          reads += 1
          return super.values()
        }
      }
      const kept = jsonOf({ kept: 'Text' })
      const counted = { ...kept, entries: new CountedEntries(kept.entries) }
      const { changes } = planSync({
        namespace: 'common',
        format: JSON_FORMAT,
        sourceLanguage: 'en',
        files: [
          { ...german({}, before), path: 'en.json', language: 'en', document: counted },
          { ...german({}, before), document: counted },
        ],
        sourceDocument: null,
        others: [counted],
        imported: new Map(),
        keys: null,
        ours: new Map([
          ['en', rows],
          ['de', rows],
        ]),
      })
      return { reads, kinds: changes.map(({ kind }) => kind) }
    }
    const one = readsFor(1)
    const many = readsFor(50)
    expect(many.kinds.filter((kind) => kind === 'remove-key')).toHaveLength(50)
    expect(many.reads).toBe(one.reads)
  })
})

describe('states in the column of a table', () => {
  const CSV = formatOf('csv')
  const planTable = (table: string, state: TranslationState) => {
    const document = documentOf(table, CSV, { language: 'de', side: 'target' })
    const de = { path: 'de.csv', language: 'de', document, base: document, conflicts: [], ownWrites: [] }
    const { changes, files } = planSync({
      namespace: 'common',
      format: CSV,
      sourceLanguage: 'en',
      files: [de],
      sourceDocument: null,
      others: [],
      imported: new Map(),
      keys: null,
      ours: new Map([
        ['en', [rowOf(1, 'title', 'Shop')]],
        ['de', [rowOf(1, 'title', 'Laden', { state })]],
      ]),
    })
    return [changes, files[0]?.toFile.map(({ after }) => after?.state)]
  }

  test('go to the file', () => {
    const table = 'key,source,target,state\ntitle,Shop,Laden,reviewed\n'
    expect(planTable(table, 'draft')).toEqual([[], ['draft']])
    expect(planTable(table, 'reviewed')).toEqual([[], []])
  })

  test('stay if they are those of a row in several languages', () => {
    expect(planTable('key,en,de,state\ntitle,Shop,Laden,draft\n', 'translated')).toEqual([[], []])
  })
})

describe('comments and limits of the source language’s file', () => {
  const xliff = (unit: string, note: string) =>
    `<xliff version="1.2"><file original="a" source-language="en" datatype="plaintext"><body><trans-unit id="title"${unit}><source>Shop</source>${note}</trans-unit></body></file></xliff>`
  const limit = (length: number) => ` maxwidth="${length}" size-unit="char"`
  const table = (length: string, comment: string) =>
    `key,en,de,comment,max length\ntitle,Shop,Laden,${comment},${length}\n`

  /** Returns the changes of the catalog after a file of English texts was edited. */
  function planned(format: string, [before, after]: readonly [string, string]) {
    const read = (text: string) =>
      documentOf(text, formatOf(format), { language: 'en', side: format === 'csv' ? 'target' : 'source' })
    const file = { document: read(after), base: read(before), conflicts: [], ownWrites: [] }
    return planSync({
      namespace: 'common',
      format: formatOf(format),
      sourceLanguage: 'en',
      files: [{ path: 'en', language: 'en', ...file }],
      sourceDocument: null,
      others: [],
      imported: new Map(),
      keys: null,
      ours: new Map([['en', [rowOf(1, 'title', 'Shop')]]]),
    }).changes
  }

  test.each([
    ['a changed limit', xliff(limit(12), ''), xliff(limit(10), ''), { maxLength: 10 }],
    ['a new limit', xliff('', ''), xliff(limit(10), ''), { maxLength: 10 }],
    ['a removed limit', xliff(limit(12), ''), xliff('', ''), { maxLength: null }],
    [
      'a changed comment and limit',
      xliff(limit(12), '<note>Title</note>'),
      xliff(limit(10), '<note>Of the page</note>'),
      { description: 'Of the page', maxLength: 10 },
    ],
    [
      'a changed comment',
      xliff(limit(12), ''),
      xliff(limit(12), '<note>Title</note>'),
      { description: 'Title' },
    ],
  ])('%s goes to the catalog', (_, before, after, fields) => {
    expect(planned('xliff-1', [before, after])).toEqual([{ kind: 'edit-key', keyId: 1, fields }])
  })

  test('a limit in a table goes to the catalog', () => {
    expect(planned('csv', [table('12', ''), table('10', '')])).toEqual([
      { kind: 'edit-key', keyId: 1, fields: { maxLength: 10 } },
    ])
    expect(planned('csv', [table('12', ''), table('', '')])).toEqual([
      { kind: 'edit-key', keyId: 1, fields: { maxLength: null } },
    ])
  })

  test('an unchanged limit is not written over that of the catalog', () => {
    expect(planned('xliff-1', [xliff(limit(12), ''), xliff(limit(12), '')])).toEqual([])
  })
})
