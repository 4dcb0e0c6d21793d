import { fold } from '@dragoman/core'
import type { Reader } from '../store.ts'
import { idRange, keyIdOf } from '../tables.ts'
import type { FilterScope } from './filter-scope.ts'

/** Texts of one word that are looked at. With more, walking the list fills a page soon. */
const TEXTS_AT_MOST = 20_000
/** Keys that are compared one by one; with more, the list is walked instead. */
const CANDIDATES_AT_MOST = 4000
/** So few keys are compared sooner than another word is looked up. */
const FEW = 200

/**
 * Keys that may fit, by the index of trigrams; null where no word of the filter is rare and long enough for
 * it. Whoever uses them compares the texts as well.
 */
export async function candidates(r: Reader, scope: FilterScope): Promise<readonly number[] | null> {
  let found: Set<number> | null = null
  for (const { word, languages } of chooseWords(scope)) {
    if (found !== null && found.size <= FEW) break
    const keys = await keysWith(r, word, languages)
    if (keys === null) continue
    const earlier: Set<number> = found ?? keys
    found = new Set([...earlier].filter((id) => keys.has(id)))
  }
  return found === null || found.size > CANDIDATES_AT_MOST ? null : [...found]
}

/** The longest first: they are found least often. */
function chooseWords({
  words,
  filter,
  textLanguages,
}: FilterScope): { readonly word: string; readonly languages: readonly number[] }[] {
  const made = words.map((word) => ({ word, languages: [0, ...textLanguages] }))
  const [pattern = '', ...alternatives] = filter.keyPatterns ?? []
  const literal = alternatives.length > 0 ? '' : longestOf(fold(pattern).split('*'))
  if (literal !== '') made.push({ word: literal, languages: [0] })
  return made.sort((a, b) => b.word.length - a.word.length)
}

function longestOf(pieces: readonly string[]): string {
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '')
}

async function keysWith(
  { db, dialect }: Reader,
  word: string,
  languages: readonly number[],
): Promise<Set<number> | null> {
  const ranges = [...new Set(languages)].map(idRange)
  const ids = await dialect.searchIds(db, { ranges, word, cap: TEXTS_AT_MOST })
  return ids === null ? null : new Set(ids.map(keyIdOf))
}
