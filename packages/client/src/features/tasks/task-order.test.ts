import { expect, test } from 'vitest'
import { isLate, languageToDo } from './task-order.ts'

test('opens a language with remaining strings', () => {
  const full = { language: 'de', done: 3, total: 3 }
  const anyone = () => true
  expect(languageToDo({ languages: [full, { language: 'pl', done: 1, total: 3 }] }, anyone)).toBe('pl')
  expect(languageToDo({ languages: [full] }, anyone)).toBe('de')
  expect(languageToDo({ languages: [] }, anyone)).toBeUndefined()
})

test('a language in which the person can do the task comes before others with remaining strings', () => {
  const left = ['de', 'pl'].map((language) => ({ language, done: 1, total: 3 }))
  expect(languageToDo({ languages: left }, (language) => language === 'pl')).toBe('pl')
  expect(languageToDo({ languages: left }, () => false)).toBe('de')
})

test('overdue from the day after the due date, unless it is done', () => {
  const now = new Date(2026, 10, 22, 8)
  expect(isLate({ due: '2026-11-22', doneAt: null }, now)).toBe(false)
  expect(isLate({ due: '2026-11-21', doneAt: null }, now)).toBe(true)
  expect(isLate({ due: '2026-11-21', doneAt: '2026-11-22T07:00:00Z' }, now)).toBe(false)
  expect(isLate({ due: null, doneAt: null }, now)).toBe(false)
})
