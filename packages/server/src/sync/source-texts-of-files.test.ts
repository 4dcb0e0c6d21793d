import { type Forms, NO_FORMER_NAMES, type Unit, type UnitChange, unitId } from '@dragoman/core'
import { type Document, type Entry, pluralBasesOf, unitsOf, type View } from '@dragoman/formats'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf } from '../../test/sync-sides.ts'
import { editFile } from './edit-file.ts'
import { hashOf } from './hash-of.ts'

const ENGLISH: View = { language: 'en', side: 'target' }
const FRENCH: View = { language: 'fr', side: 'target' }

/** Files of the source language that have texts of their own next to other source texts, and their French texts. */
const FILES: readonly (readonly [
  format: string,
  english: string,
  french: Readonly<Record<string, Forms>>,
])[] = [
  [
    'qt-ts',
    `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Main</name>
    <message>
        <source>Opne</source>
        <translation>Open</translation>
    </message>
    <message>
        <source>Line
break</source>
        <comment>a door</comment>
        <translation>Door</translation>
    </message>
    <message numerus="yes">
        <source>%n fils</source>
        <translation><numerusform>%n file</numerusform><numerusform>%n files</numerusform></translation>
    </message>
    <message id="close">
        <source>Clsoe</source>
        <translation>Close</translation>
    </message>
</context>
</TS>
`,
    {
      'Main|Opne': { other: 'Ouvrir' },
      'Main|Line\\nbreak|a door': { other: 'Porte' },
      'Main|%n fils': { one: '%n fichier', other: '%n fichiers' },
      close: { other: 'Fermer' },
    },
  ],
  [
    'gettext-po',
    `msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "open"
msgstr "Open"

msgid "file"
msgid_plural "files_plural"
msgstr[0] "%d file"
msgstr[1] "%d files"
`,
    { open: { other: 'Ouvrir' }, file: { one: '%d fichier', other: '%d fichiers' } },
  ],
  [
    'xliff-1',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="en" target-language="en" datatype="plaintext" original="file.ext">
    <body>
      <trans-unit id="x1" resname="great"><source>symfony.great</source><target>Symfony is great</target></trans-unit>
      <trans-unit id="x2" resname="small"><source>symfony.small</source><target>Symfony is small</target></trans-unit>
    </body>
  </file>
</xliff>
`,
    { great: { other: 'Symfony est grand' }, small: { other: 'Symfony est petit' } },
  ],
  [
    'xliff-2',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="en">
  <file id="f">
    <unit id="great"><segment><source>symfony.great</source><target>Symfony is great</target></segment></unit>
    <unit id="small"><segment><source>symfony.small</source><target>Symfony is small</target></segment></unit>
  </file>
</xliff>
`,
    { great: { other: 'Symfony est grand' }, small: { other: 'Symfony est petit' } },
  ],
  [
    'gotext-json',
    `{
    "language": "en",
    "messages": [
        {
            "id": "great",
            "message": "go.great",
            "translation": "Go is great"
        },
        {
            "id": "small",
            "message": "go.small",
            "translation": "Go is small"
        }
    ]
}
`,
    { great: { other: 'Go est grand' }, small: { other: 'Go est petit' } },
  ],
]

describe.each(FILES)('a source text next to the texts of its own language, in %s', (id, english, french) => {
  const format = formatOf(id)
  const model = documentOf(english, format, ENGLISH)
  const known = [...model.entries.values()]
  const sources = unitsOf(
    format,
    known,
    pluralBasesOf(format, { known: [], files: [{ language: 'en', entries: known }], sourceLanguage: 'en' }),
  )
  const units = sources.map(({ name, path, plural }): Unit => {
    return { name, path, plural, forms: french[name] ?? {} }
  })
  const catalog = new Map(sources.map((unit) => [unitId(unit), unit.forms]))

  /** Returns the French file after these units were written to it. */
  function written(file: Uint8Array | null, added: readonly Unit[]): Uint8Array {
    const toFile = added.map((after): UnitChange => ({ id: unitId(after), before: null, after }))
    const place = { path: 'fr', namespace: 'app', language: 'fr', side: 'target', row: null } as const
    const document = file === null ? null : format.read(file, FRENCH)
    const edited = editFile({
      format,
      parts: [{ place, document, plan: { toFile, order: units } }],
      file: file === null ? null : { bytes: file, hash: hashOf(file) },
      model,
      sourceLanguage: 'en',
      keyIds: new Map(),
      sourceOf: (unit) => catalog.get(unit),
      formerNames: NO_FORMER_NAMES,
    })
    expect(edited?.parts.flatMap(({ held }) => held)).toEqual([])
    return edited?.replacement?.bytes ?? new Uint8Array()
  }

  test('is the one of a new file', () => {
    expect(textsIn(format.read(written(null, units), FRENCH))).toEqual(expected())
  })

  test('is the one of keys that are added to a file', () => {
    const [first, ...others] = units
    const file = written(null, first === undefined ? [] : [first])
    expect(textsIn(format.read(written(file, others), FRENCH))).toEqual(expected())
  })

  function expected() {
    return units.flatMap(({ name, forms }) =>
      Object.entries(forms).map(([form, text]) => {
        const source = sources.find((unit) => unit.name === name)?.source
        return [name, form, source?.[form === 'one' ? 'one' : 'other'], text]
      }),
    )
  }
})

test('a source text of another language’s file does not replace that of the catalog', () => {
  const format = formatOf('xliff-1')
  const unit: Unit = { name: 'a', path: ['a'], plural: 'none', forms: { other: 'Bonjour' } }
  const german = `<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a"><source>Helo</source><target>Hallo</target></trans-unit></body></file></xliff>`
  const edited = editFile({
    format,
    parts: [
      {
        place: { path: 'fr', namespace: 'app', language: 'fr', side: 'target', row: null },
        document: null,
        plan: { toFile: [{ id: unitId(unit), before: null, after: unit }], order: [unit] },
      },
    ],
    file: null,
    model: documentOf(german, format, { language: 'de', side: 'target' }),
    sourceLanguage: 'en',
    keyIds: new Map(),
    sourceOf: () => ({ other: 'Hello' }),
    formerNames: NO_FORMER_NAMES,
  })
  expect(Buffer.from(edited?.replacement?.bytes ?? []).toString()).toContain('<source>Hello</source>')
})

function textsIn({ entries }: Document) {
  return [...entries.values()].map(({ name, unit, source, text }: Entry) => [
    unit?.name ?? name,
    unit?.form ?? 'other',
    source,
    text,
  ])
}
