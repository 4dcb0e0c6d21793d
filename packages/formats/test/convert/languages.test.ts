import type { Forms } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import {
  type Content,
  convert,
  convertOnto,
  type FileUnit,
  type Format,
  formatById,
  type View,
} from '../../src/index.ts'

const ENGLISH = [unit('files', { one: 'a file', other: 'files' }), unit('hi', { other: 'Hello' })]

describe('a language without texts', () => {
  const content = catalog({ en: ENGLISH, de: [unit('hi', { other: 'Hallo' })], pl: [] })

  test.each(['en', 'pl'])('has a column and rows for its plural forms: CSV for %s', (language) => {
    const { bytes, languages } = convert(content, { format: named('csv'), language })
    expect(text(bytes)).toBe(
      [
        'key,en,de,pl',
        'files_one,a file,,',
        'files_few,,,',
        'files_many,,,',
        'files_other,files,,',
        'hi,Hello,Hallo,',
        '',
      ].join('\n'),
    )
    expect(languages).toEqual(['en', 'de', 'pl'])
  })

  test('has a column in a workbook, and rows for its plural forms', () => {
    const { bytes } = convert(content, { format: named('xlsx'), language: 'pl' })
    expect(named('xlsx').languagesIn?.(bytes).targets).toEqual(['en', 'de', 'pl'])
    const sheet = named('xlsx').read(bytes, { language: 'en', side: 'source' }).text
    expect(sheet.match(/<t>files_\w+<\/t>/g)?.sort()).toEqual(
      ['few', 'many', 'one', 'other'].map((form) => `<t>files_${form}</t>`),
    )
  })

  test('has a column in a table of Godot', () => {
    const { bytes, report } = convert(content, { format: named('godot-csv'), language: 'pl' })
    expect(text(bytes).split('\n')[0]).toBe('keys,?context,?plural,en,_notes,de,pl')
    expect(report).toEqual([])
  })

  test.each(['tmx', 'tbx', 'apple-xcstrings'])('keeps no other language out of a file: %s', (id) => {
    const format = named(id)
    const { bytes, languages } = convert(content, { format, language: 'pl' })
    expect(languages).toEqual(['en', 'de', 'pl'])
    const read = (view: View) => [...format.read(bytes, view).entries.values()].map((entry) => entry.text)
    expect(read({ language: 'en', side: 'source' })).toContain('Hello')
    expect(read({ language: 'de', side: 'target' })).toEqual(['Hallo'])
  })

  test('keeps no texts out if it is the source language', () => {
    const { bytes } = convert({ ...content, sourceLanguage: 'pl' }, { format: named('csv'), language: 'pl' })
    expect(text(bytes).split('\n')[0]).toBe('key,en,de')
  })
})

test('a plural with some forms has rows for the others', () => {
  const content = catalog({ en: ENGLISH, pl: [unit('files', { one: 'plik', other: 'pliku' })] })
  const { bytes, report } = convert(content, { format: named('csv'), language: 'pl' })
  expect(text(bytes)).toBe(
    [
      'key,en,pl',
      'files_one,a file,plik',
      'files_few,,',
      'files_many,,',
      'files_other,files,pliku',
      'hi,Hello,',
      '',
    ].join('\n'),
  )
  expect(report.map(({ code }) => code)).toEqual(['plural-as-keys'])
})

test('empty cells are not read as texts', () => {
  const content = catalog({ en: ENGLISH, pl: [] })
  const { bytes } = convert(content, { format: named('csv'), language: 'pl' })
  expect(named('csv').read(bytes, { language: 'pl', side: 'target' }).entries.size).toBe(0)
})

test('a file with roots for languages has all of them', () => {
  const content = catalog({ en: ENGLISH.slice(1), de: [unit('hi', { other: 'Hallo' })], pl: [] })
  const { bytes, languages } = convert(content, { format: named('rails-yaml-many'), language: 'pl' })
  expect(text(bytes)).toBe('en:\n  hi: Hello\nde:\n  hi: Hallo\n')
  expect(languages).toEqual(['en', 'de', 'pl'])
})

test('a file that cannot name its languages has the chosen one', () => {
  const content = catalog({ en: ENGLISH.slice(1), de: [unit('hi', { other: 'Hallo' })] })
  const { bytes, languages } = convert(content, { format: named('toml'), language: 'de' })
  expect([text(bytes), languages]).toEqual(['hi = "Hallo"\n', ['de']])
})

describe('texts of another language are not written to', () => {
  test.each([
    ['csv', 'a table of sources and targets', 'key,source,target\nhi,Hello,Hallo\n'],
    ['csv', 'a table of one language', 'key,value\nhi,Hallo\n'],
    ['toml', 'a file of one language', 'hi = "Hallo"\n'],
  ])('%s: %s', (id, _, file) => {
    const format = named(id)
    const content = catalog({
      en: ENGLISH.slice(1),
      de: [unit('hi', { other: 'Hallo' })],
      pl: [unit('hi', { other: 'Cześć' })],
    })
    const view: View = { language: 'de', side: 'target' }
    const base = {
      bytes: Buffer.from(file),
      languages: [{ view, imported: content.languages.get('de') ?? [] }],
    }
    const { bytes, languages } = convertOnto(content, { format, language: 'de' }, base)
    expect([text(bytes), languages]).toEqual([file, ['de']])
  })
})

test('a file keeps keys without any text, and loses deleted ones', () => {
  const xliff = (ids: readonly string[]) =>
    `<xliff version="1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>
${ids.map((id) => `<trans-unit id="${id}"><source></source><target></target></trans-unit>`).join('\n')}
</body></file></xliff>
`
  const empty = ['deleted', 'empty', 'plural'].map((name) => unit(name, {}))
  const content: Content = {
    ...catalog({ en: [], de: [] }),
    keys: [unit('empty', {}), { name: 'plural', plural: 'cardinal' }],
  }
  const base = {
    bytes: Buffer.from(xliff(['deleted', 'empty', 'plural'])),
    languages: [{ view: { language: 'de', side: 'target' }, imported: empty } as const],
  }
  const { bytes } = convertOnto(content, { format: named('xliff-1'), language: 'de' }, base)
  expect(text(bytes)).toBe(xliff(['empty', 'plural']))
})

function unit(name: string, forms: Forms): FileUnit {
  const plural = forms.one === undefined ? 'none' : 'cardinal'
  return { name, path: [name], plural, forms, present: [] }
}

function catalog(languages: Readonly<Record<string, readonly FileUnit[]>>): Content {
  return {
    sourceLanguage: 'en',
    syntax: 'i18next',
    languages: new Map(Object.entries(languages)),
    encoding: null,
    format: null,
  }
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}
