import { describe, expect, test } from 'vitest'
import type { EntryEdit, View } from '../src/format.ts'
import { gettextPo } from '../src/gettext/gettext-po.ts'

const RUSSIAN = String.raw`Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && "
"n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n`
const NO_RULE = String.raw`"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"`
const header = (...lines: readonly string[]) =>
  [
    'msgid ""',
    'msgstr ""',
    String.raw`"Language: \n"`,
    String.raw`"Content-Type: text/plain; charset=UTF-8\n"`,
    ...lines,
    '',
    '',
  ].join('\n')
const message = (id: string, ...forms: readonly string[]) =>
  [`msgid "${id}"`, `msgid_plural "${id}s"`, ...forms.map((text, at) => `msgstr[${at}] "${text}"`), ''].join(
    '\n',
  )

const viewOf = (language: string): View => ({ language, side: 'target' })
const read = (file: string, language: string) => gettextPo.read(Buffer.from(file), viewOf(language))
const edited = (file: string, language: string, forms: Readonly<Record<string, string>>, id = 'file') => {
  const document = read(file, language)
  const edits = Object.entries(forms).map(([form, text]): EntryEdit => {
    const name = `${id}\0${form}`
    return document.entries.has(name)
      ? { kind: 'set', name, text }
      : {
          kind: 'add',
          path: [id, form],
          unit: { name: id, plural: 'cardinal', form: form === 'few' ? 'few' : 'many', path: [id] },
          text,
          after: [],
        }
  })
  return new TextDecoder().decode(gettextPo.edit(document, edits))
}

describe('plural texts of a copied template', () => {
  test.each([
    ['without a rule', header()],
    ['with a rule to fill in', header(NO_RULE)],
  ])('%s get the rule of their language', (_, head) => {
    const forms = { one: 'файл', few: 'файла', many: 'файлов' }
    const stated = header(`"${RUSSIAN}"`)
    expect(edited(head + message('file', '', ''), 'ru', forms)).toBe(
      stated + message('file', 'файл', 'файла', 'файлов'),
    )
    // All forms exist already.
    expect(edited(head + message('file', '', '', ''), 'ru', forms)).toBe(
      stated + message('file', 'файл', 'файла', 'файлов'),
    )
    expect(edited(head + message('file', '', ''), 'ru', { one: 'файл' })).toBe(
      stated + message('file', 'файл', '', ''),
    )
  })

  test('lose forms that the language does not have, if they are empty', () => {
    expect(edited(header(NO_RULE) + message('file', '', ''), 'ja', { other: 'ファイル' })).toBe(
      header(String.raw`"Plural-Forms: nplurals=1; plural=0;\n"`) + message('file', 'ファイル'),
    )
    const translated = header() + message('file', 'a', 'b')
    expect(edited(translated, 'ja', { other: 'ファイル' })).toBe(translated.replace('"a"', '"ファイル"'))
  })

  test('leave untranslated messages as they are', () => {
    const others = `\n${message('dir', '', '')}`
    expect(edited(header() + message('file', '', '') + others, 'ru', { one: 'а', few: 'б', many: 'в' })).toBe(
      header(`"${RUSSIAN}"`) + message('file', 'а', 'б', 'в') + others,
    )
  })

  test('state no rule that translated messages do not follow', () => {
    const others = `\n${message('dir', 'папка', 'папки')}`
    expect(edited(header() + message('file', '', '') + others, 'ru', { one: 'а' })).toBe(
      header() + message('file', 'а', '') + others,
    )
  })

  test('that stay as they are, or are emptied, change nothing else', () => {
    const file = header(NO_RULE) + message('file', 'файл', 'файла', 'файлов')
    expect(edited(file, 'ru', { one: 'файл' })).toBe(file)
    expect(edited(file, 'ru', { one: '' })).toBe(file.replace('"файл"', '""'))
  })
})

describe('a rule that cannot be evaluated', () => {
  const codes = (file: string, language = 'ru') =>
    read(file, language).issues.map(({ code, params }) => [code, params])

  test('is reported if the file has plural texts', () => {
    expect(codes(header(NO_RULE) + message('file', 'файл', 'файла', 'файлов'))).toEqual([
      ['unusable-plural-rule', { found: 'nplurals=INTEGER; plural=EXPRESSION;' }],
    ])
  })

  test('is not reported in a template, without plural texts, or if there is none', () => {
    expect(codes(header(NO_RULE) + message('file', '', ''))).toEqual([])
    expect(codes(`${header(NO_RULE)}msgid "a"\nmsgstr "b"\n`)).toEqual([])
    expect(codes(header() + message('file', 'файл', 'файла', 'файлов'))).toEqual([])
    const source: View = { language: 'en', side: 'source' }
    expect(gettextPo.read(Buffer.from(header(NO_RULE) + message('file', 'a', 'b')), source).issues).toEqual(
      [],
    )
  })
})
