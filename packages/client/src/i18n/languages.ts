/** Languages of the interface, each with its own name, in the order of the language menu. */
export const INTERFACE_LANGUAGES = [
  { tag: 'en', endonym: 'English' },
  { tag: 'de', endonym: 'Deutsch' },
  { tag: 'pl', endonym: 'Polski' },
  { tag: 'ar', endonym: 'العربية' },
] as const

/** Returns the browser's first language that the interface supports, or null. */
export function preferredLanguage(browserLanguages: readonly string[]): string | null {
  for (const wanted of browserLanguages) {
    const found = INTERFACE_LANGUAGES.find(({ tag }) => wanted.toLowerCase().split('-')[0] === tag)
    if (found) return found.tag
  }
  return null
}

export function endonymOf(tag: string): string {
  return INTERFACE_LANGUAGES.find((language) => language.tag === tag)?.endonym ?? tag
}
