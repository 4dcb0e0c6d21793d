import { expect, test } from 'vitest'
import { interfaceLanguage } from './interface-language.ts'
import { INTERFACE_LANGUAGES, preferredLanguage } from './languages.ts'

test('exactly the specified numbers and orders', () => {
  expect(interfaceLanguage).toMatchObject({
    backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
    detection: {
      order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
      caches: ['localStorage'],
    },
    maxRetries: 5,
    retryTimeout: 350,
    maxParallelReads: 10,
  })
})

test('the menu offers what can be loaded', () => {
  expect(INTERFACE_LANGUAGES.map(({ tag }) => tag)).toEqual(interfaceLanguage.supportedLngs)
})

test("prefers the browser's first language that the interface supports", () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(preferredLanguage(['ja'])).toBeNull()
})
