import type { OperationReply } from '@dragoman/contract'

/** What a reviewer decided, and about how many texts. */
export type Verdict = { readonly kind: 'approved' | 'rejected'; readonly count: number }

/**
 * Returns what an operation decided: a review, or a save that only marked a text as reviewed. Null for all
 * others, and for reviews by earlier program versions, which did not record it.
 */
export function verdictOf({ kind, summary }: Pick<OperationReply, 'kind' | 'summary'>): Verdict | null {
  const { approved = 0, accepted = 0, sentBack = 0, rejected = 0, translations } = summary
  if (kind === 'review') {
    if (sentBack + rejected > 0) return { kind: 'rejected', count: sentBack + rejected }
    return approved + accepted > 0 ? { kind: 'approved', count: approved + accepted } : null
  }
  const isOnlyApproved = (kind === 'save' || kind === 'bulk') && approved > 0 && approved === translations
  return isOnlyApproved ? { kind: 'approved', count: approved } : null
}
