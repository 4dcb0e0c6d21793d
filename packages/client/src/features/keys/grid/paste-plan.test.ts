import type { GridRow } from '@dragoman/contract'
import type { Forms, PluralKind } from '@dragoman/core'
import { expect, test } from 'vitest'
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
  sourceLanguage: 'en',
  rowAt: (index: number) => rows[index],
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
