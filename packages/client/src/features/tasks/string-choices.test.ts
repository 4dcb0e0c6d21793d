import { expect, test } from 'vitest'
import { selectionOf } from './string-choices.ts'

const counts = { total: 10, untranslated: 3, draft: 1, translated: 4, reviewed: 2, outdated: 5, failing: 6 }

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
  expect(selectionOf('all', 'de', counts)).toMatchObject({ select: { q: '' }, count: 10 })
  expect(selectionOf('all', 'de', undefined)).toBeNull()
})
