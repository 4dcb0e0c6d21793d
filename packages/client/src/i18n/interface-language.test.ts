import { expect, test } from 'vitest'
import { interfaceLanguage } from './interface-language.ts'
import { INTERFACE_LANGUAGES, preferredLanguage } from './languages.ts'

test('the given numbers and orders, exactly', () => {
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

test('the first language of the browser that the interface speaks is preferred', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(preferredLanguage(['ja'])).toBeNull()
})
