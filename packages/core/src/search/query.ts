import type { TranslationState } from '../catalog/state.ts'
import type { Issue } from '../message/issue.ts'

export const QUERY_FLAGS = [
  'failing',
  'outdated',
  'plural',
  'empty',
  'described',
  'limited',
  'unused',
  'unserved',
  'sourceless',
] as const
export type QueryFlag = (typeof QUERY_FLAGS)[number]

/** Open items that a string can have. */
export const QUERY_OPEN = ['comment', 'suggestion'] as const
export type QueryOpen = (typeof QUERY_OPEN)[number]

/** A condition of a query. In patterns, `*` matches any characters. */
export type QueryCondition =
  | { readonly kind: 'text'; readonly text: string; readonly match: 'contains' | 'exact' }
  | { readonly kind: 'state'; readonly state: TranslationState }
  | { readonly kind: 'namespace'; readonly pattern: string }
  | { readonly kind: 'key'; readonly pattern: string }
  | { readonly kind: 'tag'; readonly pattern: string }
  | { readonly kind: 'is'; readonly flag: QueryFlag }
  /** An unresolved comment, or an open suggestion. */
  | { readonly kind: 'has'; readonly what: QueryOpen }
  /** The strings of a task, by its id. */
  | { readonly kind: 'task'; readonly id: number }
  /** The person who last changed the translation. */
  | { readonly kind: 'actor'; readonly pattern: string }
  /** When it was last changed, as written; `changedPeriod` parses it. */
  | { readonly kind: 'changed'; readonly when: string }
  /** When it was last served to apps, as written; `servedPeriod` parses it. */
  | { readonly kind: 'served'; readonly when: string }

/** One condition of a query, or its negation. All of them must be met. */
export type QueryTerm = QueryCondition & { readonly isNegated: boolean }

/** A parsed query: its conditions in order, and issues for parts that were not understood. */
export type Query = { readonly terms: readonly QueryTerm[]; readonly issues: readonly Issue[] }
