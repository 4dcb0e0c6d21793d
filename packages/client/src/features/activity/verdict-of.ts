import type { OperationReply } from '@dragoman/contract'

/** What was decided, and about how many texts; accepted: someone else still has to review them. */
export type Verdict = { readonly kind: 'approved' | 'accepted' | 'rejected'; readonly count: number }

/**
 * Returns what an operation decided: a review, or a save that only marked a text as reviewed. Null for all
 * others, and for reviews by earlier program versions, which did not record it.
 */
export function verdictOf({ kind, summary }: Pick<OperationReply, 'kind' | 'summary'>): Verdict | null {
  const { approved = 0, accepted = 0, sentBack = 0, rejected = 0, unreviewed = 0, translations } = summary
  if (kind === 'review') {
    if (sentBack + rejected > 0) return { kind: 'rejected', count: sentBack + rejected }
    const reviewed = approved + accepted - unreviewed
    if (reviewed > 0) return { kind: 'approved', count: reviewed }
    return accepted > 0 ? { kind: 'accepted', count: accepted } : null
  }
  const isOnlyApproved = (kind === 'save' || kind === 'bulk') && approved > 0 && approved === translations
  return isOnlyApproved ? { kind: 'approved', count: approved } : null
}
