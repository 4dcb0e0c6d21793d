import { unitId } from '@dragoman/core'
import { expect, test } from 'vitest'
import { placeNewKeys } from './place-new-keys.ts'

const unit = (name: string) => {
  return { name, plural: 'none' as const, path: [name], forms: { other: name }, present: ['other' as const] }
}
const id = (name: string) => unitId({ name, plural: 'none' })

/** Places keys; those without an id are new. */
function placed(order: readonly (readonly string[])[], known: Readonly<Record<string, number>>) {
  const keyIds = new Map(Object.entries(known).map(([name, keyId]) => [id(name), keyId]))
  const changes = placeNewKeys({
    namespace: 'common',
    order: order.map((names) => names.map(unit)),
    keyIds,
    lastKeyId: Math.max(...Object.values(known)),
    isNew: (one) => !keyIds.has(one),
    textsOf: (one) => new Map([['en', { forms: { other: one } }]]),
  })
  return changes.map((change) =>
    change.kind === 'add-key' ? [change.name, 'after' in change ? change.after : 'end'] : [],
  )
}

test('each goes below the known key above it, those at the end are appended', () => {
  expect(placed([['a', 'x', 'b', 'y', 'z']], { a: 1, b: 2 })).toEqual([
    ['x', 1],
    ['y', 'end'],
    ['z', 'end'],
  ])
})

test('of several below one neighbour the last goes first, so that they are ordered as in the file', () => {
  expect(placed([['a', 'x', 'y', 'b']], { a: 1, b: 2 })).toEqual([
    ['y', 1],
    ['x', 1],
  ])
})

test('above all others there is no neighbour', () => {
  expect(placed([['x', 'a']], { a: 1 })).toEqual([['x', null]])
})

test('the first file with a key determines its place', () => {
  expect(
    placed(
      [
        ['a', 'x', 'b'],
        ['x', 'a', 'b'],
      ],
      { a: 1, b: 2 },
    ),
  ).toEqual([['x', 1]])
})
