/** Returns the value of each language of a table whose rows name their languages, separated by blanks. */
export function byLanguage<T>(
  rows: readonly (readonly [languages: string, value: T])[],
): ReadonlyMap<string, T> {
  return new Map(
    rows.flatMap(([languages, value]) => languages.split(' ').map((language) => [language, value] as const)),
  )
}
