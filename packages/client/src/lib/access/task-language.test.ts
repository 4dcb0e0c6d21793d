import { expect, test } from 'vitest'
import { taskLanguage } from './task-language.ts'

const full = { language: 'de', done: 3, total: 3 }
const left = { language: 'pl', done: 1, total: 3 }
const goal = 'translated'

test('a language with remaining strings comes first', () => {
  const anyone = () => true
  expect(taskLanguage({ goal, languages: [full, left] }, anyone)).toBe('pl')
  expect(taskLanguage({ goal, languages: [full] }, anyone)).toBe('de')
  expect(taskLanguage({ goal, languages: [] }, anyone)).toBeUndefined()
})

test('a language of the reader comes before those of others', () => {
  const languages = ['fr', 'de'].map((language) => ({ language, done: 1, total: 3 }))
  expect(taskLanguage({ goal, languages }, (_, language) => language === 'de')).toBe('de')
  expect(taskLanguage({ goal, languages: [left, full] }, (_, language) => language === 'de')).toBe('de')
  expect(taskLanguage({ goal, languages }, () => false)).toBe('fr')
})

test('a review task is done where the reader can review, one to translate where they can save or suggest', () => {
  const languages = ['fr', 'de', 'pl'].map((language) => ({ language, done: 0, total: 1 }))
  const may = (action: string, language: string) =>
    (action === 'translations.review' && language === 'de') ||
    (action === 'translations.save' && language === 'pl') ||
    (action === 'suggestions.add' && language === 'fr')
  expect(taskLanguage({ goal: 'reviewed', languages }, may)).toBe('de')
  expect(taskLanguage({ goal: 'translated', languages }, may)).toBe('pl')
  expect(taskLanguage({ goal: 'translated', languages: languages.slice(0, 1) }, may)).toBe('fr')
})
