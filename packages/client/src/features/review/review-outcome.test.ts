import type { ChosenItem, RefusedItem, ReviewItemReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { failingOf, passedOf, refusalCounts } from './review-outcome.ts'

/** Only the identity of an item matters here. */
const item = (id: number) => ({ on: 'text', key: { id } }) as unknown as ReviewItemReply
const text = (keyId: number): ChosenItem => ({ on: 'text', keyId, baseVersion: 1 })
const suggestion = (id: number): ChosenItem => ({ on: 'suggestion', id, version: 1, baseVersion: 1 })
const refused = (on: RefusedItem['on'], id: number, code: RefusedItem['code']): RefusedItem => ({
  on,
  id,
  code,
  reason: null,
  issues: [],
  current: null,
  suggestion: null,
})

test('a refusal of a text is not one of the suggestion with the same number', () => {
  const decided = [
    { item: item(1), chosen: text(7) },
    { item: item(2), chosen: suggestion(7) },
  ]
  const refusals = [refused('text', 7, 'failing-checks')]
  expect(passedOf(decided, refusals)).toEqual([item(2)])
  expect(failingOf(decided, refusals)).toEqual([{ item: item(1), issues: [] }])
  expect(failingOf(decided, [refused('text', 7, 'stale-edit')])).toEqual([])
})

test('texts that were not sent count as changed', () => {
  const refusals = [refused('text', 1, 'stale-edit'), refused('text', 2, 'not-allowed')]
  expect([...refusalCounts(refusals, 2)]).toEqual([
    ['stale-edit', 3],
    ['not-allowed', 1],
  ])
  expect([...refusalCounts([], 0)]).toEqual([])
})
