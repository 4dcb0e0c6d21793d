import { type FormName, requiredForms, runChecks, syntaxById, type TextLimits } from '@dragoman/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gettextPo } from '../src/gettext/gettext-po.ts'
import { type Document, type Format, pluralBasesOf, unitsOf } from '../src/index.ts'
import { qtTs } from '../src/qt/qt-ts.ts'

// The rule that a file declares is the authority: its forms are complete, and no other can be written.

const po = (language: string, rule: string, forms: readonly string[]): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${rule === '' ? '' : `"Plural-Forms: ${rule}\\n"\n`}\nmsgid "%d box"\nmsgid_plural "%d boxes"\n${forms.map((text, i) => `msgstr[${i}] "${text}"\n`).join('')}`

const ts = (language: string, forms: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n<context><name>A</name><message numerus="yes"><source>%n box(es)</source><translation>${forms.map((text) => `<numerusform>${text}</numerusform>`).join('')}</translation></message></context>\n</TS>\n`

const read = (format: Format, text: string): Document => format.read(new Uint8Array(Buffer.from(text)))
const limitsOf = (format: Format, document: Document): TextLimits | null =>
  format.limitsOf?.(document) ?? null

/** Checks the only message of a file. */
function issuesOf(format: Format, text: string, language: string): readonly unknown[] {
  const document = read(format, text)
  expect(document.issues).toEqual([])
  const files = [{ language, entries: document.entries.values() }]
  const bases = pluralBasesOf(format, { known: [], files, sourceLanguage: 'en' })
  const [unit] = unitsOf(format, document.entries.values(), bases)
  if (unit === undefined) throw new Error('no message')
  return runChecks({
    syntax: syntaxById(format.syntax),
    sourceLanguage: 'en',
    language,
    plural: unit.plural,
    sourceForms: unit.source ?? {},
    forms: unit.forms,
    maxLength: null,
    limits: limitsOf(format, document),
  }).map(({ code, params }) => [code, params?.form])
}

const LATVIAN = 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);'
const IRISH = 'nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4;'
const HEBREW = 'nplurals=2; plural=(n != 1);'

describe('a complete message of a file with its own rule has no issue', () => {
  test.each([
    ['lv', LATVIAN, 3],
    ['lt', 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);', 3],
    ['ga', IRISH, 5],
    ['ga', 'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;', 3],
    ['he', HEBREW, 2],
    ['he', 'nplurals=4; plural=(n == 1) ? 0 : ((n == 2) ? 1 : ((n > 10 && n % 10 == 0) ? 2 : 3));', 4],
    ['tr', 'nplurals=1; plural=0;', 1],
    ['tr', 'nplurals=2; plural=(n > 1);', 2],
    ['br', 'nplurals=2; plural=(n > 1);', 2],
    ['km', 'nplurals=1; plural=0;', 1],
    ['fr', 'nplurals=2; plural=(n > 1);', 2],
    ['sl', 'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);', 4],
    [
      'ru',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
      3,
    ],
    ['tlh', 'nplurals=2; plural=(n != 1);', 2],
  ])('PO: %s, %s', (language, rule, count) => {
    const forms = Array.from({ length: count }, (_, i) => `%d k${i}`)
    expect(issuesOf(gettextPo, po(language, rule, forms), language)).toEqual([])
  })

  test.each([
    ['lv_LV', 3],
    ['he_IL', 2],
    ['lt_LT', 3],
    ['ga_IE', 3],
    ['tr_TR', 1],
    ['br_FR', 2],
    ['km_KH', 1],
    ['pl_PL', 3],
    ['ja_JP', 1],
  ])('Qt: %s', (language, count) => {
    const forms = Array.from({ length: count }, (_, i) => `%n k${i}`)
    expect(issuesOf(qtTs, ts(language, forms), language.replace('_', '-'))).toEqual([])
  })
})

test.each([
  [gettextPo, po('lv', LATVIAN, ['%d a', '%d b', '']), 'lv', ['plural-form-missing']],
  [gettextPo, po('he', HEBREW, ['%d a', '']), 'he', ['plural-form-missing']],
  [gettextPo, po('en', 'nplurals=2; plural=(n > 1);', ['%d a', '']), 'en', ['plural-form-missing']],
  [qtTs, ts('tr', ['']), 'tr', []],
  [qtTs, ts('ga', ['%n a', '', '%n c']), 'ga', ['plural-form-missing']],
] as const)(
  'a form that the own rule has and the message lacks is missing',
  (format, text, language, codes) => {
    expect(issuesOf(format, text, language).map((issue) => (issue as readonly unknown[])[0])).toEqual(codes)
  },
)

describe('every form that is offered can be written', () => {
  test.each([
    ['lv', LATVIAN, 3],
    ['ga', IRISH, 5],
    ['he', HEBREW, 2],
    ['en', 'nplurals=2; plural=(n > 1);', 2],
    [
      'cs',
      'nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n >= 2 && n <= 4 && n % 1 == 0) ? 1: (n % 1 != 0 ) ? 2 : 3;',
      4,
    ],
    ['xx', '', 2],
  ])('PO: %s, %s', (language, rule, count) => {
    const document = read(
      gettextPo,
      po(
        language,
        rule,
        Array.from({ length: count }, () => ''),
      ),
    )
    const forms = requiredForms('cardinal', language, {}, 'whole', limitsOf(gettextPo, document)?.plurals)
    expect(forms).toHaveLength(count)
    const edits = forms.map((form) => ({
      kind: 'set' as const,
      name: `%d box\0${form}`,
      text: `%d ${form}`,
    }))
    const again = gettextPo.read(gettextPo.edit(document, edits))
    expect([...again.entries.values()].map(({ text }) => text).sort()).toEqual(
      forms.map((form) => `%d ${form}`).sort(),
    )
  })
})

test('a form is used for the numbers that the rule of its file assigns to it', () => {
  const document = read(gettextPo, po('he', HEBREW, ['a', 'b']))
  expect(limitsOf(gettextPo, document)?.plurals).toEqual([
    { form: '0', numbers: '1' },
    { form: '1', numbers: expect.stringMatching(/^0, 2–/) },
  ])
  const view = { language: 'en', side: 'source' } as const
  expect(gettextPo.limitsOf?.(gettextPo.read(new Uint8Array(Buffer.from(document.text)), view)).plurals).toBe(
    undefined,
  )
})

describe('a language without rules', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each(['tlh', 'qaa', 'xx-unknown', 'zz'])('%s never gets the rules of the machine', (language) => {
    const real = Intl.PluralRules
    class Polish extends real {
      constructor(tag?: string | string[], options?: Intl.PluralRulesOptions) {
        // What `Intl` does on a machine set to Polish.
        super(real.supportedLocalesOf(tag ?? []).length === 0 ? 'pl' : tag, options)
      }
    }
    vi.stubGlobal('Intl', { ...Intl, PluralRules: Polish, getCanonicalLocales: Intl.getCanonicalLocales })
    const created = gettextPo.create(
      null,
      [
        {
          kind: 'add',
          path: ['a', 'one'],
          text: 'x',
          after: [],
          unit: { name: 'a', plural: 'cardinal', form: 'one', path: ['a'] },
        },
      ],
      { language, side: 'target' },
    )
    expect(Buffer.from(created).toString()).toContain('Plural-Forms: nplurals=2; plural=(n != 1);')
  })
})

// The number of forms is that of Qt's own rules (numerus.cpp of Qt Linguist): other forms are added or dropped by it.
describe('a Qt file without plurals offers the forms of Qt', () => {
  const ONE_OTHER: readonly FormName[] = ['one', 'other']
  const IRISH_STYLE: readonly FormName[] = ['one', 'two', 'other']
  test.each<readonly [string, readonly FormName[]]>([
    ...['oc', 'km', 'lo', 'rw', 'br', 'fil', 'tl', 'aa', 'ab', 'ba', 'co', 'la', 'qu', 'rn'].map(
      (language) => [language, ONE_OTHER] as const,
    ),
    ...['tg', 'to', 'wo', 'kw', 'he', 'hy', 'pt-BR', 'nb'].map((language) => [language, ONE_OTHER] as const),
    ...['gv', 'dv', 'ik', 'mi', 'sa', 'sm', 'ga', 'se'].map((language) => [language, IRISH_STYLE] as const),
    ...['om', 'tr', 'ja', 'hu'].map((language) => [language, ['other']] as const),
    ['lv', ['one', 'other', 'zero']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['gd', ['one', 'two', 'few', 'other']],
  ])('%s: %j', (language, forms) => {
    const file = ts(language, []).replace(/<message numerus[\s\S]*<\/message>/, '')
    const document = read(qtTs, file)
    expect(limitsOf(qtTs, document)?.plurals?.map(({ form }) => form)).toEqual(forms)
    const edited = qtTs.edit(
      document,
      forms.map((form) => ({
        kind: 'add' as const,
        path: ['A', '%n file(s)'],
        text: `%n ${form}`,
        after: [],
        unit: { name: 'A|%n file(s)', plural: 'cardinal' as const, form, path: ['A', '%n file(s)'] },
        source: '%n file(s)',
      })),
    )
    const written = Buffer.from(edited)
      .toString()
      .match(/<numerusform>[^<]*/g)
    expect(written).toEqual(forms.map((form) => `<numerusform>%n ${form}`))
  })

  test('a form for one number shows it, also where CLDR has one form', () => {
    const document = read(qtTs, ts('km', ['', '']))
    expect(limitsOf(qtTs, document)?.plurals).toEqual([
      { form: 'one', numbers: '1' },
      { form: 'other', numbers: '' },
    ])
  })
})
