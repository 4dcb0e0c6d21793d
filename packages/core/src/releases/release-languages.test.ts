import { expect, test } from 'vitest'
import { languageChanges } from './release-languages.ts'

test('releases can differ in their languages and fallback languages, not in their order', () => {
  const before = [
    { tag: 'en', fallback: null },
    { tag: 'de', fallback: null },
    { tag: 'fr', fallback: 'en' },
  ]
  expect(languageChanges(before, before.toReversed())).toEqual([])
  const after = [
    { tag: 'de', fallback: 'en' },
    { tag: 'en', fallback: null },
    { tag: 'pl', fallback: null },
  ]
  expect(languageChanges(before, after)).toEqual([
    { language: 'de', change: 'fallback' },
    { language: 'pl', change: 'added' },
    { language: 'fr', change: 'removed' },
  ])
})
