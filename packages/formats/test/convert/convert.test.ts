import type { Forms } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { type PluralText, pluralAsIcu, pluralFromIcu } from '../../src/convert/plural-text.ts'
import { respellPlaceholders } from '../../src/convert/respell-placeholders.ts'
import {
  type Content,
  contentOf,
  convert,
  type FileUnit,
  type Format,
  formatById,
  languagesOfFile,
} from '../../src/index.ts'

describe('placeholders are converted to another syntax only if that is exact', () => {
  test.each([
    ['i18next', 'icu', 'Hello {{name}}', 'Hello {name}'],
    ['icu', 'i18next', 'Hello {name}', 'Hello {{name}}'],
    ['i18next', 'ruby', '{{a}} of {{b}}', '%{a} of %{b}'],
    ['i18next', 'fluent', 'Hi {{name}}!', 'Hi { $name }!'],
    ['i18next', 'laravel', 'Hi {{name}}!', 'Hi :name!'],
    ['go-template', 'vue-i18n', '{{ .Count }} rows', '{Count} rows'],
    ['flutter', 'icu', "{name}'s", "{name}'s"],
    ['icu', 'java', "Don''t open {0}", "Don''t open {0}"],
    // The other syntax would take the apostrophe for a quotation mark, or show two.
    ['icu', 'java', "Don't open {0}", null],
    ['flutter', 'flutter-escaping', "l'{name}", null],
    ['flutter', 'icu', "l'{name}", null],
    ['java', 'flutter', "l''{name}", null],
    // Another word would start where the name ends.
    ['i18next', 'laravel', '{{size}}px', null],
    // The other syntax would read these braces too.
    ['i18next', 'icu', 'Hello {{name}} {x}', null],
    // Options, raw values and nesting have no counterpart.
    ['i18next', 'icu', '{{when, datetime}}', null],
    ['i18next', 'icu', '{{- html}}', null],
    ['i18next', 'icu', '$t(other) {{name}}', null],
    ['icu', 'i18next', "it '{'is'}' {name}", null],
    ['ruby', 'icu', '100%% of %{all}', null],
    ['printf', 'icu', 'Hello %s', null],
    // Apostrophes around a placeholder quote it in ICU, and a doubled sign is an escape.
    ['i18next', 'icu', "Delete '{{name}}'?", null],
    ['i18next', 'java', "Delete '{{name}}'?", null],
    ['ruby', 'icu', "Delete '%{name}'?", null],
    ['icu', 'i18next', "Write '{name}' here", null],
    ['ruby', 'i18next', '100%%{name}', null],
    // A name in a tag is converted too.
    ['i18next', 'icu', '<a href="{{url}}">{{name}}</a>', '<a href="{url}">{name}</a>'],
    // The other syntax finds an error in the text.
    ['i18next', 'vue-i18n', 'me@x.com {{name}}', null],
  ])('%s → %s: %s', (from, to, text, expected) => {
    expect(respellPlaceholders(text, from, to)).toBe(expected)
    if (expected !== null) expect(respellPlaceholders(expected, to, from)).toBe(text)
  })

  test('in a plural form the only placeholder is the number', () => {
    expect(respellPlaceholders('{{count}} files', 'i18next', 'printf', 'plural')).toBe('%d files')
    expect(respellPlaceholders('%n file(s)', 'qt', 'i18next', 'plural')).toBe('{{count}} file(s)')
    expect(respellPlaceholders('{{count}} of {{all}}', 'i18next', 'printf', 'plural')).toBeNull()
  })
})

describe('plural forms and ICU messages', () => {
  const ENGLISH = { syntax: 'i18next', language: 'en' }
  const forms: Forms = { one: '{{count}} file', other: '{{count}} files' }
  test('convert to each other', () => {
    const text = '{count, plural, one {# file} other {# files}}'
    expect(pluralAsIcu({ kind: 'cardinal', forms }, ENGLISH)).toBe(text)
    expect(pluralFromIcu(text, ENGLISH)).toEqual({ kind: 'cardinal', forms })
    expect(pluralFromIcu('{count,selectordinal,one{#st}other{#th}}', ENGLISH)).toEqual({
      kind: 'ordinal',
      forms: { one: '{{count}}st', other: '{{count}}th' },
    })
  })
  test.each([
    '{count, plural, =1 {one} other {#}}',
    '{count, plural, =0 {none} zero {none} other {#}}',
    '{count, plural, offset:1 one {#} other {#}}',
    '{files, plural, one {#} other {#}}',
    'You have {count, plural, one {#} other {#}}',
    '{count, plural, one {{n, number}} other {#}}',
    "{count, plural, one {it's '{'} other {#}}",
    '{count, plural, one {#}}',
    '{count, plural, one {a} one {b} other {c}}',
  ])('%s is not converted to forms', (text) => expect(pluralFromIcu(text, ENGLISH)).toBeNull())
  test('the form for 0 is `=0` where the language has no category for it', () => {
    const withZero: PluralText = { kind: 'cardinal', forms: { zero: 'No files', ...forms } }
    const text = '{count, plural, =0 {No files} one {# file} other {# files}}'
    for (const syntax of ['i18next', 'ruby']) {
      const of = { syntax, language: 'de' }
      const own = pluralFromIcu(text, of)
      expect(own?.forms.zero).toBe('No files')
      expect(own && pluralAsIcu(own, of)).toBe(text)
    }
    // The category is for 10 to 20 too, and Android never uses it in English.
    expect(pluralFromIcu(text, { ...ENGLISH, language: 'lv' })).toBeNull()
    expect(pluralAsIcu(withZero, { ...ENGLISH, language: 'lv' })).toContain(' zero {No files}')
    expect(pluralFromIcu(text, { ...ENGLISH, syntax: 'printf' })).toBeNull()
    expect(pluralAsIcu({ ...withZero, kind: 'ordinal' }, ENGLISH)).toContain(' zero {No files}')
  })
  test('a form that ICU would read differently is not merged', () => {
    expect(pluralAsIcu({ kind: 'cardinal', forms: { one: '#1', other: '#2' } }, ENGLISH)).toBeNull()
    expect(pluralAsIcu({ kind: 'cardinal', forms: { one: "l'un", other: "l'autre" } }, ENGLISH)).toBe(
      "{count, plural, one {l'un} other {l'autre}}",
    )
    expect(pluralAsIcu({ kind: 'cardinal', forms: { one: 'one' } }, ENGLISH)).toBeNull()
  })
})

describe('the report', () => {
  test('lists for every key the data that a format cannot store', () => {
    const { report, bytes } = convert(
      catalog([unit('a.b', 'A', { comment: 'For the button', state: 'reviewed', maxLength: 9 })]),
      {
        format: named('resx'),
        language: 'de',
      },
    )
    expect(report.map(({ code, severity }) => [code, severity])).toEqual([
      ['state-lost', 'warning'],
      ['max-length-lost', 'warning'],
      ['nesting-flattened', 'note'],
    ])
    expect(text(bytes)).toContain('<comment>For the button</comment>')
  })

  test('lists marks of segments, which are no part of a text in other formats', () => {
    const target = '<mrk mid="0" mtype="seg">Eins.</mrk> <mrk mid="1" mtype="seg">Zwei.</mrk>'
    const file = `<xliff version="1.2"><file source-language="en" target-language="de" original="m" datatype="plaintext"><body><trans-unit id="a"><source>One. Two.</source><target>${target}</target></trans-unit></body></file></xliff>`
    const { bytes, report } = convert(read(named('xliff-1'), file), { format: named('json'), language: 'de' })
    expect(JSON.parse(text(bytes))).toEqual({ a: 'Eins. Zwei.' })
    expect(report.map(({ code }) => code)).toContain('details-lost')
  })

  test('names some of many keys', () => {
    const many = Array.from({ length: 30 }, (_, i) => unit(`key ${i}`, 'Text'))
    const { report } = convert(catalog([...many, unit('fine', 'Text')]), {
      format: named('android-xml'),
      language: 'de',
      examplesMax: 3,
    })
    expect(report).toEqual([
      {
        code: 'name-refused',
        severity: 'error',
        count: 30,
        examples: [{ name: 'key 0' }, { name: 'key 1' }, { name: 'key 2' }],
      },
    ])
  })

  test('lists names of other files that Android would read with a product', () => {
    const file = '{"a#b":"Text","c":"Text"}'
    const { report, bytes } = convert(read(named('json'), file), {
      format: named('android-xml'),
      language: 'de',
    })
    expect(report).toEqual([
      { code: 'name-refused', severity: 'error', count: 1, examples: [{ name: 'a#b' }] },
    ])
    expect(text(bytes)).not.toContain('product')
    const android = '<resources><string name="a" product="b">Text</string></resources>'
    const own = convert(read(named('android-xml'), android), { format: named('compose-xml'), language: 'de' })
    expect(text(own.bytes)).toContain('<string name="a" product="b">Text</string>')
  })

  describe.each(['tmx', 'tbx', 'xliff-1', 'xliff-2'])('of a file of %s', (id) => {
    test.each([
      ['Schreibe <!-- Notiz --> hier', true],
      ['Schreibe <?php ?> hier', true],
      ['<!---->', true],
      ['Eine Zeile <!-- mit\neiner zweiten -->.', true],
      ['Schreibe &lt;!-- Notiz --> hier', false],
      ['Schreibe <b>hier</b>', false],
      ['1 <? 2', false],
      ['a <!-- b', false],
    ])('reports whether %j has a part that other programs do not show: %s', (written, isHidden) => {
      const { report } = convert(catalog([unit('note', written), unit('plain', 'Text')]), {
        format: named(id),
        language: 'de',
      })
      const item = { code: 'markup-hidden', severity: 'warning', count: 1, examples: [{ name: 'note' }] }
      expect(report.filter(({ code }) => code === 'markup-hidden')).toEqual(isHidden ? [item] : [])
    })

    test('says nothing of comments that the old file has', () => {
      const { bytes } = convert(catalog([unit('note', 'Schreibe <!-- Notiz --> hier')]), {
        format: named(id),
        language: 'de',
      })
      const again = convert(read(named(id), text(bytes)), { format: named('xliff-1'), language: 'de' })
      expect(again.report.map(({ code }) => code)).not.toContain('markup-hidden')
    })
  })

  test('is empty if nothing is lost', () => {
    expect(
      convert(catalog([unit('a', 'A'), unit('b.c', 'B')]), { format: named('yaml'), language: 'de' }).report,
    ).toEqual([])
  })

  test.each([
    ['icu', 'arb', "It''s {name}"],
    ['icu', 'arb', "Write '{x}' here"],
    ['icu', 'i18next-json', "It''s fine"],
    ['i18next', 'vue-i18n-json', 'me@x.com'],
    ['i18next', 'icu-json', 'x {'],
    ['i18next', 'arb', 'x {'],
    ['i18next', 'java-properties', "Delete '{{name}}'?"],
    ['printf', 'i18next-json', '100%%'],
  ])('mentions a text of %s that %s reads in another way: %j', (syntax, id, written) => {
    const { report, bytes } = convert(
      { ...catalog([unit('a', written)]), syntax },
      {
        format: named(id),
        language: 'de',
      },
    )
    const item = { code: 'placeholders-kept', severity: 'warning', count: 1, examples: [{ name: 'a' }] }
    expect(report).toEqual([item])
    expect(text(bytes)).toContain(JSON.stringify(written).slice(1, -1))
  })

  test.each([
    ['icu', 'arb', "It's {name}, {n, plural, other {#}}"],
    ['icu', 'java-properties', 'Hello {name}'],
    ['i18next', 'vue-i18n-json', "It's fine"],
    ['i18next', 'icu-json', "It's <b>fine</b>"],
  ])('says nothing of a text of %s that %s reads alike: %j', (syntax, id, written) => {
    const { report } = convert(
      { ...catalog([unit('a', written)]), syntax },
      { format: named(id), language: 'de' },
    )
    expect(report).toEqual([])
  })

  test('mentions a context that becomes part of the name, but gettext and Qt convert it to each other', () => {
    const po = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n'
    const content = read(named('gettext-po'), po)
    expect(
      convert(content, { format: named('json'), language: 'de' }).report.map(({ code }) => code),
    ).toEqual(['context-in-name'])
    const qt = convert(content, { format: named('qt-ts'), language: 'de' })
    expect(text(qt.bytes)).toContain('<name>menu</name>')
    const back = convert(read(named('qt-ts'), text(qt.bytes)), {
      format: named('gettext-po'),
      language: 'de',
    })
    expect(text(back.bytes)).toContain('msgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n')
  })
})

describe('data that no other format can store is in the report', () => {
  test('metadata of ARB is lost in a conversion to XLSX, and reported', () => {
    const file =
      '{"@@locale":"de","hi":"Hallo {name}","@hi":{"description":"Gruß","placeholders":{"name":{"type":"String"}}},"plain":"Text"}'
    const content = read(named('arb'), file)
    const session = convert(content, { format: named('xlsx'), language: 'de' })
    expect(session.report).toEqual([
      { code: 'details-lost', severity: 'warning', count: 1, examples: [{ name: 'hi' }] },
    ])
  })

  test("Chrome's placeholders are in it, but not a description if the format can store it", () => {
    const file =
      '{"hi":{"message":"Hallo $NAME$","description":"Gruß","placeholders":{"name":{"content":"$1"}}}}'
    const { report } = convert(read(named('chrome-json'), file), { format: named('csv'), language: 'de' })
    expect(report.map(({ code }) => code)).toContain('details-lost')
    expect(report.map(({ code }) => code)).not.toContain('comment-lost')
  })

  test('Android has no text for the variable of a strings dictionary', () => {
    const forms =
      '<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>other</key><string>%d files</string>'
    const file = `<plist version="1.0"><dict><key>x</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@COUNT@</string><key>COUNT</key><dict>${forms}</dict></dict></dict></plist>`
    const { report } = convert(read(named('apple-stringsdict'), file), {
      format: named('android-xml'),
      language: 'de',
    })
    expect(report.find(({ code }) => code === 'plural-unknown')?.examples).toContainEqual({ name: 'x' })
  })
})

test.each([
  ['nplurals=1; plural=0;', ''],
  ['nplurals=2; plural=(n > 1);', 'msgstr[1] "%d dosyalar"\n'],
])('plurals of gettext with the rule %s lose no source text in a file with another rule', (rule, more) => {
  const po = `msgid ""\nmsgstr ""\n"Language: tr\\n"\n"Plural-Forms: ${rule}\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d dosya"\n${more}`
  const documents = languagesOfFile(named('gettext-po'), new TextEncoder().encode(po), {
    language: 'tr',
    sourceLanguage: null,
  })
  const content = contentOf(named('gettext-po'), documents, 'en')
  const { bytes, report } = convert(content, { format: named('gettext-po'), language: 'tr' })
  expect(text(bytes)).toContain('msgid "%d file"\nmsgid_plural "%d files"')
  expect(report.map(({ code }) => code)).toEqual(['plural-forms-named'])
})

test('source texts of gettext become those of XLIFF, in the given language', () => {
  const po = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgid "Open"\nmsgstr "Otwórz"\n'
  const documents = languagesOfFile(named('gettext-po'), new TextEncoder().encode(po), {
    language: 'pl',
    sourceLanguage: null,
  })
  const content = contentOf(named('gettext-po'), documents, 'en-US')
  const { bytes, report } = convert(content, { format: named('xliff-1'), language: 'pl' })
  expect(text(bytes)).toContain('source-language="en-US" target-language="pl"')
  expect(text(bytes)).toContain('<source>Open</source>')
  expect(report).toEqual([])
})

function unit(name: string, other: string, more: Partial<FileUnit> = {}): FileUnit {
  return { name, path: name.split('.'), plural: 'none', forms: { other }, present: ['other'], ...more }
}

function catalog(units: readonly FileUnit[]): Content {
  return {
    sourceLanguage: 'en',
    syntax: 'plain',
    languages: new Map([['de', units]]),
    encoding: null,
    format: null,
  }
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`There is no format ${id}`)
  return format
}

function read(format: Format, file: string): Content {
  const documents = languagesOfFile(format, new TextEncoder().encode(file), {
    language: 'de',
    sourceLanguage: null,
  })
  return contentOf(format, documents, 'en')
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
