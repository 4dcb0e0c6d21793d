/** Number of languages shown by default: more cannot be read side by side. */
const AT_FIRST = 4

/**
 * Returns the columns of the grid from the URL (`de,pl`), limited to those the project has; by default the
 * source and the first few.
 */
export function columnsFrom(
  text: string | undefined,
  project: { readonly sourceLanguage: string; readonly languages: readonly { readonly tag: string }[] },
): readonly string[] {
  const known = [
    project.sourceLanguage,
    ...project.languages.map(({ tag }) => tag).filter((tag) => tag !== project.sourceLanguage),
  ]
  if (text === undefined) return known.slice(0, AT_FIRST)
  const asked = new Set(text.split(','))
  const kept = known.filter((tag) => asked.has(tag))
  return kept.length === 0 ? known.slice(0, AT_FIRST) : kept
}
