import { fold } from '@dragoman/core'
import type { Reader } from '../store.ts'
import { idRange, keyIdOf } from '../tables.ts'
import type { FilterScope } from './filter-scope.ts'

/** A word found more often than this is looked for by walking the list instead: a page is full soon. */
const CANDIDATES_AT_MOST = 2000

/**
 * Keys that may fit, by the index of trigrams; null where no word of the filter is rare and long enough for it.
 * Whoever uses them compares the texts as well.
 */
export async function candidates(r: Reader, scope: FilterScope): Promise<readonly number[] | null> {
  let found: Set<number> | null = null
  for (const { word, languages } of wanted(scope)) {
    const keys = await keysWith(r, word, languages)
    if (keys === null) continue
    const earlier: Set<number> = found ?? keys
    found = new Set([...earlier].filter((id) => keys.has(id)))
  }
  return found === null ? null : [...found]
}

function wanted({ words, filter, textLanguages }: FilterScope): { readonly word: string; readonly languages: readonly number[] }[] {
  const made = words.map((word) => ({ word, languages: [0, ...textLanguages] }))
  const literal = longest(fold(filter.keyPattern ?? '').split('*'))
  if (literal !== '') made.push({ word: literal, languages: [0] })
  return made
}

function longest(pieces: readonly string[]): string {
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '')
}

async function keysWith({ db, dialect }: Reader, word: string, languages: readonly number[]): Promise<Set<number> | null> {
  const ranges = [...new Set(languages)].map(idRange)
  const ids = await dialect.searchIds(db, { ranges, word, cap: CANDIDATES_AT_MOST })
  return ids === null ? null : new Set(ids.map(keyIdOf))
}
