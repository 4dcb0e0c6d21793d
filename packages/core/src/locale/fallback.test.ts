import { expect, test } from 'vitest'
import { defaultFallback, fallbackChain } from './fallback.ts'

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

test('the fallback of a new language is the longest shorter tag that the project has', () => {
  expect(defaultFallback('pt-BR', ['en', 'pt'], 'en')).toBe('pt')
  expect(defaultFallback('zh-Hant-TW', ['zh', 'zh-Hant', 'zh-Hant-TW'], 'en')).toBe('zh-Hant')
  expect(defaultFallback('de', ['de', 'en'], 'en')).toBeNull()
  expect(defaultFallback('de-AT', ['d', 'en'], 'en')).toBeNull()
  expect(defaultFallback('en-GB', ['en'], 'en')).toBeNull()
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
