import { describe, expect, test } from 'vitest'
import { entriesOf } from '../../../test/entries-of.ts'
import { basesOfKeys, groupEntries, groupPlurals } from './group-plurals.ts'
import { entryNames, type PluralEntry } from './plural-keys.ts'

function file(language: string, texts: Record<string, string>): { language: string; entries: PluralEntry[] } {
  return {
    language,
    entries: Object.entries(texts).map(([name, text]) => ({ name, path: name.split('.'), text })),
  }
}

describe('groupPlurals', () => {
  test('JSON v4 entries become the forms of each language', () => {
    const units = groupPlurals(
      [
        file('pl', {
          'cart.items_one': 'a',
          'cart.items_few': 'b',
          'cart.items_many': '',
          'cart.items_other': 'd',
        }),
        file('en', { 'cart.items_zero': 'none', 'cart.items_one': 'one', 'cart.items_other': '{{count}}' }),
      ],
      'en',
    )
    expect(units.get('en')).toEqual([
      {
        name: 'cart.items',
        plural: 'cardinal',
        path: ['cart', 'items'],
        forms: { zero: 'none', one: 'one', other: '{{count}}' },
        present: ['zero', 'one', 'other'],
      },
    ])
    expect(units.get('pl')).toEqual([
      {
        name: 'cart.items',
        plural: 'cardinal',
        path: ['cart', 'items'],
        forms: { one: 'a', few: 'b', other: 'd' },
        present: ['one', 'few', 'many', 'other'],
      },
    ])
  })

  test('ordinal entries become ordinal keys', () => {
    const [unit] =
      groupPlurals(
        [file('en', { place_ordinal_one: '{{count}}st', place_ordinal_other: '{{count}}th' })],
        'en',
      ).get('en') ?? []
    expect(unit).toMatchObject({ name: 'place', plural: 'ordinal', forms: { one: '{{count}}st' } })
  })

  test('names that only resemble plurals stay separate keys', () => {
    const names = [
      'report.select_one',
      'arrowhead_crowfoot_one',
      'arrowhead_crowfoot_many',
      'arrowhead_crowfoot_one_or_many',
      'the_other',
      '_other',
      'x_other',
    ]
    const units =
      groupPlurals([file('en', Object.fromEntries(names.map((name) => [name, 'text'])))], 'en').get('en') ??
      []
    expect(units.map(({ name, plural }) => [name, plural])).toEqual(names.map((name) => [name, 'none']))
  })

  test('the source decides what is a plural; for names that it lacks, the first other language does', () => {
    const units = groupPlurals(
      [
        file('en', { a_other: 'x' }),
        file('de', { a_one: 'x', a_other: 'x', b_one: 'x', b_other: 'x' }),
        file('fr', { b_one: 'y' }),
      ],
      'en',
    )
    expect(units.get('de')?.map(({ name, plural }) => `${name} ${plural}`)).toEqual([
      'a_one none',
      'a_other none',
      'b cardinal',
    ])
    expect(units.get('fr')?.map(({ name, plural }) => `${name} ${plural}`)).toEqual(['b cardinal'])
  })

  test('a source language with one form', () => {
    const units = groupPlurals(
      [file('ja', { a_other: '{{count}}件', b_other: 'その他' }), file('en', { a_one: '1', a_other: '2' })],
      'ja',
    )
    expect(units.get('ja')?.map(({ name }) => name)).toEqual(['a', 'b_other'])
    expect(units.get('en')?.map(({ name }) => name)).toEqual(['a'])
  })

  test('JSON v3', () => {
    const units = groupPlurals(
      [
        file('en', { item: 'one', item_plural: 'many', step_1: 'Step', step_2: 'Step' }),
        file('pl', { item_0: 'a', item_1: 'b', item_2: 'c', step_1: 'x' }),
      ],
      'en',
    )
    expect(units.get('en')?.map(({ name, plural, forms }) => [name, plural, forms])).toEqual([
      ['item', 'cardinal-v3', { one: 'one', other: 'many' }],
      ['step_1', 'none', { other: 'Step' }],
      ['step_2', 'none', { other: 'Step' }],
    ])
    expect(units.get('pl')?.[0]).toMatchObject({
      name: 'item',
      plural: 'cardinal-v3',
      path: ['item'],
      forms: { '0': 'a', '1': 'b', '2': 'c' },
    })
  })

  test('in a file with counting plurals of v4, x_plural is a name like any other', () => {
    const nouns = { noun: 'Category', noun_plural: 'Categories' }
    const files = [
      file('en', { ...nouns, cart_one: '{{count}} item', cart_other: '{{count}} items' }),
      file('pl', { noun: 'Kategoria', noun_plural: 'Kategorie', cart_one: 'a', cart_other: 'b' }),
    ]
    const kinds = (language: string) =>
      groupPlurals(files, 'en')
        .get(language)
        ?.map(({ name, plural }) => `${name} ${plural}`)
    expect(kinds('en')).toEqual(['noun none', 'noun_plural none', 'cart cardinal'])
    expect(kinds('pl')).toEqual(['noun none', 'noun_plural none', 'cart cardinal'])
  })

  test.each([
    [
      'counts too',
      { a: '{{count}} day', a_plural: '{{count}} days', b_one: '{{count}}', b_other: '{{count}}' },
    ],
    ['is next to plurals that do not count', { a: 'Day', a_plural: 'Days', b_one: 'One', b_other: 'Others' }],
  ])('x_plural is a plural of v3 if it %s', (_, texts) => {
    expect(groupPlurals([file('en', texts)], 'en').get('en')).toMatchObject([
      { name: 'a', plural: 'cardinal-v3' },
      { name: 'b', plural: 'cardinal' },
    ])
  })

  test('left-overs of v3 in addition to v4 stay separate keys', () => {
    const units =
      groupPlurals(
        [file('en', { item: 'x', item_one: 'a', item_other: 'b', item_plural: 'c', item_0: 'd' })],
        'en',
      ).get('en') ?? []
    expect(units.map(({ name, plural }) => `${name} ${plural}`)).toEqual([
      'item none',
      'item cardinal',
      'item_plural none',
      'item_0 none',
    ])
  })

  test('array items never get suffixes, and unusual names are kept', () => {
    const entries: PluralEntry[] = [
      { name: 'list.0', path: ['list', 0], text: 'a' },
      { name: '__proto__', path: ['__proto__'], text: 'b' },
      { name: 'a.b_one', path: ['a.b_one'], text: 'c' },
      { name: 'a.b_other', path: ['a.b_other'], text: 'd' },
    ]
    expect(groupPlurals([{ language: 'en', entries }], 'en').get('en')).toMatchObject([
      { name: 'list.0', path: ['list', 0] },
      { name: '__proto__', forms: { other: 'b' } },
      { name: 'a.b', path: ['a.b'], plural: 'cardinal' },
    ])
  })

  test('a million entries are grouped', () => {
    const names = Array.from({ length: 100_000 }, (_, n) =>
      n % 10 < 2 ? `section.k${Math.floor(n / 10)}_${n % 2 === 0 ? 'one' : 'other'}` : `section.key${n}`,
    )
    const entries = names.map((name) => ({ name, path: name.split('.'), text: 'text' }))
    const files = ['en', 'de', 'fr', 'es', 'it', 'pl', 'ar', 'ja', 'ru', 'sv'].map((language) => ({
      language,
      entries,
    }))
    expect(groupPlurals(files, 'en').get('sv')).toHaveLength(90_000)
  })
})

test('one file alone is grouped by known plurals', () => {
  const bases = basesOfKeys([{ name: 'a', plural: 'cardinal' }])
  expect(groupEntries(file('de', { a_one: 'x', b_one: 'y' }).entries, bases).map(({ name }) => name)).toEqual(
    ['a', 'b_one'],
  )
})

test('entryNames is the inverse', () => {
  const key = { name: 'a.b', path: ['a', 'b'] }
  expect(entryNames({ ...key, plural: 'cardinal' }, 'few')).toEqual({ name: 'a.b_few', path: ['a', 'b_few'] })
  expect(entryNames({ ...key, plural: 'ordinal' }, 'one')).toEqual({
    name: 'a.b_ordinal_one',
    path: ['a', 'b_ordinal_one'],
  })
  expect(entryNames({ ...key, plural: 'cardinal-v3' }, 'one').name).toBe('a.b')
  expect(entryNames({ ...key, plural: 'cardinal-v3' }, 'other').name).toBe('a.b_plural')
  expect(entryNames({ ...key, plural: 'cardinal-v3' }, '2').name).toBe('a.b_2')
  expect(
    entriesOf({ ...key, plural: 'cardinal', forms: { one: 'x', other: 'y' } }).map(({ name }) => name),
  ).toEqual(['a.b_one', 'a.b_other'])
})
