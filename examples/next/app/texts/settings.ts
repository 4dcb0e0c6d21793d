import type { InitOptions } from 'i18next'

/** Address of the texts: `dragoman examples/next --deliver`, or your own server. */
const CHANNEL = process.env.NEXT_PUBLIC_CHANNEL ?? 'http://127.0.0.1:4400/d/next/live'

export const LANGUAGES = ['en', 'de']

export const SETTINGS: InitOptions = {
  supportedLngs: LANGUAGES,
  fallbackLng: 'en',
  ns: ['page'],
  defaultNS: 'page',
  interpolation: { escapeValue: false },
  backend: { loadPath: `${CHANNEL}/locales/{{lng}}/{{ns}}.json` },
}
