import { followChanges } from '@dragoman/i18next'
import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'

/** Address of the texts: `dragoman examples/shop --deliver`, or your own server. */
const CHANNEL = import.meta.env.VITE_CHANNEL ?? 'http://127.0.0.1:4400/d/shop/live'

export const LANGUAGES = { en: 'English', de: 'Deutsch', pl: 'Polski' } as const

void i18next
  .use(HttpBackend)
  .use(LanguageDetector)
  .use(initReactI18next)
  .init({
    supportedLngs: Object.keys(LANGUAGES),
    nonExplicitSupportedLngs: true,
    load: 'languageOnly',
    fallbackLng: 'en',
    ns: ['shop', 'basket'],
    defaultNS: 'shop',
    backend: { loadPath: `${CHANNEL}/locales/{{lng}}/{{ns}}.json` },
    detection: {
      order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
      caches: ['localStorage'],
    },
    // React already escapes.
    interpolation: { escapeValue: false },
  })

followChanges(i18next)

// `Alt` and a click edit a text in the app; production builds do not contain this.
if (import.meta.env.DEV)
  void import('@dragoman/i18next/edit').then(({ enableEditing }) => enableEditing(i18next))

i18next.on('languageChanged', () => {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en'
})
