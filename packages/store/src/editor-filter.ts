import type { ServedPeriod, TranslationState } from '@dragoman/core'

/**
 * Filters of the editor and the keys grid, made from a parsed search query. Conditions of different kinds
 * must all hold. In patterns `*` matches any characters; a pattern without one is the whole name. Key
 * names and words are compared case-folded.
 */
export type EditorFilter = {
  /**
   * Any of these. In the grid: in any of the shown languages. Empty texts without a source text are in none of
   * them.
   */
  readonly states?: readonly TranslationState[]
  /** Any of these (patterns). */
  readonly namespaces?: readonly string[]
  /** Any of these (patterns). */
  readonly tags?: readonly string[]
  /** Any of these (patterns). */
  readonly keyPatterns?: readonly string[]
  /** Strings of any of these tasks. */
  readonly tasks?: readonly number[]
  readonly notTasks?: readonly number[]
  readonly failing?: boolean
  readonly outdated?: boolean
  readonly plural?: boolean
  /** The key has a description. */
  readonly described?: boolean
  /** The key has a maximum length. */
  readonly limited?: boolean
  /** The source text of the key is empty. */
  readonly sourceless?: boolean
  /** The last scan of the code found no use of the key. */
  readonly unused?: boolean
  /** Served, or not served, for a number of days; each as `ServedPeriod` of core, or negated. */
  readonly served?: readonly (ServedPeriod & { readonly isNegated: boolean })[]
  /** The key has an open comment thread: for one of the shown languages, or for all. */
  readonly hasComment?: boolean
  /** A suggestion is open in one of the shown languages. */
  readonly hasSuggestion?: boolean
  /** All of these must be found in the key's name, the source or the target (folded). */
  readonly words?: readonly string[]
  /** None of these can be found. */
  readonly notWords?: readonly string[]
  /** None of these. In the grid, exclusions of states, flags and edits apply to all shown languages. */
  readonly notStates?: readonly TranslationState[]
  readonly notNamespaces?: readonly string[]
  readonly notTags?: readonly string[]
  readonly notKeyPatterns?: readonly string[]
  /** The translation was last changed by any of these (patterns of a name or a part of it). */
  readonly actors?: readonly string[]
  readonly notActors?: readonly string[]
  /** The translation was last changed within all of these periods. */
  readonly changed?: readonly EditPeriod[]
}

/** ISO 8601 in UTC; null: open on that side. `isOutside` negates it. */
export type EditPeriod = {
  readonly from: string | null
  readonly before: string | null
  readonly isOutside: boolean
}
