import type { MissingKeyReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { inKnownOrder, matchingRows, missingKeyRows } from './missing-key-rows.ts'

const AT = '2026-11-01T10:00:00.000Z'

function key(name: string, text: string, more: Partial<MissingKeyReply> = {}): MissingKeyReply {
  return { namespace: 'app', name, text, languages: ['en'], count: 1, firstAt: AT, lastAt: AT, ...more }
}

const added = (keys: readonly MissingKeyReply[], source = 'en') =>
  missingKeyRows(keys, source).map(({ name, plural, forms, asked }) => ({ name, plural, forms, asked }))

test('a key gets the text that apps show, but not its own name', () => {
  expect(added([key('pay', 'Pay now'), key('cart.empty', 'cart.empty'), key('late', '')])).toEqual([
    { name: 'pay', plural: 'none', forms: { other: 'Pay now' }, asked: ['pay'] },
    { name: 'cart.empty', plural: 'none', forms: {}, asked: ['cart.empty'] },
    { name: 'late', plural: 'none', forms: {}, asked: ['late'] },
  ])
})

test('a key that is a sentence is its text', () => {
  expect(added([key('Pay now', 'Pay now')])[0]?.forms).toEqual({ other: 'Pay now' })
})

test('plural forms are one key, with the forms that the source language has', () => {
  const asked = [
    key('items_one', 'One item', { count: 2 }),
    key('items_few', '{{count}} items', { count: 2 }),
    key('items_other', '{{count}} items', {
      count: 3,
      languages: ['pl'],
      lastAt: '2026-11-02T10:00:00.000Z',
    }),
    key('place_ordinal_one', 'place'),
    key('place_ordinal_other', '{{count}}th'),
    key('day_one', 'day_one'),
  ]
  expect(missingKeyRows(asked, 'en')).toMatchObject([
    {
      name: 'items',
      plural: 'cardinal',
      forms: { one: 'One item', other: '{{count}} items' },
      asked: ['items_one', 'items_few', 'items_other'],
      languages: ['en', 'pl'],
      count: 3,
      lastAt: '2026-11-02T10:00:00.000Z',
    },
    {
      name: 'place',
      plural: 'ordinal',
      forms: { other: '{{count}}th' },
      asked: ['place_ordinal_one', 'place_ordinal_other'],
    },
    { name: 'day_one', plural: 'none', forms: {} },
  ])
})

test('the same name in two namespaces is two keys, and is found by either', () => {
  const rows = missingKeyRows([key('pay', 'Pay now'), key('pay', 'Zahlen', { namespace: 'cart' })], 'en')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  expect(matchingRows(rows, ' CART:p ').map(({ namespace }) => namespace)).toEqual(['cart'])
  expect(matchingRows(rows, 'now').map(({ namespace }) => namespace)).toEqual(['app'])
  expect(matchingRows(rows, '')).toBe(rows)
})

test('keys that are listed keep their places when others are requested more often', () => {
  const counted = (name: string, count: number) => key(name, name, { count })
  const rows = missingKeyRows([counted('a', 3), counted('b', 2)], 'en')
  const later = missingKeyRows([counted('a', 3), counted('b', 4), counted('c', 9)], 'en')
  const names = (of: typeof later) => of.map(({ name }) => name)
  expect(names(later)).toEqual(['c', 'b', 'a'])
  const known = rows.map(({ id }) => id)
  expect(inKnownOrder(later, known).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(inKnownOrder(later, []).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
})
