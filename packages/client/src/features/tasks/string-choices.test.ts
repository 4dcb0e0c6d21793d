import { expect, test } from 'vitest'
import { selectionOf } from './string-choices.ts'

const counts = {
  total: 10,
  untranslated: 3,
  draft: 1,
  translated: 4,
  reviewed: 2,
  outdated: 5,
  failing: 6,
  sourceless: 2,
}

test('a task for texts that are waiting for review is to review them, all others to translate', () => {
  expect(selectionOf('translated', 'de', counts)).toEqual({
    select: { q: 'state:translated', language: 'de' },
    count: 4,
    languages: ['de'],
    goal: 'reviewed',
  })
  expect(selectionOf('failing', 'de', counts)).toMatchObject({
    select: { q: 'is:failing' },
    count: 6,
    goal: 'translated',
  })
  // A search for all finds strings without a source text too.
  expect(selectionOf('all', 'de', counts)).toMatchObject({ select: { q: '' }, count: 12 })
  expect(selectionOf('all', 'de', undefined)).toBeNull()
})
