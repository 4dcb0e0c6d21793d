import { expect, test } from 'vitest'
import { languageName } from './names.ts'

test('languages have names in other languages', () => {
  expect(languageName('de', 'fr')).toBe('allemand')
  expect(languageName('pt-BR', 'en')).toBe('Portuguese (Brazil)')
  expect(languageName('ar', 'ar')).toBe('العربية')
  expect(languageName('qqx', 'en')).toBe('qqx')
})
