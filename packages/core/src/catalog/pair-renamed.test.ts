import { describe, expect, test } from 'vitest'
import type { PluralKind } from '../message/forms.ts'
import { pairRenamed } from './pair-renamed.ts'
import { unitId } from './unit.ts'

const key = (name: string, plural: PluralKind = 'none') => ({ name, plural })

/** Returns the former name of each renamed key, by its new name. `added`: the former names of each new key. */
function pairs(gone: readonly string[], added: Readonly<Record<string, readonly string[]>>) {
  const formerNames = new Map(Object.entries(added).map(([name, names]) => [unitId(key(name)), names]))
  const found = pairRenamed(
    gone.map((name) => key(name)),
    Object.keys(added).map((name) => key(name)),
    formerNames,
  )
  return Object.fromEntries([...found].map(([id, { name }]) => [id.slice(id.indexOf('\u0000') + 1), name]))
}

describe('renamed keys', () => {
  test('a new key that had the name of one that is gone is that key', () => {
    expect(pairs(['a', 'b'], { c: ['b'], d: [], e: ['f'] })).toEqual({ c: 'b' })
  })

  test('several names are searched for the newest that is gone', () => {
    expect(pairs(['a', 'b'], { d: ['c', 'b', 'a'] })).toEqual({ d: 'b' })
  })

  test('of keys that had the same name, one with another match leaves it to the other', () => {
    expect(pairs(['x', 'z'], { y: ['x'], w: ['x', 'z'] })).toEqual({ y: 'x', w: 'z' })
    expect(pairs(['x', 'z'], { w: ['x', 'z'], y: ['x'] })).toEqual({ y: 'x', w: 'z' })
    expect(pairs(['x', 'z', 'q'], { a: ['x', 'z'], b: ['z', 'x', 'q'], c: ['q', 'x'] })).toEqual({
      a: 'x',
      b: 'z',
      c: 'q',
    })
  })

  test('a key is only paired once', () => {
    expect(pairs(['x'], { y: ['x'], z: ['x'] })).toEqual({ y: 'x' })
  })

  test('a key with another kind of plural is another key', () => {
    const items = key('items', 'cardinal')
    const formerNames = new Map([
      [unitId(key('things')), ['items']],
      [unitId(key('things', 'cardinal')), ['items']],
    ])
    const found = pairRenamed([items], [key('things'), key('things', 'cardinal')], formerNames)
    expect([...found]).toEqual([[unitId(key('things', 'cardinal')), items]])
  })
})
