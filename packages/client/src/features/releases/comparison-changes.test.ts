import type { LiveEvent } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { changeOf, isComparisonStale, type TextChange, withChange } from './comparison-changes.ts'

const saved = (...languages: string[]): Extract<LiveEvent, { type: 'changed' }> => ({
  ...{ type: 'changed', revision: 1, operationId: 1, keys: [] },
  translations: languages.map((language) => ({ keyId: 1, language, version: 1 })),
})
const next = { from: 1, to: 'catalog' } as const
const releases = { from: 1, to: 2 } as const
const QUERIES = [[next], [next, 'de', 5], [next, 'pl', 5], [releases], [releases, 'de', 5]]
const stale = (change: TextChange) => QUERIES.map((query) => isComparisonStale(query, change))

test('saved texts change the numbers and the texts of their languages', () => {
  const change = changeOf(saved('de', 'de'), 'en')
  expect(change).toEqual(new Set(['de']))
  expect(stale(new Set(['de']))).toEqual([true, true, false, false, false])
})

test('saved source texts change all languages, and keys also the links of releases', () => {
  expect(changeOf(saved('de', 'en'), 'en')).toBe('all')
  expect(changeOf({ ...saved('de'), keys: [1] }, 'en')).toBe('all')
  expect(changeOf({ ...saved('de'), translations: null }, 'en')).toBe('all')
  expect(changeOf({ type: 'project' }, 'en')).toBe('all')
  expect(stale('all')).toEqual([true, true, true, false, true])
})

test('a moved channel, files and comments change no comparison', () => {
  const events: LiveEvent[] = [{ type: 'releases' }, { type: 'files' }, { type: 'comment', keyId: 1 }]
  expect(events.map((event) => changeOf(event, 'en'))).toEqual([null, null, null])
})

test('changes that arrive before a comparison are one', () => {
  expect(withChange(null, new Set(['de']))).toEqual(new Set(['de']))
  expect(withChange(new Set(['de']), new Set(['pl']))).toEqual(new Set(['de', 'pl']))
  expect(withChange(new Set(['de']), 'all')).toBe('all')
  expect(withChange('all', new Set(['de']))).toBe('all')
})
