import { expect, test } from 'vitest'
import { fallbackChain } from './fallback.ts'

const none = new Map<string, string | null>()

test('the chain ends at the source', () => {
  expect(fallbackChain('de', none, 'en')).toEqual(['de', 'en'])
  expect(fallbackChain('en', none, 'en')).toEqual(['en'])
})

test('the chain has the configured fallbacks, then the shorter tag of the project', () => {
  expect(
    fallbackChain(
      'pt-BR',
      new Map([
        ['pt-BR', 'es'],
        ['es', 'fr'],
      ]),
      'en',
    ),
  ).toEqual(['pt-BR', 'es', 'fr', 'en'])
  expect(fallbackChain('pt-BR', new Map([['pt', null]]), 'en')).toEqual(['pt-BR', 'pt', 'en'])
  expect(
    fallbackChain(
      'pt-BR',
      new Map([
        ['pt-BR', null],
        ['pt', null],
      ]),
      'en',
    ),
  ).toEqual(['pt-BR', 'en'])
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
