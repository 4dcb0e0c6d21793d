import type { Work } from '@dragoman/core'

/** Returns the key of the text with which the palette offers to open a language: what the person can do in it. */
export function languageWords(
  { languages }: Pick<Work, 'languages'>,
  language: string,
): 'palette.translateTo' | 'work.suggest' | 'work.open' {
  if (languages.translate.includes(language)) return 'palette.translateTo'
  return languages.suggest.includes(language) ? 'work.suggest' : 'work.open'
}
