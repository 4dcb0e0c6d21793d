import LanguageDetector from 'i18next-browser-languagedetector'
import { store } from '../lib/browser-storage.ts'
import { i18n } from './i18n.ts'
import { interfaceLanguage } from './interface-language.ts'
import { preferredLanguage } from './languages.ts'

const { order, lookupLocalStorage } = interfaceLanguage.detection

/** Returns the language that the interface would have without a choice stored in this browser. */
export function languageWithoutChoice(): string {
  const detector = new LanguageDetector(i18n.services, interfaceLanguage.detection)
  // The html tag has the language that is shown now.
  const found = detector.detect(order.filter((source) => source !== 'localStorage' && source !== 'htmlTag'))
  return preferredLanguage([found ?? []].flat()) ?? interfaceLanguage.fallbackLng
}

/** Switches to that language, and removes the stored choice, so that the next page load detects it again. */
export async function followBrowser(): Promise<void> {
  await i18n.changeLanguage(languageWithoutChoice())
  store(lookupLocalStorage, null)
}
