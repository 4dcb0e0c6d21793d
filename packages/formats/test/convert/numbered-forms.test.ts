import { describe, expect, test } from 'vitest'
import { adaptUnits } from '../../src/convert/adapt-units.ts'
import {
  type Content,
  contentOf,
  convert,
  convertOnto,
  type FileUnit,
  formatById,
  gettextPo,
  languagesOfFile,
  type View,
} from '../../src/index.ts'

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['tr', 'nplurals=1; plural=0;', ['%d dosya']],
  ['he', 'nplurals=2; plural=(n != 1);', ['קובץ', '%d קבצים']],
  [
    'lv',
    'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);',
    ['%d fails', '%d faili', '%d failu'],
  ],
]

/** A file with one plural whose rule differs from CLDR's. */
function po(language: string, rule: string, texts: readonly string[]): Uint8Array {
  const forms = texts.map((text, index) => `msgstr[${index}] "${text}"\n`).join('')
  return new TextEncoder().encode(
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${rule}\\n"\n\nmsgid "files"\nmsgid_plural "%d files"\n${forms}`,
  )
}

function converted(bytes: Uint8Array, to: string, language: string) {
  const format = formatById(to)
  if (format === null) throw new Error('no such format')
  const documents = languagesOfFile(gettextPo, bytes, { language, sourceLanguage: 'en' })
  const { bytes: made, report } = convert(contentOf(gettextPo, documents, 'en'), { format, language })
  return { text: Buffer.from(made).toString(), report }
}

describe('a PO file whose rule differs from the CLDR rule of its language', () => {
  test.each([
    ['tr', { one: '%d dosya', other: '%d dosya' }],
    ['he', { one: 'קובץ', two: '%d קבצים', other: '%d קבצים' }],
    ['lv', { zero: '%d faili', one: '%d fails', other: '%d faili' }],
  ] as const)('%s: other formats get the text of each category', (language, forms) => {
    const [, rule = '', texts = []] = CASES.find(([tag]) => tag === language) ?? []
    const { text, report } = converted(po(language, rule, texts), 'android-xml', language)
    expect(
      Object.fromEntries(
        [...text.matchAll(/quantity="(\w+)">(.*)<\/item>/g)].map(([, form, said]) => [form, said]),
      ),
    ).toEqual(forms)
    expect(report.find(({ code }) => code === 'plural-forms-named')?.examples).toEqual([{ name: 'files' }])
  })

  test.each(CASES)('%s: i18next gets names that it requests', (language, rule, texts) => {
    const { text } = converted(po(language, rule, texts), 'i18next-json', language)
    const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    expect(
      Object.keys(JSON.parse(text))
        .map((name) => name.replace('files_', ''))
        .sort(),
    ).toEqual([...known].sort())
  })

  test('a text that no category has is reported as left out', () => {
    const [, , latvian] = CASES
    const { report } = converted(po(...(latvian ?? ['', '', []])), 'i18next-json', 'lv')
    expect(report.find(({ code }) => code === 'form-refused')?.examples).toEqual([
      { name: 'files', form: '2' },
    ])
  })

  test.each(CASES.slice(0, 2))(
    '%s: a new PO file has the usual rule and all texts',
    (language, rule, texts) => {
      const { text, report } = converted(po(language, rule, texts), 'gettext-po', language)
      for (const said of texts) expect(text).toContain(`"${said}"`)
      expect(report.filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )

  test('numbered forms in a table of Godot are named too', () => {
    const table =
      'keys,?plural,en,tr\nfiles,%d files,%d file,%d dosya\n,,%d files,\n?pluralrule,,,nplurals=1; plural=0;\n'
    const godot = formatById('godot-csv')
    const android = formatById('android-xml')
    if (godot === null || android === null) throw new Error('no such format')
    const documents = languagesOfFile(godot, new TextEncoder().encode(table), {
      language: null,
      sourceLanguage: 'en',
    })
    const { bytes } = convert(contentOf(godot, documents, 'en'), { format: android, language: 'tr' })
    expect(Buffer.from(bytes).toString()).toContain('<item quantity="other">%d dosya</item>')
  })
})

describe('a catalog with numbered forms, whose file is not known', () => {
  test.each(CASES)('%s: another format gets the text of each category', (language, _, texts) => {
    const forms = Object.fromEntries(texts.map((text, index) => [String(index), text]))
    const format = formatById('android-xml')
    if (format === null) throw new Error('no such format')
    const { bytes } = convert(catalogOf(language, forms), { format, language })
    expect(Buffer.from(bytes).toString()).toContain(
      `<item quantity="other">${texts[Math.min(1, texts.length - 1)]}</item>`,
    )
  })
})

describe('written onto the file that they came from', () => {
  test.each([
    ['tr', { one: '%d dosya', other: '%d yeni' }, ['%d yeni']],
    ['he', { one: 'קובץ', two: '%d קבצים', other: '%d חדש' }, ['קובץ', '%d חדש']],
    ['lv', { zero: '%d faili', one: '%d viens', other: '%d faili' }, ['%d viens', '%d faili', '%d failu']],
  ] as const)('%s: a changed category changes its number only', (language, forms, expected) => {
    const [, rule = '', texts = []] = CASES.find(([tag]) => tag === language) ?? []
    const bytes = po(language, rule, texts)
    const written = convertOnto(
      catalogOf(language, forms),
      { format: gettextPo, language },
      baseOf(bytes, language),
    )
    expect(Buffer.from(written.bytes).toString()).toBe(Buffer.from(po(language, rule, expected)).toString())
  })

  test('nothing changes without an edit', () => {
    for (const [language, rule, texts] of CASES) {
      const bytes = po(language, rule, texts)
      const base = baseOf(bytes, language)
      const [unit] = base.languages[0]?.imported ?? []
      const written = convertOnto(
        catalogOf(language, unit?.forms ?? {}),
        { format: gettextPo, language },
        base,
      )
      expect(Buffer.from(written.bytes).equals(Buffer.from(bytes))).toBe(true)
    }
  })

  test('a category that the file has no number for is reported as left out', () => {
    const [, hebrew] = CASES
    const bytes = po(...(hebrew ?? ['', '', []]))
    const forms = { one: 'קובץ', two: 'שני קבצים', other: '%d קבצים' }
    const { report } = convertOnto(
      catalogOf('he', forms),
      { format: gettextPo, language: 'he' },
      baseOf(bytes, 'he'),
    )
    expect(report.find(({ code }) => code === 'form-refused')?.examples).toEqual([
      { name: 'files', form: 'two' },
    ])
  })
})

const NO_BASES = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }

function catalogOf(language: string, forms: FileUnit['forms']): Content {
  const unit = (own: FileUnit['forms']): FileUnit => ({
    name: 'files',
    plural: 'cardinal',
    path: ['files'],
    forms: own,
    present: [],
  })
  return {
    sourceLanguage: 'en',
    syntax: 'printf',
    languages: new Map([
      ['en', [unit({ one: 'files', other: '%d files' })]],
      [language, [unit(forms)]],
    ]),
    encoding: null,
    format: null,
  }
}

/** The file with its keys as a catalog without PO files imports them. */
function baseOf(bytes: Uint8Array, language: string) {
  const imported = (view: View) => {
    const document = gettextPo.read(bytes, view)
    const content = contentOf(gettextPo, [{ language: view.language, document }], 'en')
    return adaptUnits(content, {
      language: view.language,
      syntax: 'printf',
      bases: NO_BASES,
      keys: new Set(),
    }).units
  }
  const view: View = { language, side: 'target' }
  return {
    bytes,
    languages: [{ view, imported: imported(view) }],
    sources: imported({ language: 'en', side: 'source' }),
  }
}
