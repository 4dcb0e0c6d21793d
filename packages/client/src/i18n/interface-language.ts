import type { InitOptions } from 'i18next'
import { isLanguageTag } from './is-language-tag.ts'
import { INTERFACE_LANGUAGES } from './languages.ts'

/**
 * How the interface detects, loads and stores its language. In the order of the table in
 * docs/specification.md §9; every number is set here.
 */
export const interfaceLanguage = {
  supportedLngs: INTERFACE_LANGUAGES.map(({ tag }) => tag),
  nonExplicitSupportedLngs: true, // de-AT gets de
  load: 'languageOnly' as const,
  fallbackLng: 'en',

  /** GET /locales/{lng}/{ns}.json on the client's own origin. */
  backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },

  detection: {
    /** The language is detected in this order: */
    order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
    lookupQuerystring: 'lng',
    lookupCookie: 'i18next',
    lookupLocalStorage: 'i18nextLng',
    lookupSessionStorage: 'i18nextLng',
    /** Links and other apps' cookies can have tags that `Intl` rejects, such as `en-US.UTF-8`. */
    convertDetectedLanguage: (tag: string) => (isLanguageTag(tag) ? tag : (tag.split('-')[0] ?? '')),
    /** The choice is stored in: */
    caches: ['localStorage'],
  },

  /** Maximum retries of a failed load (six requests in total): */
  maxRetries: 5,
  /**
   * Delay before the first retry in milliseconds; i18next doubles it each time (350, 700, 1,400, 2,800,
   * 5,600):
   */
  retryTimeout: 350,
  /** Maximum parallel reads: */
  maxParallelReads: 10,
} satisfies InitOptions
