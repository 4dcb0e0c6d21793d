/** The text of one file; `characters` can be an estimate. */
export type TextSize = { readonly language: string; readonly characters: number }

/**
 * Returns the English among the languages of some files: `en`, otherwise `en-US`, otherwise `en-GB`, otherwise the one
 * with the most text. One with less than half of the text of another is not the source: `en-US` with a few spellings
 * next to a complete `en-GB`. Null if no file is English.
 */
export function englishOf(files: readonly TextSize[]): string | null {
  const sizes = sizesOf(files.filter(({ language }) => language === 'en' || language.startsWith('en-')))
  const most = Math.max(...sizes.values())
  const ranked = [...PREFERRED, ...byText(sizes)]
  return ranked.find((tag) => sizes.has(tag) && (sizes.get(tag) ?? 0) * 2 >= most) ?? null
}

/**
 * Returns whether the English of another repository is the source, as in Rails extensions whose translations are
 * in a package of their own: there are several Englishes of countries, and the largest one has less than half of the
 * text of another language.
 */
export function isTranslatedToEnglishes(english: string, files: readonly TextSize[]): boolean {
  const sizes = sizesOf(files)
  const isSeveral = [...sizes.keys()].filter((tag) => tag.startsWith('en-')).length > 1
  return isSeveral && !sizes.has('en') && (sizes.get(english) ?? 0) * 2 < Math.max(...sizes.values())
}

/** Returns the language with the most text, in characters: scripts have one to four bytes for each. */
export function languageOfMostText(files: readonly TextSize[]): string | null {
  return byText(sizesOf(files))[0] ?? null
}

const PREFERRED = ['en', 'en-US', 'en-GB']

function sizesOf(files: readonly TextSize[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { language, characters } of files) sizes.set(language, (sizes.get(language) ?? 0) + characters)
  return sizes
}

function byText(sizes: ReadonlyMap<string, number>): readonly string[] {
  return [...sizes.keys()].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
}
