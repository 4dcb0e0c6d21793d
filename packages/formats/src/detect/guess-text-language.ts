import { append } from '@dragoman/core'
/**
 * Guesses the language of texts: by their script if most letters are not Latin, otherwise by frequent words. Null if
 * neither shows one.
 */
export function guessTextLanguage(text: string): string | null {
  return languageOfScript(text) ?? languageOfWords(text)
}

/** Returns the most likely language of the script of most letters; null if it is Latin, or there are none. */
export function languageOfScript(text: string): string | null {
  const letters = countOf(text, /\p{L}/gu)
  if (letters === 0 || countOf(text, /\p{Script=Latin}/gu) * 2 >= letters) return null
  // Japanese is written with Chinese characters too.
  if (countOf(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 10 >= letters) return 'ja'
  return SCRIPTS.find(([script]) => countOf(text, script) * 2 > letters)?.[1] ?? null
}

const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
]

function languageOfWords(text: string): string | null {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const language of WORDS.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  if (first === undefined || first[1] < FEWEST_WORDS || first[1] < (second?.[1] ?? 0) * 2) return null
  return first[0]
}

const FEWEST_WORDS = 3

/** Frequent words by language, those that are short words of another left out. */
const WORDS: ReadonlyMap<string, readonly string[]> = wordsOf({
  cs: 'že není nebo jsou jako byl pro vaše může',
  de: 'der und ist nicht für ein eine wird werden bitte',
  en: 'the of and is for not your you this are with',
  es: 'el los las una para está con del por desea',
  fr: 'le les des est pas pour vous une votre dans',
  hu: 'az és nem egy hogy vagy ez meg',
  it: 'il di che non per una sono della è gli',
  nl: 'het een niet voor van zijn naar wordt deze',
  pl: 'nie jest się czy dla lub został aby',
  pt: 'os não uma você são em com para seu',
  sv: 'och är inte för att det till vill',
  tr: 've bir için bu değil ile olarak',
})

function wordsOf(lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const [language, list] of Object.entries(lists))
    for (const word of new Set(list.split(' '))) append(words, word, language)
  return words
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
