import type { FormName, Unit } from '@dragoman/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  ALL_FORMATS,
  type Content,
  contentOf,
  convert,
  type FidelityReport,
  type Format,
  languagesOfFile,
} from '../../src/index.ts'

const RUNS = lawRuns(100)
const EVERY_NAME = Number.POSITIVE_INFINITY
/** Notes about another text or name with the same meaning. */
const RESPELLED = new Set(['plural-from-text', 'context-in-name', 'entry-added'])

const word = fc.constantFrom(
  'title',
  'save',
  'nav',
  'items',
  'a',
  'B9',
  'home page',
  'größe',
  '__proto__',
  '10',
  'one',
  'x_one',
  'x_other',
  'with-dash',
  'a|b',
)
const path = fc.array(word, { minLength: 1, maxLength: 3 })
const text = fc.oneof(
  fc.constantFrom(
    'Save',
    'Hello {{name}}',
    'Hello {name}',
    '%{count} files of {{total}}',
    '{count, plural, one {# file} other {# files}}',
    '{count, plural, =1 {one} other {more}}',
    "It's 100% {count}",
    'two\nlines',
    ' edge ',
    '"quoted" \\ and \'single\'',
    'مرحبا 👋🏽',
    '<b>bold</b> & more',
    '',
  ),
  fc.string({ maxLength: 12, unit: fc.constantFrom(...'ab {}%#\'"|:@$=<>&\n\\é'.split('')) }),
)
const plural: fc.Arbitrary<Unit['forms']> = fc.record(
  { one: text.filter((one) => one !== ''), other: text.filter((one) => one !== '') },
  { requiredKeys: ['other'] },
)
const unit: fc.Arbitrary<Unit> = fc
  .tuple(path, fc.oneof({ weight: 3, arbitrary: text }, plural), fc.constantFrom('cardinal', 'ordinal'))
  .map(
    ([at, said, kind]): Unit =>
      typeof said === 'string'
        ? { name: at.join('.'), path: at, plural: 'none', forms: said === '' ? {} : { other: said } }
        : { name: at.join('.'), path: at, plural: kind === 'ordinal' ? 'ordinal' : 'cardinal', forms: said },
  )
const units = fc.uniqueArray(unit, { maxLength: 6, selector: ({ name }) => name })
const format = fc.constantFrom(...ALL_FORMATS)

describe('laws of conversion', () => {
  test('a file converted to its own format has the same keys and texts', () => {
    fc.assert(
      fc.property(format, units, (a, some) => {
        const first = fileOf(a, some)
        const again = convert(first, { format: a, language: 'de', examplesMax: EVERY_NAME })
        expect(again.report.filter(({ severity }) => severity !== 'note')).toEqual([])
        expect(unitsIn(read(a, again.bytes))).toEqual(unitsIn(first))
      }),
      RUNS,
    )
  })

  test('a round trip returns what the reports do not mention', () => {
    fc.assert(
      fc.property(format, format, units, (a, b, some) => {
        const first = fileOf(a, some)
        const there = convert(first, { format: b, language: 'de', examplesMax: EVERY_NAME })
        const back = convert(read(b, there.bytes), { format: a, language: 'de', examplesMax: EVERY_NAME })
        const reported = new Set([...namesIn(there.report), ...namesIn(back.report)])
        const last = unitsIn(read(a, back.bytes))
        for (const [id, forms] of unitsIn(first)) {
          if (reported.has(id.slice(id.indexOf(' ') + 1))) continue
          expect([id, last.get(id)], `${a.id} → ${b.id} → ${a.id}`).toEqual([id, forms])
        }
      }),
      RUNS,
    )
  })

  test('every key of a catalog is in the new file or in the report', () => {
    fc.assert(
      fc.property(format, units, (b, some) => {
        const { bytes, report } = convert(catalogOf('plain', some), {
          format: b,
          language: 'de',
          examplesMax: EVERY_NAME,
        })
        const reported = namesIn(report)
        const found = new Set([...unitsIn(read(b, bytes)).keys()].map((id) => id.slice(id.indexOf(' ') + 1)))
        for (const { name, forms } of some)
          if (Object.keys(forms).length > 0 && !reported.has(name)) expect(found).toContain(name)
      }),
      RUNS,
    )
  })
})

function catalogOf(syntax: string, some: readonly Unit[]): Content {
  const languages = new Map([
    ['de', some.map((one) => ({ ...one, present: Object.keys(one.forms) as FormName[] }))],
  ]) // Forms have no other names.
  return { sourceLanguage: 'en', syntax, languages, encoding: null, format: null }
}

/** Returns the keys of a new file of a format, read from its bytes. */
function fileOf(a: Format, some: readonly Unit[]): Content {
  return read(a, convert(catalogOf(a.syntax, some), { format: a, language: 'de' }).bytes)
}

function read(a: Format, bytes: Uint8Array): Content {
  const documents = languagesOfFile(a, bytes, { language: 'de', sourceLanguage: 'en' }).filter(
    ({ language }) => language === 'de',
  )
  for (const { document } of documents)
    expect(document.issues.filter((issue) => issue.severity === 'error')).toEqual([])
  return contentOf(a, documents, 'en')
}

/** Keys without any text are left out: many files cannot store them. */
function unitsIn({ languages }: Content): Map<string, Unit['forms']> {
  const found = (languages.get('de') ?? []).filter(({ forms }) => Object.keys(forms).length > 0)
  return new Map(found.map((one) => [`${one.plural} ${one.name}`, one.forms]))
}

function namesIn(report: FidelityReport): ReadonlySet<string> {
  const lossy = report.filter(({ code, severity }) => severity !== 'note' || RESPELLED.has(code))
  return new Set(lossy.flatMap(({ examples }) => examples.map(({ name }) => name)))
}
