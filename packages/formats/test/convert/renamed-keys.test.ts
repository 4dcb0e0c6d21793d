import { type FormerNames, unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import {
  type Content,
  convertOnto,
  EditError,
  type FileUnit,
  type Format,
  formatById,
  pluralBasesOf,
  unitsOf,
  type View,
} from '../../src/index.ts'

/** Keys of an uploaded file that were renamed in the catalog since. */

type Exported = {
  readonly format: Format
  readonly file: string
  readonly language?: string
  /** The texts of the catalog by name, in order; null: removed. */
  readonly now: Readonly<Record<string, FileUnit['forms'] | string>>
  /** The former names of keys by their current names. */
  readonly former: Readonly<Record<string, readonly string[]>>
  readonly sources?: Readonly<Record<string, string>>
}

function exported({ format, file, language = 'en', now, former, sources = {} }: Exported) {
  const view: View = { language, side: 'target' }
  const bytes = Buffer.from(file)
  const document = format.read(bytes, view)
  const bases = pluralBasesOf(format, {
    known: [],
    files: [{ language, entries: [...document.entries.values()] }],
    sourceLanguage: 'en',
  })
  const units = Object.entries(now).map(([name, forms]): FileUnit => {
    const shared = { name, path: [name], present: [] }
    return typeof forms === 'string'
      ? { ...shared, plural: 'none', forms: forms === '' ? {} : { other: forms } }
      : { ...shared, plural: 'cardinal', forms }
  })
  const sourceUnits = Object.entries(sources).map(([name, other]): FileUnit => {
    return { name, path: [name], plural: 'none', forms: { other }, present: [] }
  })
  const translated = units.filter(({ forms }) => Object.keys(forms).length > 0)
  const content: Content = {
    sourceLanguage: 'en',
    syntax: format.syntax,
    languages: new Map([
      ...(language === 'en' ? [] : [['en', sourceUnits] as const]),
      [language, translated],
    ]),
    keys: units,
    encoding: null,
    format: null,
  }
  const formerNames: FormerNames = new Map(
    units.flatMap((unit) => (former[unit.name] ? [[unitId(unit), former[unit.name] ?? []]] : [])),
  )
  const imported = unitsOf(format, document.entries.values(), bases)
  const base = {
    bytes,
    languages: [{ view, imported }],
    formerNames,
    ...(format.languages === 'two'
      ? {
          sources: unitsOf(
            format,
            format.read(bytes, { language: 'en', side: 'source' }).entries.values(),
            bases,
          ),
        }
      : {}),
  }
  const written = convertOnto(content, { format, language }, base)
  return { text: Buffer.from(written.bytes).toString(), report: written.report }
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`${id} is no format`)
  return format
}

const ARB = `{
  "@@locale": "en",
  "title": "T",
  "items": "{n} things",
  "@items": {
    "description": "How many",
    "placeholders": { "n": { "type": "int" } }
  },
  "z": "Z"
}
`
const CHROME = `{
  "hello": {
    "message": "Hello $USER$",
    "placeholders": { "user": { "content": "$1" } }
  }
}
`

describe('a renamed key keeps its details', () => {
  test.each([
    ['arb', ARB, 'items', 'goods', '{n} things', { title: 'T', z: 'Z' }],
    ['chrome-json', CHROME, 'hello', 'greet', 'Hello $USER$', {}],
    ['rails-yaml', 'en:\n  # Shown\n  home: "Home" # keep\n', 'home', 'start', 'Home', {}],
    ['json5', "{\n  // Shown\n  home: 'Home', // keep\n}\n", 'home', 'start', 'Home', {}],
    ['java-properties', '# File\n\n# Shown\nhome = Home\n', 'home', 'start', 'Home', {}],
    ['toml', '# Shown\nhome = "Home" # keep\n', 'home', 'start', 'Home', {}],
  ])('%s', (id, file, name, newName, text, others) => {
    const format = named(id)
    const former = { [newName]: [name] }
    const now = { ...others, [newName]: text }
    expect(exported({ format, file, now, former })).toEqual({
      text: file.replaceAll(name, newName),
      report: [],
    })
    const edited = { ...now, [newName]: 'Edited' }
    expect(exported({ format, file, now: edited, former })).toEqual({
      text: file.replace(text, 'Edited').replaceAll(name, newName),
      report: [],
    })
  })

  test('with all plural forms, one of which has no text any more', () => {
    const file = '{\n  "item_one": "1",\n  "item_many": "viele",\n  "item_other": "n"\n}\n'
    const now = { thing: { one: '1', other: 'm' } }
    const written = exported({
      format: named('i18next-json'),
      file,
      language: 'fr',
      now,
      former: { thing: ['item'] },
    })
    expect(written).toEqual({ text: '{\n  "thing_one": "1",\n  "thing_other": "m"\n}\n', report: [] })
  })

  test('that is not translated, next to its source text', () => {
    const unit = (id: string, source: string, target: string) =>
      `<trans-unit id="${id}" extradata="of ${source}"><source>${source}</source>${target}<note>How</note></trans-unit>`
    const file = (...units: readonly string[]) =>
      `<xliff version="1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>
${units.join('\n')}
</body></file></xliff>
`
    const written = exported({
      format: named('xliff-1'),
      file: file(unit('a', 'Hello', ''), unit('b', 'Bye', '<target>Tschau</target>')),
      language: 'de',
      now: { c: '', d: 'Tschüss' },
      sources: { c: 'Hello', d: 'Goodbye' },
      former: { c: ['a'], d: ['b'] },
    })
    const bye = unit('d', 'Bye', '<target>Tschüss</target>').replace('<source>Bye', '<source>Goodbye')
    expect(written).toEqual({ text: file(unit('c', 'Hello', ''), bye), report: [] })
  })

  test('in all languages of a file', () => {
    const file = (key: string, de: string) => `{
  "sourceLanguage" : "en",
  "strings" : {
    "${key}" : {
      "comment" : "Shown",
      "extractionState" : "manual",
      "localizations" : {
        "de" : { "stringUnit" : { "state" : "translated", "value" : "${de}" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Home" } }
      }
    }
  },
  "version" : "1.0"
}
`
    const format = named('apple-xcstrings')
    const bytes = Buffer.from(file('home', 'Heim'))
    const unit = (name: string, other: string): FileUnit => {
      return { name, path: [name], plural: 'none', forms: { other }, present: [], state: 'translated' }
    }
    const content: Content = {
      sourceLanguage: 'en',
      syntax: format.syntax,
      languages: new Map([
        ['en', [unit('start', 'Home')]],
        ['de', [unit('start', 'Start')]],
      ]),
      keys: [unit('start', '')],
      encoding: null,
      format: null,
    }
    const { bytes: written, report } = convertOnto(
      content,
      { format, language: 'de' },
      {
        bytes,
        languages: [
          { view: { language: 'en', side: 'source' }, imported: [unit('home', 'Home')] },
          { view: { language: 'de', side: 'target' }, imported: [unit('home', 'Heim')] },
        ],
        formerNames: new Map([[unitId(unit('start', '')), ['home']]]),
      },
    )
    expect([Buffer.from(written).toString(), report]).toEqual([file('start', 'Start'), []])
  })
})

test('two renamed keys with the same text keep their own details', () => {
  const file = '{\n  // First\n  a: "OK",\n  // Second\n  b: "OK",\n}\n'
  expect(
    exported({ format: named('json5'), file, now: { d: 'OK', c: 'OK' }, former: { c: ['a'], d: ['b'] } }),
  ).toEqual({ text: file.replace('a:', 'c:').replace('b:', 'd:'), report: [] })
})

test('a new key with the text of a removed one has none of its details', () => {
  const file = '{\n  // First\n  a: "OK",\n  z: "Z",\n}\n'
  expect(exported({ format: named('json5'), file, now: { z: 'Z', b: 'OK' }, former: {} }).text).toBe(
    '{\n  z: "Z",\n  b: "OK",\n}\n',
  )
})

test('if the file refuses a new name, all renamed entries are added again, and lost details are reported', () => {
  const json5 = named('json5')
  const format: Format = {
    ...json5,
    edit(document, edits, model) {
      if (edits.some((edit) => edit.kind === 'rename' && edit.name === 'b'))
        throw new EditError('not-representable', 'b')
      return json5.edit(document, edits, model)
    },
  }
  const file = '{\n  // First\n  a: "A",\n  b: "B",\n  // Last\n  z: "Z",\n}\n'
  const { text, report } = exported({
    format,
    file,
    now: { c: 'A', d: 'B', z: 'Z' },
    former: { c: ['a'], d: ['b'] },
  })
  expect(text).toBe('{\n  c: "A",\n  d: "B",\n  // Last\n  z: "Z",\n}\n')
  expect(report).toEqual([{ code: 'details-lost', severity: 'warning', count: 1, examples: [{ name: 'c' }] }])
})
