import { LIMITS, matchPattern, parseQuery } from '@dragoman/core'
import { expect, test } from 'vitest'
import { linksOf } from './links.ts'

const SENTENCE = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')

test.each(['title', '-5 "a" tag:x', '//', 'is:failing', SENTENCE])(
  'the link to the key %j finds that key only',
  (name) => {
    const url = new URL(linksOf('https://l10n.example.com', 'shop').key('app', name))
    expect(url.origin + url.pathname).toBe('https://l10n.example.com/p/shop/keys')
    expect(parseQuery(url.searchParams.get('q') ?? '')).toEqual({
      terms: [
        { kind: 'namespace', pattern: 'app', isNegated: false },
        { kind: 'key', pattern: name, isNegated: false },
      ],
      issues: [],
    })
  },
)

test('the link to a key with a very long name is not longer than a search can be', () => {
  const name = '"🎈'.repeat(LIMITS.keyNameMax / 2)
  const url = new URL(linksOf('https://l10n.example.com', 'shop').key('app', name))
  const search = url.searchParams.get('q') ?? ''
  expect(search.length).toBeLessThanOrEqual(LIMITS.queryMax)
  const [namespace, key] = parseQuery(search).terms
  expect(namespace).toEqual({ kind: 'namespace', pattern: 'app', isNegated: false })
  expect(key?.kind === 'key' && matchPattern(key.pattern, name)).toBe(true)
})
