import type { LiveEvent } from '@dragoman/contract'

/** The languages whose texts have changed; `all`: also keys, languages or settings, or source texts. */
export type TextChange = ReadonlySet<string> | 'all'

/** Returns what an event changes in comparisons with the current texts; null: nothing. */
export function changeOf(event: LiveEvent, sourceLanguage: string): TextChange | null {
  if (event.type === 'project') return 'all'
  if (event.type !== 'changed') return null
  const { keys, translations } = event
  if (keys === null || keys.length > 0 || translations === null || translations.length === 0) return 'all'
  const languages = new Set(translations.map(({ language }) => language))
  // Translations are outdated after a change of their source text.
  return languages.has(sourceLanguage) ? 'all' : languages
}

/** Returns both changes as one. */
export function withChange(one: TextChange | null, other: TextChange): TextChange {
  if (one === null) return other
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other])
}

/**
 * Whether a comparison is another one after a change. Its query key ends with the two sides, and with a language if it
 * has the texts of one. Texts of releases stay as they are, but those of keys that exist are links.
 */
export function isComparisonStale(keyEnd: readonly unknown[], change: TextChange): boolean {
  const [comparison, language] = keyEnd
  const isNext = isObject(comparison) && 'to' in comparison && comparison.to === 'catalog'
  if (change === 'all') return isNext || language !== undefined
  return isNext && (typeof language !== 'string' || change.has(language))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
