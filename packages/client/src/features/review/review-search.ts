import { definedOf, REVIEW_KINDS, type ReviewKind } from '@dragoman/core'
import type { ReviewFilter } from './queries.ts'

/** What is shown of the queue, as search parameters of the URL. */
export type ReviewSearch = {
  readonly kind?: ReviewKind
  /** Id of an author, or the name of one without id. */
  readonly by?: string
  readonly q?: string
  readonly order?: 'newest'
  /** Only strings of this task. */
  readonly task?: number
}

/** Reads the search parameters of a URL; the router parses `q=5` as a number. */
export function readReviewSearch(search: Readonly<Record<string, unknown>>): ReviewSearch {
  const kind = REVIEW_KINDS.find((one) => one === search.kind)
  return {
    ...(kind === undefined ? {} : { kind }),
    ...textOf('by', search.by),
    ...textOf('q', search.q),
    ...(search.order === 'newest' ? { order: 'newest' } : {}),
    ...(Number.isInteger(Number(search.task)) && Number(search.task) > 0
      ? { task: Number(search.task) }
      : {}),
  }
}

function textOf<Name extends string>(name: Name, value: unknown): { readonly [N in Name]?: string } {
  const text = typeof value === 'number' ? String(value) : value
  // The computed name is `name`, which TypeScript widens to string.
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as { readonly [N in Name]: string }) : {}
}

export function filterOf({ kind, by, q, order }: ReviewSearch): ReviewFilter {
  return {
    order: order ?? 'oldest',
    ...definedOf({ kind, author: by, q }),
  }
}

export function searchOf({ kind, author, q, order }: ReviewFilter): ReviewSearch {
  return {
    ...definedOf({ kind, by: author, q }),
    ...(order === 'newest' ? { order } : {}),
  }
}
