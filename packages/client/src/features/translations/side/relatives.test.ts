import { parseQuery } from '@dragoman/core'
import { expect, test } from 'vitest'
import { relativesQuery, variantsOf } from './relatives.ts'

const key = (name: string, namespace = 'common') => ({ namespace, name })

const variants = (name: string, ...others: string[]) =>
  variantsOf(
    key(name),
    others.map((other) => key(other)),
  ).map((one) => one.name)

test('contexts of one key are variants of each other', () => {
  expect(variants('friend_male', 'friend', 'friend_female', 'friends', 'friend_male')).toEqual([
    'friend',
    'friend_female',
  ])
  expect(variants('friend', 'friend_male', 'friend_of_ours')).toEqual(['friend_male', 'friend_of_ours'])
  expect(variantsOf(key('friend_male'), [key('friend', 'other')])).toEqual([])
})

test('names that only begin alike are no variants', () => {
  expect(variants('delete_user', 'delete_album')).toEqual([])
  expect(variants('people_page.action.next', 'people_page.action.merge', 'people_page.title')).toEqual([])
  expect(variants('people_page.next_step', 'people_page.next', 'people')).toEqual(['people_page.next'])
  expect(variants('_private', 'private')).toEqual([])
})

test('keys with the same parent are requested, with a valid search', () => {
  expect(parseQuery(relativesQuery(key('invoice.lines.title', 'check out'))).terms).toMatchObject([
    { kind: 'namespace', pattern: 'check out' },
    { kind: 'key', pattern: 'invoice.lines.*' },
  ])
  expect(parseQuery(relativesQuery(key('friend_male'))).terms).toMatchObject([
    { kind: 'namespace' },
    { kind: 'key', pattern: 'friend*' },
  ])
  expect(parseQuery(relativesQuery(key('a"b.c'))).issues).toEqual([])
})
