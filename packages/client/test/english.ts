import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initReactI18next } from 'react-i18next'
import { i18n } from '../src/i18n/i18n.ts'
import { interfaceLanguage } from '../src/i18n/interface-language.ts'

const FOLDER = join(import.meta.dirname, '../public/locales/en')

/** Sets the interface to English, from the served files. */
export async function speakEnglish(): Promise<void> {
  const texts = readdirSync(FOLDER).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  ])
  await i18n.use(initReactI18next).init({
    ...interfaceLanguage,
    lng: 'en',
    resources: { en: Object.fromEntries(texts) },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  })
}
