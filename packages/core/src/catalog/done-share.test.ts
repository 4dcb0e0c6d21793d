import { expect, test } from 'vitest'
import { doneShare } from './done-share.ts'

test('drafts do not count as done; no texts at all do', () => {
  const counts = { total: 10, untranslated: 3, draft: 1, translated: 4, reviewed: 2 }
  expect(doneShare(counts)).toBeCloseTo(0.6)
  expect(doneShare({ ...counts, total: 0 })).toBe(1)
})
