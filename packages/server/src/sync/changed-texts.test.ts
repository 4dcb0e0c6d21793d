import { NO_FORMER_NAMES } from '@dragoman/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf, JSON_FORMAT, jsonOf, rowOf } from '../../test/sync-sides.ts'
import { changesOfTexts } from './changed-texts.ts'
import { editFile } from './edit-file.ts'
import { planSync } from './plan-sync.ts'

const request = { format: JSON_FORMAT, sourceLanguage: 'en' }

describe('what a few texts change in an unchanged file', () => {
  test('a changed text', () => {
    const document = jsonOf({ a: 'A', b: 'B' })
    const changes = changesOfTexts({ ...request, document, rows: [rowOf(1, 'a', 'Ä')] })
    expect(changes?.map(({ before, after }) => [before?.forms.other, after?.forms.other])).toEqual([
      ['A', 'Ä'],
    ])
    expect(changesOfTexts({ ...request, document, rows: [rowOf(1, 'a', 'A')] })).toEqual([])
  })

  test('a removed text', () => {
    const changes = changesOfTexts({ ...request, document: jsonOf({ a: 'A' }), rows: [rowOf(1, 'a', '')] })
    expect(changes).toMatchObject([{ before: { forms: { other: 'A' } }, after: { forms: {} } }])
  })

  test('a text without an entry requires the whole namespace', () => {
    const document = jsonOf({ item_one: '1', item_other: 'n' })
    expect(changesOfTexts({ ...request, document, rows: [rowOf(1, 'new', 'Neu')] })).toBeNull()
    const few = rowOf(2, 'item', { one: '1', few: 'w', other: 'n' }, { plural: 'cardinal' })
    expect(changesOfTexts({ ...request, document, rows: [few] })).toBeNull()
    const one = rowOf(2, 'item', { one: 'eins', other: 'n' }, { plural: 'cardinal' })
    expect(changesOfTexts({ ...request, document, rows: [one] })).toHaveLength(1)
  })

  test('a state in the file', () => {
    const po = '#, fuzzy\nmsgid "a"\nmsgstr "A"\n'
    const format = formatOf('gettext-po')
    const document = documentOf(po, format, { language: 'de', side: 'target' })
    const rows = [rowOf(1, 'a', 'A', { state: 'translated' })]
    expect(changesOfTexts({ format, sourceLanguage: 'en', document, rows })).toMatchObject([
      { after: { state: 'translated' } },
    ])
  })

  test('the file becomes the same, byte for byte, as by merging the whole namespace', () => {
    const names = ['title', 'empty', 'item', 'a.b', 'last']
    const text = fc.constantFrom('', 'Laden', 'Wörter "so"', 'n\nzwei', '{{count}}')
    const texts = fc.array(text, { minLength: names.length, maxLength: names.length })
    fc.assert(
      fc.property(texts, texts, fc.subarray(names), (before, after, changed) => {
        const inFile = Object.fromEntries(
          names.map((name, i) => [name, before[i] ?? '']).filter(([, t]) => t),
        )
        const document = jsonOf(inFile as Record<string, string>) // of strings
        const rows = names.map((name, i) =>
          rowOf(i + 1, name, (changed.includes(name) ? after[i] : before[i]) ?? ''),
        )
        const toFile = changesOfTexts({
          ...request,
          document,
          rows: rows.filter(({ unit }) => changed.includes(unit.name)),
        })
        const { files } = planSync({
          namespace: 'common',
          format: JSON_FORMAT,
          sourceLanguage: 'en',
          files: [
            { path: 'de.json', language: 'de', document, base: document, conflicts: [], ownWrites: [] },
          ],
          sourceDocument: null,
          others: [],
          imported: new Map(),
          keys: null,
          ours: new Map([['de', rows]]),
        })
        const isNew = names.some((name, i) => changed.includes(name) && !before[i] && after[i])
        expect(toFile === null).toBe(isNew)
        if (toFile === null) return
        const bytesOf = (plan: Parameters<typeof editFile>[0]['parts'][number]['plan']) => {
          const place = {
            path: 'de.json',
            language: 'de',
            namespace: 'common',
            side: 'target',
            row: null,
          } as const
          const bytes = Buffer.from(document.text)
          const edited = editFile({
            format: JSON_FORMAT,
            parts: [{ place, document, plan }],
            file: { bytes, hash: 'before' },
            model: null,
            sourceLanguage: 'en',
            keyIds: new Map(),
            sourceOf: () => undefined,
            formerNames: NO_FORMER_NAMES,
          })
          return Buffer.from(edited?.replacement?.bytes ?? bytes).toString()
        }
        expect(bytesOf({ toFile, order: [] })).toBe(bytesOf(files[0] ?? { toFile: [], order: [] }))
      }),
      { numRuns: 500 },
    )
  })
})
