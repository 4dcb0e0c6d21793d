import { NO_FORMER_NAMES } from '@dragoman/core'
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
