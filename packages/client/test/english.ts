import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initReactI18next } from 'react-i18next'
import { i18n } from '../src/i18n/i18n.ts'
import { interfaceLanguage } from '../src/i18n/interface-language.ts'

const LOCALES = join(import.meta.dirname, '../public/locales')

/** Sets the interface to English, from the served files. */
export async function speakEnglish(): Promise<void> {
  await i18n.use(initReactI18next).init({
    ...interfaceLanguage,
    lng: 'en',
    resources: { en: textsOf('en') },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  })
}

/**
 * Adds the served texts of a language, for a test that switches to it: without them the page is hidden for a moment,
 * and a click can hit an element that is no longer there.
 */
export function addTexts(language: string): void {
  for (const [namespace, texts] of Object.entries(textsOf(language)))
    i18n.addResourceBundle(language, namespace, texts)
}

function textsOf(language: string): Record<string, object> {
  const folder = join(LOCALES, language)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  )
}
