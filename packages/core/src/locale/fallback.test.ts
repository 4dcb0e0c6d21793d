import { expect, test } from 'vitest'
import { fallbackChain, shorterTag } from './fallback.ts'

const none = new Map<string, string | null>()

test('the chain ends at the source', () => {
  expect(fallbackChain('de', none, 'en')).toEqual(['de', 'en'])
  expect(fallbackChain('en', none, 'en')).toEqual(['en'])
})

test('the chain has the configured fallbacks', () => {
  const fallbacks = new Map([
    ['pt-BR', 'es'],
    ['es', 'fr'],
    ['pt', null],
  ])
  expect(fallbackChain('pt-BR', fallbacks, 'en')).toEqual(['pt-BR', 'es', 'fr', 'en'])
  expect(fallbackChain('pt', fallbacks, 'en')).toEqual(['pt', 'en'])
})

test('the shorter tag is the longest one that is known', () => {
  expect(shorterTag('pt-BR', ['en', 'pt'])).toBe('pt')
  expect(shorterTag('zh-Hant-TW', ['zh', 'zh-Hant', 'zh-Hant-TW'])).toBe('zh-Hant')
  expect(shorterTag('de', ['de', 'en'])).toBeNull()
  expect(shorterTag('de-AT', ['d', 'en'])).toBeNull()
})

test('a cycle ends', () => {
  expect(
    fallbackChain(
      'a',
      new Map([
        ['a', 'b'],
        ['b', 'a'],
      ]),
      'en',
    ),
  ).toEqual(['a', 'b', 'en'])
})
