import { expect, test } from 'vitest'
import { shownCounts } from './shown-counts.ts'

const counts = (total: number) => ({
  total,
  untranslated: total - 1,
  draft: 0,
  translated: 1,
  reviewed: 0,
  outdated: 0,
  failing: 0,
  sourceless: 2,
})
const all = {
  counts: counts(60),
  namespaces: [
    { name: 'checkout', counts: counts(10) },
    { name: 'common', counts: counts(20) },
    { name: 'other', counts: counts(30) },
  ],
}

test('the chips count what the search can find', () => {
  expect(shownCounts(all, '')).toBe(all.counts)
  expect(shownCounts(all, 'state:draft ns:checkout invoice')?.total).toBe(10)
  expect(shownCounts(all, 'ns:checkout ns:common')).toMatchObject({
    total: 30,
    untranslated: 28,
    translated: 2,
    sourceless: 4,
  })
})
test('a pattern, or an unknown namespace, keeps the counts of all', () => {
  expect(shownCounts(all, 'ns:c*')).toBe(all.counts)
  expect(shownCounts(all, '-ns:checkout')).toBe(all.counts)
})

test('the chips have no counts for the strings of a task, because those are not known', () => {
  expect(shownCounts(all, 'task:4 state:untranslated')).toBeUndefined()
})
