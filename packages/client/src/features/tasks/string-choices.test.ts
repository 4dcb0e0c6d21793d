import { expect, test } from 'vitest'
import { choiceCount, selectionOf } from './string-choices.ts'

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
  const everywhere = { language: 'de', namespaces: null }
  const count = choiceCount('translated', counts)
  expect(selectionOf('translated', { ...everywhere, count })).toEqual({
    select: { q: 'state:translated', language: 'de' },
    count: 4,
    languages: ['de'],
    namespaces: [],
    goal: 'reviewed',
  })
  expect(selectionOf('failing', { ...everywhere, count: 6 })).toMatchObject({
    select: { q: 'is:failing' },
    goal: 'translated',
  })
  // A search for all finds strings without a source text too.
  expect(choiceCount('all', counts)).toBe(12)
  expect(selectionOf('all', { ...everywhere, count: 12 })).toMatchObject({ select: { q: '' } })
  expect(selectionOf('all', { ...everywhere, count: undefined })).toBeNull()
})

test('a task of people limited to namespaces has only strings of these', () => {
  const limited = { language: 'de', namespaces: ['app', 'my legal'], count: 2 }
  expect(selectionOf('untranslated', limited)).toMatchObject({
    select: { q: 'state:untranslated ns:app ns:"my legal"' },
    namespaces: ['app', 'my legal'],
    count: 2,
  })
})
