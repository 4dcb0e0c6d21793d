import { describe, expect, test } from 'vitest'
import { decideReview, isOwnWork, type ReviewedWork, type Reviewer, type ReviewRequested } from './decide.ts'

const MARA: Reviewer = { id: 'user:1', reviewOwn: false, reviewRefusal: null, decisionRefusal: null }
const APPROVE: ReviewRequested = { act: 'approve', seen: null, failsChecks: null }
const REJECT: ReviewRequested = { ...APPROVE, act: 'reject' }
const text = (more: Partial<Extract<ReviewedWork, { on: 'text' }>> = {}): ReviewedWork => ({
  on: 'text',
  state: 'translated',
  outdated: false,
  authorId: 'user:2',
  version: 4,
  isEmpty: false,
  ...more,
})
const suggestion = (more: Partial<Extract<ReviewedWork, { on: 'suggestion' }>> = {}): ReviewedWork => ({
  on: 'suggestion',
  state: 'open',
  authorId: 'user:2',
  version: 2,
  textVersion: 4,
  isEdited: false,
  ...more,
})
const ownWork = { code: 'not-allowed', reason: 'own-work' }

describe('a reviewer', () => {
  test('approves and rejects texts of others', () => {
    expect(decideReview(text(), MARA, APPROVE)).toEqual({ state: 'reviewed' })
    expect(decideReview(suggestion(), MARA, APPROVE)).toEqual({ state: 'reviewed' })
    expect(decideReview(text(), MARA, REJECT)).toEqual({ state: 'draft' })
    expect(decideReview(suggestion(), MARA, REJECT)).toEqual({ state: null })
    expect(decideReview(text({ authorId: MARA.id }), MARA, REJECT)).toEqual({ state: 'draft' })
  })

  test('cannot approve their own words unless the project permits it', () => {
    const works = [
      text({ authorId: MARA.id }),
      text({ authorId: MARA.id, state: 'reviewed', outdated: true }),
      suggestion({ authorId: MARA.id }),
    ]
    for (const work of works) {
      expect(decideReview(work, MARA, APPROVE)).toEqual(ownWork)
      expect(decideReview(work, { ...MARA, reviewOwn: true }, APPROVE)).toEqual({ state: 'reviewed' })
    }
    const confirmed = text({ authorId: MARA.id, state: 'reviewed' })
    expect(decideReview(confirmed, MARA, APPROVE)).toEqual({ state: 'reviewed' })
  })

  test('cannot review words they edited', () => {
    const edited = suggestion({ authorId: MARA.id, isEdited: true })
    expect(decideReview(edited, MARA, APPROVE)).toEqual({ state: 'translated' })
    expect(decideReview(edited, { ...MARA, reviewOwn: true }, APPROVE)).toEqual({ state: 'reviewed' })
  })

  test('accepts suggestions as translated without the right to review', () => {
    const translator: Reviewer = { ...MARA, reviewRefusal: 'role-too-low' }
    expect(decideReview(suggestion(), translator, APPROVE)).toEqual({ state: 'translated' })
    expect(decideReview(text(), translator, APPROVE)).toEqual({ code: 'not-allowed', reason: 'role-too-low' })
    expect(decideReview(text(), translator, REJECT)).toEqual({ code: 'not-allowed', reason: 'role-too-low' })
    expect(decideReview(suggestion(), { ...MARA, decisionRefusal: 'other-language' }, REJECT)).toEqual({
      code: 'not-allowed',
      reason: 'other-language',
    })
  })

  test('can only decide on current versions', () => {
    const seen = { version: 3, textVersion: 4 }
    expect(decideReview(text(), MARA, { ...APPROVE, seen })).toEqual({ code: 'stale-edit' })
    expect(decideReview(text({ isEmpty: true }), MARA, REJECT)).toEqual({ code: 'stale-edit' })
    expect(decideReview(suggestion(), MARA, { ...REJECT, seen })).toEqual({ code: 'suggestion-changed' })
    const old = { version: 2, textVersion: 3 }
    expect(decideReview(suggestion(), MARA, { ...APPROVE, seen: old })).toEqual({ code: 'stale-edit' })
    expect(decideReview(suggestion(), MARA, { ...REJECT, seen: old })).toEqual({ state: null })
    const now = { version: 4, textVersion: 4, isSourceChanged: true }
    expect(decideReview(text(), MARA, { ...APPROVE, seen: now })).toEqual({ code: 'stale-edit' })
    const then = { ...now, version: 2 }
    expect(decideReview(suggestion(), MARA, { ...APPROVE, seen: then })).toEqual({ code: 'stale-edit' })
    expect(decideReview(suggestion(), MARA, { ...REJECT, seen: then })).toEqual({ state: null })
  })

  test('cannot decide again on something already decided', () => {
    expect(decideReview(text({ state: 'draft' }), MARA, REJECT)).toEqual({ code: 'already-decided' })
    expect(decideReview(suggestion({ state: 'rejected' }), MARA, APPROVE)).toEqual({
      code: 'already-decided',
    })
  })

  test('cannot approve failing words if checks are required, but can reject them', () => {
    const failsChecks = () => true
    expect(decideReview(text(), MARA, { ...APPROVE, failsChecks })).toEqual({ code: 'failing-checks' })
    expect(decideReview(suggestion(), MARA, { ...APPROVE, failsChecks })).toEqual({ code: 'failing-checks' })
    expect(decideReview(text(), MARA, { ...REJECT, failsChecks })).toEqual({ state: 'draft' })
    expect(decideReview(text(), MARA, APPROVE)).toEqual({ state: 'reviewed' })
  })
})

test('can approve words without a known author', () => {
  expect(isOwnWork({ authorId: null, isReviewed: false }, { id: null, reviewOwn: false })).toBe(false)
})
