import type { InitOptions } from 'i18next'

/**
 * How the interface finds, loads and keeps its language. Reads line by line like the table of
 * docs/specification.md §9; every number is set here.
 */
export const interfaceLanguage = {
  supportedLngs: ['en', 'de', 'pl', 'ar'],
  nonExplicitSupportedLngs: true, // de-AT is spoken to in de
  load: 'languageOnly' as const,
  fallbackLng: 'en',

  /** GET /locales/{lng}/{ns}.json on the client's own origin. */
  backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },

  detection: {
    /** Language is looked for in: */
    order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
    lookupQuerystring: 'lng',
    lookupCookie: 'i18next',
    lookupLocalStorage: 'i18nextLng',
    lookupSessionStorage: 'i18nextLng',
    /** The choice is kept in: */
    caches: ['localStorage'],
  },

  /** A failed load is retried up to (six requests in all): */
  maxRetries: 5,
  /** First retry after, in milliseconds; i18next doubles it each time (350, 700, 1,400, 2,800, 5,600): */
  retryTimeout: 350,
  /** Reads in parallel, at most: */
  maxParallelReads: 10,
} satisfies InitOptions
