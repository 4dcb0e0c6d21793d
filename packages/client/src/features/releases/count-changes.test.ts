import { expect, test } from 'vitest'
import { changesInReply } from './count-changes.ts'

test('counts texts in all languages, changes of their status and changed languages', () => {
  const language = { textsBefore: 9, texts: 9, failing: 0 }
  const languages = [
    { ...language, language: 'de', added: 1, changed: 2, removed: 4, status: 8 },
    { ...language, language: 'fr', added: 0, changed: 0, removed: 0, status: 16 },
  ]
  const languageChanges = [{ language: 'fr', change: 'fallback' as const }]
  const reply = { languages, languageChanges, syntaxChange: null }
  expect(changesInReply(reply)).toBe(32)
  expect(changesInReply({ ...reply, syntaxChange: { before: 'i18next', after: 'icu' } })).toBe(33)
})
