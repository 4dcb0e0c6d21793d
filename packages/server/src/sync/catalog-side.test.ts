import { unitId } from '@dragoman/core'
import { expect, test } from 'vitest'
import { documentOf, formatOf, JSON_FORMAT, rowOf } from '../../test/sync-sides.ts'
import { catalogSide, unitsAsFileSaysThem } from './catalog-side.ts'

const NO_BASES = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }
const ITEM = unitId({ name: 'item', plural: 'cardinal' })

test('keys are found by name and plural kind, the last one is known', () => {
  const ours = new Map([['de', [rowOf(4, 'a', 'A'), rowOf(7, 'b', 'B')]]])
  const side = catalogSide({ ours, format: JSON_FORMAT }, NO_BASES)
  expect([...side.keyIds.values()]).toEqual([4, 7])
  expect([side.lastKeyId, side.converted.size]).toEqual([7, 0])
  expect(side.has(unitId({ name: 'a', plural: 'none' }))).toBe(true)
  expect(side.has(unitId({ name: 'a', plural: 'cardinal' }))).toBe(false)
})

test('suffixed keys become forms of one as soon as a file shows it, in every language', () => {
  const ours = new Map([
    ['en', [rowOf(1, 'item_one', 'one'), rowOf(2, 'item_other', 'many')]],
    ['de', [rowOf(1, 'item_one', ''), rowOf(2, 'item_other', 'viele')]],
  ])
  const side = catalogSide({ ours, format: JSON_FORMAT }, { ...NO_BASES, cardinal: new Set(['item']) })
  expect(side.converted.get(ITEM)).toEqual([1, 2])
  expect(side.units.get('en')?.get(ITEM)?.forms).toEqual({ one: 'one', other: 'many' })
  expect(side.units.get('de')?.get(ITEM)?.forms).toEqual({ other: 'viele' })
  // It is removed, so nothing can be put after it.
  expect(side.lastKeyId).toBeNull()
})

test('a state is converted to one that the files can store', () => {
  const ours = new Map([['de', [rowOf(1, 'a', 'A', { state: 'reviewed' }), rowOf(2, 'b', '')]]])
  const states = (id: string) =>
    [
      ...(catalogSide({ ours, format: formatOf(id) }, NO_BASES)
        .units.get('de')
        ?.values() ?? []),
    ].map(({ state }) => state)
  expect(states('i18next-json')).toEqual([undefined, undefined])
  expect(states('gettext-po')).toEqual(['translated', undefined])
})

test('a table has only the states that its column shows', () => {
  const csv = formatOf('csv')
  const ours = new Map([
    ['de', [rowOf(1, 'a', 'A', { state: 'reviewed' }), rowOf(2, 'b', 'B', { state: 'draft' })]],
  ])
  const units = catalogSide({ ours, format: csv }, NO_BASES).units.get('de') ?? new Map()
  const states = (heading: string) => {
    const file = documentOf(`id,source,target,${heading}\na,A,A,\nb,B,B,\n`, csv, {
      language: 'de',
      side: 'target',
    })
    return [...unitsAsFileSaysThem(units, csv, file).values()].map(({ state }) => state)
  }
  expect(['fuzzy', 'approved', 'status', 'comment'].map(states)).toEqual([
    ['translated', 'draft'],
    ['reviewed', 'translated'],
    ['reviewed', 'draft'],
    [undefined, undefined],
  ])
})
