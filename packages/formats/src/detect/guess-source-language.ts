/**
 * Guesses the source language: `en`, otherwise the regional English with the most text, otherwise the
 * language with the most text. Empty for no files.
 */
export function guessSourceLanguage(
  files: readonly { readonly language: string; readonly bytes: number }[],
): string {
  const sizes = new Map<string, number>()
  for (const { language, bytes } of files) sizes.set(language, (sizes.get(language) ?? 0) + bytes)
  if (sizes.has('en')) return 'en'
  const languages = [...sizes.keys()].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  return languages.find((language) => language.startsWith('en-')) ?? languages[0] ?? ''
}
