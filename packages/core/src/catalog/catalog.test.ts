import { describe, expect, test } from 'vitest'
import type { Forms } from '../message/forms.ts'
import { buildBundle, formsToServe } from './bundle.ts'
import { mergeFile } from './merge.ts'
import { mergeText } from './merge-text.ts'
import { type ImportMode, planImport } from './plan-import.ts'
import { type Unit, unitId } from './unit.ts'

function units(texts: Record<string, string>): Map<string, Unit> {
  return new Map(
    Object.entries(texts).map(([name, text]) => {
      const unit: Unit = {
        name,
        plural: 'none',
        path: name.split('.'),
        forms: text === '' ? {} : { other: text },
      }
      return [unitId(unit), unit]
    }),
  )
}

const shown = (changes: readonly { before: Unit | null; after: Unit | null }[]) =>
  changes.map(
    ({ before, after }) =>
      `${(before ?? after)?.name}: ${before?.forms.other ?? '∅'} → ${after?.forms.other ?? '∅'}`,
  )

describe('mergeFile', () => {
  const base = units({ a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' })

  test('changes of one side, of both sides equally, and of both sides differently are merged', () => {
    const merged = mergeFile({
      base,
      theirs: units({ a: 'disk', b: '1', c: 'both', d: 'disk', e: '1', g: 'new on disk' }),
      ours: units({ a: '1', b: 'ours', c: 'both', d: 'ours', f: '1', h: 'new here', e: '1' }),
    })
    expect(shown(merged.toCatalog)).toEqual(['a: 1 → disk', 'g: ∅ → new on disk', 'f: 1 → ∅'])
    expect(shown(merged.toFile)).toEqual(['b: 1 → ours', 'h: ∅ → new here'])
    expect(
      merged.conflicts.map(({ base: b, theirs, ours }) => [
        b?.forms.other,
        theirs?.forms.other,
        ours?.forms.other,
      ]),
    ).toEqual([['1', 'disk', 'ours']])
  })

  test('a text removed on disk and edited here is a conflict', () => {
    const { conflicts } = mergeFile({
      base,
      theirs: new Map(),
      ours: units({ a: 'x', b: '1', c: '1', d: '1', e: '1', f: '1' }),
    })
    expect(conflicts).toMatchObject([{ theirs: null, ours: { forms: { other: 'x' } } }])
  })

  test('an empty entry that was added or removed is reported to the catalog', () => {
    expect(mergeFile({ base: units({}), theirs: units({ a: '' }), ours: units({}) }).toCatalog).toMatchObject(
      [{ before: null, after: { name: 'a' } }],
    )
    expect(
      mergeFile({ base: units({ a: '' }), theirs: units({}), ours: units({ a: '' }) }).toCatalog,
    ).toMatchObject([{ after: null }])
    expect(mergeFile({ base: units({ a: '' }), theirs: units({ a: '' }), ours: units({}) })).toEqual({
      toCatalog: [],
      toFile: [],
      conflicts: [],
    })
  })
})

test.each([
  ['the quick fox', 'the slow fox', 'the quick fox jumps', 'the slow fox jumps'],
  ['the quick fox', 'the slow fox', 'the fast fox', null],
  ['a b c', 'a b c', 'x b c', 'x b c'],
  ['a b c', 'x b c', 'x b c', 'x b c'],
  ['a b c d e', 'x b c d e', 'a b c d y', 'x b c d y'],
  ['a b c', 'a x b c', 'a y b c', null],
  ['', 'a', 'b', null],
])('mergeText %j %j %j', (base, a, b, merged) => {
  expect(mergeText(base, a, b)).toBe(merged)
  expect(mergeText(base, b, a)).toBe(merged)
})

describe('planImport', () => {
  const incoming = units({ same: 'x', gap: 'new', changed: 'new', fresh: 'new', hollow: '' })
  const current = units({ same: 'x', gap: '', changed: 'old', hollow: 'old' })

  test.each([
    [
      'overwrite',
      { added: 1, filled: 1, changed: 1, same: 1, kept: 0, empty: 1 },
      ['gap', 'changed', 'fresh'],
    ],
    ['keep', { added: 1, filled: 1, changed: 0, same: 1, kept: 1, empty: 1 }, ['gap', 'fresh']],
    ['new-only', { added: 1, filled: 0, changed: 0, same: 1, kept: 2, empty: 1 }, ['fresh']],
  ] as const)('%s', (mode, counts, names) => {
    const plan = planImport({ incoming, current, mode })
    expect(plan.counts).toEqual(counts)
    expect(plan.changes.map(({ after }) => after?.name)).toEqual(names)
  })

  describe('of the same words with another state', () => {
    const DONE = ['translated', 'reviewed'] as const
    const withState = (state: Unit['state'], forms: Unit['forms'] = { other: 'x' }): Map<string, Unit> =>
      new Map([['x', { name: 'x', plural: 'none', path: ['x'], forms, ...(state && { state }) }]])
    const planned = (file: Unit['state'], catalog: Unit['state'], mode: ImportMode = 'overwrite') =>
      planImport({ incoming: withState(file), current: withState(catalog), mode })

    test('a draft that the file has finished is translated', () => {
      for (const state of DONE) {
        const { changes, counts } = planned(state, 'draft')
        expect([changes[0]?.after?.state, counts.changed, counts.same]).toEqual(['translated', 1, 0])
      }
    })

    test('a text that is a draft in the file becomes one', () => {
      for (const state of DONE) {
        const { changes, counts } = planned('draft', state)
        expect([changes[0]?.after?.state, counts.changed, counts.same]).toEqual(['draft', 1, 0])
      }
    })

    test.each([
      ['reviewed', 'translated', 'overwrite'],
      ['translated', 'reviewed', 'overwrite'],
      ['draft', 'draft', 'overwrite'],
      [undefined, 'draft', 'overwrite'],
      ['translated', 'draft', 'keep'],
      ['draft', 'translated', 'keep'],
      ['translated', 'draft', 'new-only'],
    ] as const)('nothing changes if the file has %s, the catalog has %s, mode %s', (file, catalog, mode) => {
      const { changes, counts } = planned(file, catalog, mode)
      expect([changes, counts.same]).toEqual([[], 1])
    })
  })

  const unit = (forms: Unit['forms']): Map<string, Unit> =>
    new Map([['x', { name: 'x', plural: 'cardinal', path: ['x'], forms }]])

  test.each([
    ['overwrite', { one: 'old', other: 'new' }, { filled: 1, changed: 0 }],
    ['overwrite', { one: 'new', other: 'new' }, { filled: 0, changed: 1 }],
    ['keep', { one: 'new', other: 'new' }, { filled: 1, changed: 0 }],
  ] as const)(
    '%s counts missing forms as filled unless another form is replaced: %j',
    (mode, forms, counts) => {
      const plan = planImport({ incoming: unit(forms), current: unit({ one: 'old' }), mode })
      expect(plan.counts).toMatchObject(counts)
      expect(plan.changes).toHaveLength(1)
    },
  )

  test('forms that are not imported are kept', () => {
    const plan = planImport({
      incoming: unit({ other: 'new' }),
      current: unit({ one: 'old', other: 'old' }),
      mode: 'overwrite',
    })
    expect(plan.changes[0]?.after?.forms).toEqual({ one: 'old', other: 'new' })
  })
})

describe('buildBundle', () => {
  const unit = (path: Unit['path'], text: string): Unit => ({
    name: path.join('.'),
    plural: 'none',
    path,
    forms: text === '' ? {} : { other: text },
  })
  const bundle = (list: Unit[]) => buildBundle({ units: list, language: 'de' })

  test('names are written nested and flat, in order, whatever they are', () => {
    const text = bundle([
      unit(['b', 'x'], '1'),
      unit(['10'], '2'),
      unit(['__proto__'], '3'),
      unit(['b', 'y'], '4'),
      unit(['a.b'], '5'),
      unit(['empty'], ''),
    ])
    expect(text).toBe('{"b":{"x":"1","y":"4"},"10":"2","__proto__":"3","a.b":"5"}')
    expect(JSON.parse(text)).toBeTruthy()
  })

  test('arrays are written with null for gaps', () => {
    expect(bundle([unit(['list', 0], 'a'), unit(['list', 2, 'x'], 'c')])).toBe(
      '{"list":["a",null,{"x":"c"}]}',
    )
    expect(bundle([unit(['list', 0], 'a'), unit(['list', 'x'], 'b')])).toBe('{"list":{"0":"a","x":"b"}}')
    expect(bundle([unit(['list', 5_000_000], 'a')])).toBe('{"list":{"5000000":"a"}}')
  })

  test('untranslated items of arrays are null, also at the end, if any is translated', () => {
    expect(bundle([unit(['m', 0], 'a'), unit(['m', 1], ''), unit(['m', 2, 'x'], '')])).toBe(
      '{"m":["a",null,null]}',
    )
    expect(bundle([unit(['m', 0], ''), unit(['m', 1], '')])).toBe('{}')
    expect(
      bundle([unit(['m', 0, 'a', 0], '1'), unit(['m', 0, 'a', 1], ''), unit(['m', 1, 'a', 0], '')]),
    ).toBe('{"m":[{"a":["1",null]},null]}')
    expect(bundle([unit(['m', 0], 'a'), unit(['m', 5_000_000], '')])).toBe('{"m":["a"]}')
    const long = Array.from({ length: 1500 }, (_, index) => unit(['m', index], index === 1400 ? 'x' : ''))
    expect(JSON.parse(bundle(long)).m).toHaveLength(1500)
  })

  test('a name can be both text and parent', () => {
    expect(bundle([unit(['a'], '1'), unit(['a', 'b', 'c'], '2')])).toBe('{"a":"1","a.b":{"c":"2"}}')
  })

  test('no units result in an empty object', () => {
    expect(bundle([])).toBe('{}')
    expect(bundle([unit(['a', 'b'], '')])).toBe('{}')
  })

  test('plural suffixes and escapes are written', () => {
    const items: Unit = {
      name: 'a.n',
      plural: 'cardinal',
      path: ['a', 'n'],
      forms: { one: '1 "x"', other: '\u2028\n' },
    }
    expect(JSON.parse(bundle([items]))).toEqual({ a: { n_one: '1 "x"', n_other: '\u2028\n' } })
  })

  test('fallback returns the forms that the language needs', () => {
    const items: Unit = { name: 'n', plural: 'cardinal', path: ['n'], forms: {} }
    const text = buildBundle({
      units: [items],
      language: 'pl',
      fallbacks: [
        { language: 'de', formsOf: () => undefined },
        { language: 'en', formsOf: () => ({ one: 'one', other: '{{count}}' }) },
      ],
    })
    expect(JSON.parse(text)).toEqual({
      n_one: 'one',
      n_few: '{{count}}',
      n_many: '{{count}}',
      n_other: '{{count}}',
    })
  })

  test.each<[string, string, Forms, Forms]>([
    // 21 and 31 have the form of 1.
    ['en', 'ru', { one: 'One file', other: '# files' }, { one: '# files', few: '# files', many: '# files' }],
    // 0 has the form of 1.
    ['en', 'fr', { one: 'One file', other: '# files' }, { one: '# files', other: '# files' }],
    ['en', 'hi', { one: 'One file', other: '# files' }, { one: '# files', other: '# files' }],
    ['en', 'ar', { one: 'One file', other: '# files' }, { zero: '# files', one: 'One file', two: '# files' }],
    [
      'en',
      'lv',
      { zero: 'No files', one: 'One file', other: '# files' },
      { zero: '# files', one: '# files' },
    ],
    [
      'en',
      'ar',
      { zero: 'No files', one: 'One file', other: '# files' },
      { zero: 'No files', one: 'One file' },
    ],
    [
      'en',
      'de',
      { zero: 'No files', one: 'One file', other: '# files' },
      { zero: 'No files', one: 'One file' },
    ],
    ['fr', 'de', { one: '# fichier', other: '# fichiers' }, { one: '# fichier', other: '# fichiers' }],
    ['fr', 'pt', { one: '# fichier', other: '# fichiers' }, { one: '# fichier', other: '# fichiers' }],
    [
      'pl',
      'de',
      { one: '1 plik', few: '# pliki', many: '# plików', other: '# pliku' },
      { other: '# plików' },
    ],
    [
      'pl',
      'cs',
      { one: '1 plik', few: '# pliki', many: '# plików', other: '# pliku' },
      { other: '# plików' },
    ],
    ['pl', 'cs', { one: '1 plik', few: '# pliki', many: '# plików', other: '# pliku' }, { many: '# pliku' }],
    ['en', 'ru', { other: '# files' }, { one: '# files', few: '# files', many: '# files', other: '# files' }],
  ])('forms of %s have the numbers that they have in %s', (from, language, forms, expected) => {
    const key: Unit = { name: 'n', plural: 'cardinal', path: ['n'], forms: {} }
    const filled = formsToServe(key, language, [{ language: from, formsOf: () => forms }])
    expect(filled).toMatchObject(expected)
  })

  test.each<[string, string, Forms, Forms]>([
    ['en', 'pl', { one: '1 file', other: '# files' }, { 0: '1 file', 1: '# files', 2: '# files' }],
    ['en', 'ar', { one: '1 file', other: '# files' }, { 0: '# files', 1: '1 file', 5: '# files' }],
    ['en', 'ru', { one: '1 file', other: '# files' }, { 0: '# files', 1: '# files', 2: '# files' }],
    ['en', 'ja', { one: '1 file', other: '# files' }, { 0: '# files' }],
    ['pl', 'de', { 0: '1 plik', 1: '# pliki', 2: '# plików' }, { one: '1 plik', other: '# plików' }],
    ['pl', 'cs', { 0: '1 plik', 1: '# pliki', 2: '# plików' }, { 0: '1 plik', 1: '# pliki', 2: '# plików' }],
    [
      'pl',
      'uk',
      { 0: '1 plik', 1: '# pliki', 2: '# plików' },
      { 0: '# plików', 1: '# pliki', 2: '# plików' },
    ],
    ['en', 'sl', { one: 'One file', other: '# files' }, { 0: '# files', 1: '# files' }],
    ['ar', 'pl', { 0: 'zero', 1: 'one', 2: 'two', 5: 'other' }, { 0: 'one', 1: 'other', 2: 'other' }],
    ['ja', 'de', { 0: 'all' }, { one: 'all', other: 'all' }],
  ])('old forms of %s are those that %s has', (from, language, forms, expected) => {
    const key: Unit = { name: 'n', plural: 'cardinal-v3', path: ['n'], forms: {} }
    const filled = formsToServe(key, language, [{ language: from, formsOf: () => forms }])
    expect(filled).toMatchObject(expected)
  })
})
