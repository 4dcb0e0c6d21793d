import type { Words } from './words/en.ts'

export type { Words } from './words/en.ts'

/** The texts of the small editor, and their language. */
export type OwnWords = { readonly language: string; readonly words: Words }

/** The interface languages of Dragoman. Each is loaded only for people who use it. */
const ALL: Readonly<Record<string, () => Promise<Words>>> = {
  en: async () => (await import('./words/en.ts')).EN,
  de: async () => (await import('./words/de.ts')).DE,
  pl: async () => (await import('./words/pl.ts')).PL,
  ar: async () => (await import('./words/ar.ts')).AR,
}

/**
 * Loads the texts in the person's first supported language, otherwise in English. Rejects if they cannot be
 * loaded.
 */
export async function loadWords(languages: readonly string[]): Promise<OwnWords> {
  const own = languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  const language = own.find((one) => Object.hasOwn(ALL, one)) ?? 'en'
  const load = ALL[language]
  if (load === undefined) throw new Error(`No words in ${language}`)
  return { language, words: await load() }
}

/** Inserts the reason into a sentence. */
export function withReason(sentence: string, why: string): string {
  return sentence.replace('{why}', () => why)
}

/** Returns the direction of the script that a language is usually written in. */
export function directionOf(tag: string): 'rtl' | 'ltr' {
  if (/-(?:arab|hebr|thaa|syrc|nkoo|adlm)\b/i.test(tag)) return 'rtl'
  if (/-(?:latn|cyrl)\b/i.test(tag)) return 'ltr'
  return /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)(?:[-_]|$)/i.test(tag) ? 'rtl' : 'ltr'
}
