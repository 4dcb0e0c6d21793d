/**
 * Returns the language of a project that corresponds to one of an app: `de_AT` is `de-AT`, or `de` if there is no
 * `de-AT`; null if there is neither. `projectLanguage` of `@dragoman/i18next` has the same rule.
 */
export function languageAmong(tags: readonly string[], tag: string): string | null {
  for (
    let wanted = plain(tag);
    wanted !== '';
    wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))
  ) {
    const found = tags.find((one) => plain(one) === wanted)
    if (found !== undefined) return found
  }
  return null
}

function plain(tag: string): string {
  return tag.replaceAll('_', '-').toLowerCase()
}
