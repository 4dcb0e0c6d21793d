import { expect, test } from 'vitest'
import { doneShare, toDo } from './shares.ts'

const counts = { total: 10, untranslated: 3, draft: 1, translated: 4, reviewed: 2, outdated: 0, failing: 1 }

test('drafts do not count as done; an empty project does', () => {
  expect(doneShare(counts)).toBeCloseTo(0.6)
  expect(doneShare({ ...counts, total: 0 })).toBe(1)
})

test('at most three next steps, none without work', () => {
  expect(toDo('de', counts).map(({ kind, count }) => [kind, count])).toEqual([
    ['untranslated', 3],
    ['failing', 1],
    ['review', 4],
  ])
  expect(toDo('de', { ...counts, untranslated: 0, failing: 0, translated: 0 })).toEqual([])
})
