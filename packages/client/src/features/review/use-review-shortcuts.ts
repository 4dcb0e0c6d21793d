import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import type { Review } from './use-review.ts'

/** Keyboard shortcuts of the queue; with a selection they apply to it. */
export function useReviewShortcuts(review: Review, onComment: () => void, onFind: () => void): void {
  const { rights, refusalOf, cursor } = review
  const group = 'review:shortcuts.title'
  const one = (id: string, pressed: string, run: () => unknown, refusal: string | null = null) => ({
    id: `review-${id}`,
    keys: pressed,
    label: `review:shortcuts.${id}`,
    group,
    refusal,
    run: () => void run(),
  })
  useShortcuts([
    one('approve', 'a', () => review.approve(), refusalOf('approve')),
    one('edit', 'e', review.edit, rights?.edit ?? null),
    one('reject', 'r', () => review.askToReject(), refusalOf('reject')),
    ...(review.voteForOpen === null ? [] : [one('vote', 'v', review.voteForOpen, rights?.vote ?? null)]),
    one('comment', 'c', onComment),
    one('find', '/', onFind),
    ...(cursor.chosen === null ? [] : [one('clear', 'Escape', cursor.selection.clear)]),
  ])
}
