import { definedOf, REVIEW_KINDS, type ReviewKind } from '@dragoman/core'
import { checkedSearch, idIn, oneOf, wordsIn } from '../../lib/page/checked-search.ts'
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

/** Reads the search parameters of a URL. */
export const readReviewSearch = checkedSearch<ReviewSearch>(({ kind, by, q, order, task }) => ({
  kind: oneOf(REVIEW_KINDS, kind),
  by: wordsIn(by),
  q: wordsIn(q),
  order: oneOf(['newest'], order),
  task: idIn(task),
}))

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
