import { parseQuery } from '@dragoman/core'
import { expect, test } from 'vitest'
import { isRelative, relativesQuery } from './relatives.ts'

const key = (name: string, namespace = 'common') => ({ namespace, name })

test('contexts of one key are variants of each other', () => {
  expect(isRelative(key('friend_male'), key('friend'))).toBe(true)
  expect(isRelative(key('friend'), key('friend_male'))).toBe(true)
  expect(isRelative(key('friend_male'), key('friend_female'))).toBe(true)
  expect(isRelative(key('friend_male'), key('friend_male', 'other'))).toBe(false)
  expect(isRelative(key('friends'), key('friend'))).toBe(false)
  expect(isRelative(key('save'), key('open'))).toBe(false)
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
