import type { GridRow } from '@dragoman/contract'
import { type FormName, type Forms, type PluralKind, syntaxById, type TextLimits } from '@dragoman/core'
import { expect, test } from 'vitest'
import { shownForm } from '../../../lib/text/shown-form.ts'
import type { ShownText } from '../cell/shown-text.ts'
import { planPaste } from './paste-plan.ts'

function row(id: number, texts: Record<string, Forms>, plural: PluralKind = 'none'): GridRow {
  const key = {
    id,
    namespace: 'a',
    name: `k${id}`,
    plural,
    path: [`k${id}`],
    description: '',
    tags: [],
    maxLength: null,
    syntax: null,
    version: 1,
  }
  const translations = Object.entries(texts).map(([language, forms]) => ({
    keyId: id,
    language,
    forms,
    state: 'translated' as const,
    version: id * 10,
    sourceVersion: 0,
    outdated: false,
    failing: false,
    actor: null,
    updatedAt: null,
  }))
  return { key, translations }
}

const rows = [
  row(1, { en: { other: 'One' }, de: {}, pl: {} }),
  row(
    2,
    { en: { other: '{{count}} items' }, de: { one: '{{count}} Teil', other: 'alt' }, pl: {} },
    'cardinal',
  ),
]
const place = {
  row: 0,
  column: 1,
  languages: ['en', 'de', 'pl'],
  rules: { sourceLanguage: 'en', syntax: syntaxById('i18next'), limitsOfFile: () => null },
  rowAt: (index: number) => rows[index],
  /** As without drafts and pending saves. */
  shownIn: ({ translations }: GridRow, language: string): ShownText | null => {
    const saved = translations.find((one) => one.language === language)
    if (saved === undefined) return null
    return { language, forms: saved.forms, base: saved.forms, baseVersion: saved.version, isPending: false }
  },
  refusalOf: (): string | null => null,
}

test('cells are pasted to the right and down, each with the version that was shown', () => {
  const { texts, outside } = planPaste([['Eins', 'Jeden']], place)
  const seen = { row: 0, keyId: 1, base: {}, baseVersion: 10, sourceVersion: 10, keyName: 'a:k1' }
  expect(texts).toEqual([
    { ...seen, language: 'de', forms: { other: 'Eins' } },
    { ...seen, language: 'pl', forms: { other: 'Jeden' } },
  ])
  expect(outside).toBe(0)
  // A translation that is pasted with its source is made for that one, if it is saved.
  const withSource = planPaste([['First', 'Eins']], { ...place, column: 0 }).texts
  expect(withSource.map(({ sourceVersion, madeWith }) => [sourceVersion, madeWith])).toEqual([
    [10, undefined],
    [10, 'en'],
  ])
})

test('a text for a plural is its general form; the others stay', () => {
  const { texts } = planPaste([['{{count}} Teile']], { ...place, row: 1 })
  expect(texts[0]).toMatchObject({
    forms: { one: '{{count}} Teil', other: '{{count}} Teile' },
    base: { one: '{{count}} Teil', other: 'alt' },
    keyName: 'a:k2',
  })
})

test('a text for a plural keeps the forms that the cell shows, also if they are not saved yet', () => {
  const shownIn = (of: GridRow, language: string): ShownText | null => {
    const saved = place.shownIn(of, language)
    return saved && { ...saved, forms: { one: 'typed', other: 'alt' }, isPending: language === 'en' }
  }
  const { texts } = planPaste([['neu']], { ...place, shownIn, row: 1 })
  expect(texts).toMatchObject([{ forms: { one: 'typed', other: 'neu' }, madeWith: 'en' }])
})

const NO_LIMITS: TextLimits = { characters: 'any', charset: null, maxLength: null, writing: { kind: 'any' } }

test.each<{ language: string; forms: readonly FormName[]; before: Forms; after: Forms }>([
  // The file has a rule of its own: no form for fractions, or numbered forms.
  {
    language: 'pl',
    forms: ['one', 'few', 'many'],
    before: { one: 'plik', few: 'pliki', many: 'plików' },
    after: { one: 'new', few: 'pliki', many: 'plików' },
  },
  { language: 'pl', forms: ['one', 'few', 'many'], before: {}, after: { many: 'new' } },
  {
    language: 'pl',
    forms: ['one', 'few', 'many'],
    before: { one: 'plik', other: 'old' },
    after: { one: 'new' },
  },
  { language: 'tr', forms: ['0'], before: { 0: 'dosya' }, after: { 0: 'new' } },
  { language: 'tr', forms: ['0'], before: {}, after: { 0: 'new' } },
  {
    language: 'de',
    forms: ['one', 'other'],
    before: { one: 'Datei' },
    after: { one: 'Datei', other: 'new' },
  },
])(
  'a plural of $language gets the form that the grid shows, and none that its file does not have',
  (given) => {
    const { language, forms, before, after } = given
    const plurals = forms.map((form) => ({ form, numbers: '' }))
    const rules = {
      ...place.rules,
      syntax: syntaxById('printf'),
      limitsOfFile: () => ({ ...NO_LIMITS, plurals }),
    }
    const cell = row(3, { en: { one: 'file', other: 'files' }, [language]: before }, 'cardinal')
    const { texts } = planPaste([['new']], {
      ...place,
      rules,
      languages: ['en', language],
      rowAt: () => cell,
    })
    expect(texts.map((text) => text.forms)).toEqual([after])
    expect(shownForm(texts[0]?.forms ?? {})).toBe('new')
  },
)

test.each<{ before: Forms; after: Forms }>([
  { before: {}, after: { many: 'new' } },
  { before: { one: 'plik', few: 'pliki' }, after: { one: 'new', few: 'pliki' } },
  // The file can have it, though whole numbers do not need it.
  { before: { one: 'plik', other: 'pliku' }, after: { one: 'plik', other: 'new' } },
])('programs that count only whole numbers need no form for fractions: %j', ({ before, after }) => {
  const rules = { ...place.rules, syntax: syntaxById('printf') }
  const cell = row(3, { en: { one: 'file', other: 'files' }, pl: before }, 'cardinal')
  const { texts } = planPaste([['new']], { ...place, rules, column: 2, rowAt: () => cell })
  expect(texts.map((text) => text.forms)).toEqual([after])
})

test('cells outside of the grid are counted', () => {
  expect(planPaste([['a', 'b', 'c'], ['d'], ['e']], place)).toMatchObject({
    texts: { length: 3 },
    outside: 2,
  })
})

test('texts that the person cannot change are refused with the reason, and the rest is pasted', () => {
  const refusalOf = (_: GridRow, language: string) => (language === 'de' ? 'Not yours.' : null)
  const { texts, refused, outside } = planPaste([['Eins', 'Jeden', 'x']], { ...place, refusalOf })
  expect(texts.map(({ language }) => language)).toEqual(['pl'])
  expect(refused).toMatchObject([
    { row: 0, keyId: 1, language: 'de', forms: { other: 'Eins' }, baseVersion: 10, refusal: 'Not yours.' },
  ])
  expect(outside).toBe(1)
})
