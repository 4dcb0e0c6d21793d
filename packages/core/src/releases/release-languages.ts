/** A language of a release; if a text is missing, channels can serve that of its fallback. */
export type ReleaseLanguage = { readonly tag: string; readonly fallback: string | null }

export const LANGUAGE_CHANGES = ['added', 'removed', 'fallback'] as const

export type LanguageChange = {
  readonly language: string
  /** `fallback`: it has another fallback language. */
  readonly change: (typeof LANGUAGE_CHANGES)[number]
}

/** Returns how the languages of two releases differ; their order does not count. */
export function languageChanges(
  before: readonly ReleaseLanguage[],
  after: readonly ReleaseLanguage[],
): readonly LanguageChange[] {
  const had = new Map(before.map(({ tag, fallback }) => [tag, fallback]))
  const changes: LanguageChange[] = []
  for (const { tag: language, fallback } of after) {
    const known = had.get(language)
    had.delete(language)
    if (known === undefined) changes.push({ language, change: 'added' })
    else if (known !== fallback) changes.push({ language, change: 'fallback' })
  }
  for (const language of had.keys()) changes.push({ language, change: 'removed' })
  return changes
}
