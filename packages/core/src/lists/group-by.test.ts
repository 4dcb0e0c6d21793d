import { expect, test } from 'vitest'
import { append, appendAll, groupBy } from './group-by.ts'

test('items are grouped in their order, by keys of any kind', () => {
  const groups = groupBy(['one', 'two', 'three', 'four'], ({ length }) => length)
  expect([...groups]).toEqual([
    [3, ['one', 'two']],
    [5, ['three']],
    [4, ['four']],
  ])
  expect(groupBy([] as string[], (item) => item).size).toBe(0)
})

test('a key with a name of an object property has a list of its own', () => {
  expect(groupBy(['__proto__', 'constructor'], (name) => name).get('__proto__')).toEqual(['__proto__'])
})

test('lists grow by one value or many, also more than a call can have arguments', () => {
  const lists = new Map<string, number[]>()
  append(lists, 'a', 1)
  append(lists, 'a', 2)
  appendAll(
    lists,
    'a',
    Array.from({ length: 300_000 }, (_, index) => index),
  )
  appendAll(lists, 'b', [])
  expect(lists.get('a')?.length).toBe(300_002)
  expect(lists.get('b')).toEqual([])
})
