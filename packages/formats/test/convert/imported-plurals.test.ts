import { type Unit, unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import {
  adaptDocument,
  type Content,
  contentOf,
  convert,
  type FileUnit,
  type Format,
  formatById,
  languagesOfFile,
  pluralBasesOf,
} from '../../src/index.ts'

const FILES: Unit = {
  name: 'files',
  plural: 'cardinal',
  path: ['files'],
  forms: { one: '{{count}} file of {{name}}', other: '{{count}} files of {{name}}' },
}
const PLACE: Unit = {
  name: 'place',
  plural: 'ordinal',
  path: ['place'],
  forms: { one: '{{count}}st', two: '{{count}}nd', few: '{{count}}rd', other: '{{count}}th' },
}
const HI: Unit = { name: 'hi', plural: 'none', path: ['hi'], forms: { other: 'Hello {{name}}' } }
const KEYS = [FILES, PLACE, HI]

describe('an exported file with untranslated plurals adds no keys', () => {
  test.each([
    'xliff-1',
    'xliff-2',
    'icu-json',
    'arb',
    'csv',
    'gettext-po',
    'fluent',
    'vue-i18n-json',
    'android-xml',
    'apple-xcstrings',
    'qt-ts',
  ])('%s', (id) => {
    const format = formatNamed(id)
    const french = { ...HI, forms: { other: 'Bonjour {{name}}' } }
    const { bytes } = convert(catalogOf([french]), { format, language: 'fr' })
    const { units } = imported(format, bytes, KEYS)
    const known = new Set(KEYS.map(unitId))
    expect(units.filter((unit) => !known.has(unitId(unit)))).toEqual([])
    expect(units.find(({ name }) => name === 'hi')?.forms).toEqual({ other: 'Bonjour {{name}}' })
  })
})

describe('a translation that has no plural forms', () => {
  test.each([
    ['an elision', "{count, plural, one {# fichier d'{name}} other {# fichiers d'{name}}}"],
    ['a form for one number', '{count, plural, =1 {# fichier de {name}} other {# fichiers de {name}}}'],
    ['a misspelled form', '{count, plural, one {# fichier de {name}} autre {# fichiers de {name}}}'],
    ['another kind', '{count, selectordinal, one {# fichier de {name}} other {# fichiers de {name}}}'],
    ['only words', 'fichiers'],
  ])('is reported and not imported: %s', (_, text) => {
    for (const known of [KEYS, []]) {
      const { units, report } = imported(formatNamed('xliff-1'), xliff(ICU_FILES, text), known)
      expect(units).toMatchObject([{ name: 'files', plural: 'cardinal', forms: {} }])
      expect(report).toMatchObject([
        { code: 'plural-refused', severity: 'error', examples: [{ name: 'files' }] },
      ])
    }
  })

  test('is that of the plural key in files without source texts', () => {
    const bytes = Buffer.from('{"files":"{count, plural, =1 {un fichier} other {# fichiers}}","place":""}')
    const { units, report } = imported(formatNamed('icu-json'), bytes, KEYS)
    expect(units).toMatchObject([
      { name: 'files', plural: 'cardinal', forms: {} },
      { name: 'place', plural: 'ordinal', forms: {} },
    ])
    expect(report.map(({ code, count }) => [code, count])).toEqual([['plural-refused', 1]])
  })

  test('is the text of a plain key with the same name', () => {
    const plain = { ...HI, name: 'files', path: ['files'], forms: { other: 'Files' } }
    const { units, report } = imported(formatNamed('xliff-1'), xliff('Files', 'Fichiers'), [FILES, plain])
    expect(units).toMatchObject([{ name: 'files', plural: 'none', forms: { other: 'Fichiers' } }])
    expect(report).toEqual([])
  })

  test('has the only form of a language without plural forms', () => {
    const text = '{name} の {count} ファイル'
    const { units, report } = imported(formatNamed('xliff-1'), xliff(ICU_FILES, text), KEYS, 'ja')
    expect(units).toMatchObject([
      { name: 'files', plural: 'cardinal', forms: { other: '{{name}} の {{count}} ファイル' } },
    ])
    expect(report.map(({ code }) => code)).not.toContain('plural-refused')
  })
})

test('a translation with plural forms of a text without is that text', () => {
  const source = '{count, plural, =1 {a file} other {# files}}'
  const target = '{count, plural, one {# fichier} other {# fichiers}}'
  const { units } = imported(formatNamed('xliff-1'), xliff(source, target), [])
  expect(units).toMatchObject([{ name: 'files', plural: 'none', forms: { other: target } }])
})

test('an untranslated plural has empty forms in a file that has forms', () => {
  const xliff1 = formatNamed('xliff-1')
  const documents = languagesOfFile(xliff1, xliff(ICU_COUNT, ''), { language: 'fr', sourceLanguage: 'en' })
  const written = (id: string) =>
    Buffer.from(
      convert(contentOf(xliff1, documents, 'en'), { format: formatNamed(id), language: 'fr' }).bytes,
    ).toString()
  expect(JSON.parse(written('i18next-json'))).toEqual({ files_one: '', files_other: '' })
  expect(written('gettext-po')).toContain('msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""')
})

const ICU_COUNT = '{count, plural, one {# file} other {# files}}'
const ICU_FILES = '{count, plural, one {# file of {name}} other {# files of {name}}}'

function xliff(source: string, target: string): Uint8Array {
  return Buffer.from(
    `<xliff version="1.2"><file source-language="en" target-language="fr" original="messages" datatype="plaintext"><body><trans-unit id="files"><source>${source}</source><target>${target}</target></trans-unit></body></file></xliff>`,
  )
}

/** The keys of an i18next catalog, with some French texts. */
function catalogOf(french: readonly Unit[]): Content {
  const own = (unit: Unit): FileUnit => ({ ...unit, present: [], state: 'translated' })
  return {
    sourceLanguage: 'en',
    syntax: 'i18next',
    languages: new Map([
      ['en', KEYS.map(own)],
      ['fr', french.map(own)],
    ]),
    encoding: null,
    format: null,
  }
}

/** Returns what an import into an i18next catalog with these keys would write. */
function imported(format: Format, bytes: Uint8Array, known: readonly Unit[], language = 'fr') {
  const document = format.read(bytes, { language, side: 'target' })
  const entries = [...document.entries.values()]
  const bases = pluralBasesOf(format, { known, files: [{ language, entries }], sourceLanguage: 'en' })
  return adaptDocument(
    { format, document, sourceLanguage: 'en' },
    { language, syntax: 'i18next', bases, keys: new Set(known.map(unitId)) },
  )
}

function formatNamed(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}
