import { NO_FORMER_NAMES, unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf, rowOf } from '../../test/sync-sides.ts'
import { editFile } from './edit-file.ts'
import { hashOf } from './hash-of.ts'

/** Returns a file after the forms of a key were translated that is one text in it, and what was held back. */
function translated(id: string, text: string) {
  const format = formatOf(id)
  const view = { language: 'de', side: 'target' as const }
  const document = documentOf(text, format, view)
  const { unit } = rowOf(1, 'files', { one: 'Datei', other: 'Dateien' }, { plural: 'cardinal' })
  const { unit: before } = rowOf(1, 'files', { other: 'Dateien' }, { plural: 'cardinal' })
  const bytes = Buffer.from(text)
  const edited = editFile({
    format,
    parts: [
      {
        place: { path: 'de', namespace: 'app', language: 'de', side: 'target', row: null },
        document,
        plan: { toFile: [{ id: 'cardinal:files', before, after: unit }], order: [unit] },
      },
    ],
    file: { bytes, hash: hashOf(bytes) },
    model: null,
    sourceLanguage: 'en',
    keyIds: new Map(),
    sourceOf: () => ({ one: 'file', other: 'files' }),
    formerNames: NO_FORMER_NAMES,
  })
  const after = edited?.replacement?.bytes ?? bytes
  const texts = [...format.read(after, view).entries.values()].map(({ unit: at, text: said }) => [
    at?.form,
    said,
  ])
  return { held: edited?.parts.flatMap(({ held }) => held), texts, text: Buffer.from(after).toString() }
}

const XCSTRINGS = `{
  "sourceLanguage" : "en",
  "strings" : {
    "files" : {
      "comment" : "In the title",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Dateien"
          }
        }
      }
    }
  },
  "version" : "1.0"
}
`

describe('a key that becomes plural where the file has one text', () => {
  test.each([
    ['apple-xcstrings', XCSTRINGS, 'In the title'],
    ['toml', '# In the title\nfiles = "Dateien"\nlast = "x"\n', 'In the title'],
  ])('%s', (id, file, kept) => {
    const { held, texts, text } = translated(id, file)
    expect(held).toEqual([])
    expect(texts.filter(([, said]) => said !== 'x')).toEqual([
      ['one', 'Datei'],
      ['other', 'Dateien'],
    ])
    expect(text).toContain(kept)
  })
})

describe('a key that becomes plural in a format without a place for its forms', () => {
  test.each([
    ['apple-strings', '"files" = "Dateien";\n"last" = "x";\n'],
    ['fluent', 'files = Dateien\nlast = x\n'],
    ['java-properties', 'files=Dateien\nlast=x\n'],
  ])('%s: is reported, and the file keeps the text that it had', (id, file) => {
    const { held, text } = replacedByForms(id, file)
    expect(held).toEqual([{ keyId: 1, name: 'files', code: 'not-representable' }])
    expect(text).toBe(file.replace('x', 'y'))
  })
})

/** Returns a file after a key that is one text in it was replaced by one with forms, and another text changed. */
function replacedByForms(id: string, text: string) {
  const format = formatOf(id)
  const { unit: plain } = rowOf(1, 'files', { other: 'Dateien' })
  const { unit: plural } = rowOf(1, 'files', { one: 'Datei', other: 'Dateien' }, { plural: 'cardinal' })
  const { unit: last } = rowOf(2, 'last', { other: 'x' })
  const next = { ...last, forms: { other: 'y' } }
  const [plainId, pluralId, lastId] = [unitId(plain), unitId(plural), unitId(last)]
  const bytes = Buffer.from(text)
  const edited = editFile({
    format,
    parts: [
      {
        place: { path: 'de', namespace: 'app', language: 'de', side: 'target', row: null },
        document: documentOf(text, format),
        plan: {
          toFile: [
            { id: plainId, before: plain, after: null },
            { id: pluralId, before: null, after: plural },
            { id: lastId, before: last, after: next },
          ],
          order: [plural, next],
        },
      },
    ],
    file: { bytes, hash: hashOf(bytes) },
    model: null,
    sourceLanguage: 'en',
    keyIds: new Map([
      [pluralId, 1],
      [lastId, 2],
    ]),
    sourceOf: () => undefined,
    formerNames: NO_FORMER_NAMES,
  })
  const held = edited?.parts.flatMap((part) => part.held)
  return { held, text: Buffer.from(edited?.replacement?.bytes ?? bytes).toString() }
}
