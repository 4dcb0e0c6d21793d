import { FORM_NAMES, type Forms, fold } from '@dragoman/core'
import { holdable } from '../rows.ts'

/** Ends the text proper; what follows helps the index of trigrams to find words of one or two characters. */
export const GRAMS = '\u0002'
const MARK = '\u0001'

/** Scripts written without spaces, in which one or two characters are a word: Thai, Lao, Burmese, Khmer, kana, Han, Hangul. */
const DENSE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+/g

/** What search compares a key's name by. */
export function searchName(name: string): string {
  return withGrams(holdable(fold(name)))
}

/** What search compares a translation by: its forms on lines of their own, so that no search finds a text across two of them. */
export function searchForms(forms: Forms): string {
  let joined = ''
  for (const name of FORM_NAMES) {
    const text = forms[name]
    if (text !== undefined && text !== '') joined = joined === '' ? text : `${joined}\n${text}`
  }
  return withGrams(holdable(fold(joined)))
}

/**
 * Trigrams that stand for a folded word of one or two dense characters; null where the index has none. With `|` for the mark, `abc` is
 * followed by `a|ab|bc|c`: its trigrams hold `a|a` for every character and `|ab` for every pair.
 */
export function shortGram(characters: readonly string[]): string | null {
  const [first, second, ...more] = characters
  if (first === undefined || more.length > 0 || !isDense(first)) return null
  if (second === undefined) return first + MARK + first
  return isDense(second) ? MARK + first + second : null
}

function isDense(character: string): boolean {
  return character.match(DENSE) !== null
}

function withGrams(folded: string): string {
  const runs = folded.match(DENSE)
  if (runs === null) return folded
  return folded + GRAMS + runs.map(gramsOf).join('\n')
}

function gramsOf(run: string): string {
  let grams = run.charAt(0)
  for (let at = 0; at < run.length; at++) grams += MARK + run.slice(at, at + 2)
  return grams
}
