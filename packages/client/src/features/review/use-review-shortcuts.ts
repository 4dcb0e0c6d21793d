import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import type { ItemRights } from './use-item-rights.ts'

export type ReviewKeys = {
  readonly rights: ItemRights | null
  readonly refusalOf: (what: 'approve' | 'reject') => string | null
  readonly hasSelection: boolean
  /** A dialog is open. */
  readonly isBusy: boolean
  readonly onClear: () => void
  readonly onApprove: () => void
  readonly onEdit: () => void
  readonly onReject: () => void
  /** Null: the item is not a suggestion. */
  readonly onVote: (() => void) | null
  readonly onComment: () => void
  readonly onFind: () => void
}

/** Keyboard shortcuts of the queue; with a selection they apply to it. */
export function useReviewShortcuts(keys: ReviewKeys): void {
  const { rights, refusalOf, isBusy } = keys
  const group = 'review:shortcuts.title'
  const one = (id: string, pressed: string, run: () => void, refusal: string | null = null) => ({
    id: `review-${id}`,
    keys: pressed,
    label: `review:shortcuts.${id}`,
    group,
    refusal,
    appliesAt: () => !isBusy,
    run,
  })
  useShortcuts([
    one('approve', 'a', keys.onApprove, refusalOf('approve')),
    one('edit', 'e', keys.onEdit, rights?.edit ?? null),
    one('reject', 'r', keys.onReject, refusalOf('reject')),
    ...(keys.onVote === null ? [] : [one('vote', 'v', keys.onVote, rights?.vote ?? null)]),
    one('comment', 'c', keys.onComment),
    one('find', '/', keys.onFind),
    ...(keys.hasSelection ? [one('clear', 'Escape', keys.onClear)] : []),
  ])
}
