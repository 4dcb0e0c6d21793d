import { describe, expect, test } from 'vitest'
import { conflictOf, mergeDraft } from './conflict.ts'

const draft = {
  forms: { other: 'À payer au plus tard le {{date}}' },
  base: { other: 'À payer avant le {{date}}' },
  baseVersion: 2,
  at: 0,
  failure: null,
}

describe('conflict', () => {
  test('there is none if no one else saved, or if the text did not change', () => {
    expect(conflictOf(draft, { forms: draft.base, version: 2 })).toBeNull()
    expect(conflictOf(draft, { forms: draft.base, version: 3 })).toBeNull()
    expect(conflictOf(draft, { forms: draft.forms, version: 3 })).toBeNull()
  })
  test('changes of different words are merged', () => {
    const conflict = conflictOf(draft, { forms: { other: 'À régler avant le {{date}}' }, version: 3 })
    expect(conflict?.merged).toEqual({ other: 'À régler au plus tard le {{date}}' })
    expect(conflict?.forms).toEqual(['other'])
  })
  test('changes of the same word are not', () => {
    expect(
      conflictOf(draft, { forms: { other: 'À payer jusqu’au {{date}}' }, version: 3 })?.merged,
    ).toBeNull()
  })
  test('changes of different plural forms are merged', () => {
    const base = { one: 'a', other: 'b' }
    expect(mergeDraft(base, { one: 'A', other: 'b' }, { one: 'a', other: 'B' })).toEqual({
      one: 'A',
      other: 'B',
    })
  })
})
