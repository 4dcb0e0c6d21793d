import { expect, test } from 'vitest'
import { verdictOf } from './verdict-of.ts'

const summary = { keysAdded: 0, keysRemoved: 0, keysEdited: 0, translations: 1, languages: ['de'] }

test('approvals and rejections are different verdicts', () => {
  expect(verdictOf({ kind: 'review', summary: { ...summary, approved: 2, accepted: 1 } })).toEqual({
    kind: 'approved',
    count: 3,
  })
  expect(verdictOf({ kind: 'review', summary: { ...summary, sentBack: 1, rejected: 1 } })).toEqual({
    kind: 'rejected',
    count: 2,
  })
})

test('suggestions that someone else still has to review are accepted, not approved', () => {
  expect(verdictOf({ kind: 'review', summary: { ...summary, accepted: 2, unreviewed: 2 } })).toEqual({
    kind: 'accepted',
    count: 2,
  })
  expect(verdictOf({ kind: 'review', summary: { ...summary, accepted: 2, unreviewed: 1 } })).toEqual({
    kind: 'approved',
    count: 1,
  })
})

test('a save that only marks a text as reviewed is an approval, one that writes words is not', () => {
  expect(verdictOf({ kind: 'save', summary: { ...summary, approved: 1 } })).toEqual({
    kind: 'approved',
    count: 1,
  })
  expect(verdictOf({ kind: 'save', summary })).toBeNull()
  expect(verdictOf({ kind: 'bulk', summary: { ...summary, translations: 3, approved: 1 } })).toBeNull()
})

test('reviews of earlier program versions say nothing about it', () => {
  expect(verdictOf({ kind: 'review', summary })).toBeNull()
})
