import { fold } from '@dragoman/core'
import type { Reader } from '../store.ts'
import { idRange, keyIdOf } from '../tables.ts'
import type { FilterScope } from './filter-scope.ts'

/** Maximum number of texts per word to examine. With more, walking the list soon fills a page. */
const TEXTS_AT_MOST = 20_000
/** Maximum number of keys to compare one by one; with more, the list is walked instead. */
const CANDIDATES_AT_MOST = 4000
/** Comparing this few keys is faster than looking up another word. */
const FEW = 200

/** Keys that can match, and for each looked-up word the texts of these keys that can contain it. */
export type Candidates = {
  readonly keyIds: readonly number[]
  readonly found: readonly FoundTexts[]
}

export type FoundTexts = { readonly word: string; readonly textIds: readonly number[] }

/**
 * Returns keys that can match, from the trigram index; null if no word of the filter is rare and long enough
 * for it. Callers have to compare the texts as well.
 */
export async function candidates(r: Reader, scope: FilterScope): Promise<Candidates | null> {
  let keys: Set<number> | null = null
  const found: FoundTexts[] = []
  for (const { word, languages, isPart } of chooseWords(scope)) {
    if (keys !== null && keys.size <= FEW) break
    const textIds = await textsWith(r, word, languages)
    if (textIds === null) continue
    const earlier: Set<number> | null = keys
    keys = new Set()
    for (const id of textIds) if (earlier === null || earlier.has(keyIdOf(id))) keys.add(keyIdOf(id))
    if (!isPart) found.push({ word, textIds })
  }
  if (keys === null || keys.size > CANDIDATES_AT_MOST) return null
  const left = keys
  return {
    keyIds: [...left],
    found: found.map(({ word, textIds }) => ({
      word,
      textIds: textIds.filter((id) => left.has(keyIdOf(id))),
    })),
  }
}

type ChosenWord = {
  readonly word: string
  readonly languages: readonly number[]
  /** Part of a pattern, which has more conditions. */
  readonly isPart: boolean
}

/** Returns the words to look up, longest first, because they have the fewest matches. */
function chooseWords({ words, filter, textLanguages }: FilterScope): readonly ChosenWord[] {
  const made = words.map((word) => ({ word, languages: [0, ...textLanguages], isPart: false }))
  const [pattern = '', ...alternatives] = filter.keyPatterns ?? []
  const literal = alternatives.length > 0 ? '' : longestOf(fold(pattern).split('*'))
  if (literal !== '') made.push({ word: literal, languages: [0], isPart: true })
  return made.sort((a, b) => b.word.length - a.word.length)
}

function longestOf(pieces: readonly string[]): string {
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '')
}

async function textsWith(
  { db, dialect }: Reader,
  word: string,
  languages: readonly number[],
): Promise<readonly number[] | null> {
  const ranges = [...new Set(languages)].map(idRange)
  return dialect.searchIds(db, { ranges, word, cap: TEXTS_AT_MOST })
}
