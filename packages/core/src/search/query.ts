import type { TranslationState } from '../catalog/state.ts'
import type { Issue } from '../message/issue.ts'

export const QUERY_FLAGS = ['failing', 'outdated', 'plural', 'empty', 'described', 'limited'] as const
export type QueryFlag = (typeof QUERY_FLAGS)[number]

/** What may be open for a string. */
export const QUERY_OPEN = ['comment', 'suggestion'] as const
export type QueryOpen = (typeof QUERY_OPEN)[number]

/** What a condition asks for. Patterns may hold `*` for any run of characters. */
export type QueryCondition =
  | { readonly kind: 'text'; readonly text: string; readonly match: 'contains' | 'exact' }
  | { readonly kind: 'state'; readonly state: TranslationState }
  | { readonly kind: 'namespace'; readonly pattern: string }
  | { readonly kind: 'key'; readonly pattern: string }
  | { readonly kind: 'tag'; readonly pattern: string }
  | { readonly kind: 'is'; readonly flag: QueryFlag }
  /** A comment nobody has resolved, or a suggestion nobody has decided on. */
  | { readonly kind: 'has'; readonly what: QueryOpen }
  /** The strings of a task, by its number. */
  | { readonly kind: 'task'; readonly id: number }
  /** Who changed the translation last. */
  | { readonly kind: 'actor'; readonly pattern: string }
  /** When that was, as it was written; `changedPeriod` reads it. */
  | { readonly kind: 'changed'; readonly when: string }

/** One condition of a query, or its opposite. All must hold. */
export type QueryTerm = QueryCondition & { readonly isNegated: boolean }

/** What a search line says: its conditions in order, and what in it was not understood. */
export type Query = { readonly terms: readonly QueryTerm[]; readonly issues: readonly Issue[] }
