import { createInstance } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { backendWithEnglish } from './backend-with-english.ts'
import { interfaceLanguage } from './interface-language.ts'
import { standIns } from './stand-in.ts'

/**
 * The interface's texts. `startI18n` loads `common` and the texts of the first screen in parallel, before the code of
 * the interface has loaded (`app/first.ts`): nothing here imports React.
 */
export const i18n = createInstance()

const english = standIns(i18n)

export function startI18n(firstTexts: readonly string[]): Promise<void> {
  started = start(firstTexts)
  return started
}

/** Resolves when the texts of the first screen can be shown. */
export function i18nStarted(): Promise<void> {
  return started
}

let started = Promise.resolve()

async function start(firstTexts: readonly string[]): Promise<void> {
  const backend = backendWithEnglish(
    i18n,
    async () => (await import('./bundled-english.ts')).bundledEnglish,
    english.add,
  )
  i18n.on('languageChanged', followLanguage)
  i18n.on('loaded', followLanguage)
  const wanted = ['common', ...firstTexts]
  const loading = i18n
    .use(backend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      ...interfaceLanguage,
      ns: wanted,
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes
      react: { bindI18n: 'languageChanged loaded', bindI18nStore: 'added', useSuspense: true },
      returnNull: false,
    })
  await english.whenShown(wanted, loading)
  followLanguage()
}

/**
 * Loads the texts of a screen. Resolves when they can be shown, in English while their files are being
 * retried.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await started
  return english.whenShown(namespaces, i18n.loadNamespaces(namespaces))
}

/** Returns the language shown on the screen: the chosen one, or English if that could not be loaded. */
export function shownLanguage(): string {
  const chosen = i18n.resolvedLanguage ?? 'en'
  const wanted = i18n.language?.split('-')[0] ?? chosen
  if (i18n.hasResourceBundle(wanted, 'common')) return wanted
  return i18n.hasResourceBundle(chosen, 'common') ? chosen : 'en'
}

/** Returns the chosen language, which can differ from the shown one if its texts are missing. */
export function chosenLanguage(): string {
  return i18n.language?.split('-')[0] ?? shownLanguage()
}

/** Sets `<html lang dir>` to the language that is actually shown. */
function followLanguage(): void {
  if (!i18n.isInitialized && !i18n.language) return
  const language = shownLanguage()
  document.documentElement.lang = language
  document.documentElement.dir = i18n.dir(language)
}
