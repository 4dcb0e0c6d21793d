import type { ProjectReply, ReviewItemReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRejectionDrafts } from '../../components/use-rejection-drafts.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { settleDraft } from '../../lib/saving/settle-draft.ts'
import { useSaving } from '../../lib/saving/use-saving.ts'
import type { ReviewFilter } from './queries.ts'
import { bestOf, idOf, proposedForms } from './review-item.ts'
import { useItemDraft } from './use-item-draft.ts'
import { useItemRights } from './use-item-rights.ts'
import { useQueueCursor } from './use-queue-cursor.ts'
import { type ReviewActs, useReviewActs } from './use-review-acts.ts'
import { useReviewQueue } from './use-review-queue.ts'
import { useSeenVersions } from './use-seen-versions.ts'

export type Review = ReturnType<typeof useReview>

/** The queue of a language: its items, the open one, the selected ones, and what can be done with them. */
export function useReview(project: ProjectReply, language: string, filter: ReviewFilter) {
  const saving = useSaving()
  const queue = useReviewQueue(project.slug, language, filter)
  const cursor = useQueueCursor(queue)
  const { item, chosen, isGone } = cursor
  const rightsOf = useItemRights(project, isGone ? cursor.openId : null)
  const rights = item === undefined ? null : rightsOf(item)
  const { takeChanged } = useSeenVersions(queue.items)
  const acts = useReviewActs({
    project: project.slug,
    language,
    takeChanged,
    mayReviewOwn: project.settings.reviewOwn && rights?.approve === null,
    onSaved: ({ key, target }, sent, saved) => {
      const address = { project: project.slug, language: target.language, keyId: key.id }
      settleDraft(saving, address, { sent, saved })
    },
    onDone: (done) => {
      cursor.leave(done)
      queue.hide(done)
    },
    onUndone: cursor.returnTo,
  })
  const [rejecting, setRejecting] = useState<readonly ReviewItemReply[] | null>(null)
  const typedRejectionOf = useRejectionDrafts()
  // An item that the reviewer has just decided on is leaving, which is no news to them.
  const isDecided = isGone && item !== undefined && !acts.leaving.has(idOf(item))
  const editing = useEditing({ project: project.slug, cursor, acts, takeChanged })
  const actedOn = chosen ?? (item === undefined ? [] : [item])
  const best = item && bestOf(item)
  return {
    ...acts,
    queue,
    cursor,
    editing,
    rights,
    rightsOf,
    /** The open item is not in the queue any more, and stays only until another one is opened. */
    isDecided,
    /** Why all selected items, or the open one, cannot be approved or rejected; null: some can. */
    refusalOf(what: 'approve' | 'reject'): string | null {
      const refusals = actedOn.map((one) => rightsOf(one)[what])
      return refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null
    },
    /** Items for whose rejection a reason is asked; null: none. */
    rejecting: rejecting && latestOf(rejecting, queue.items),
    askToReject: (items = actedOn) => setRejecting(items),
    /** What was typed for the rejection of these items. */
    typedRejectionOf: (items: readonly ReviewItemReply[]) => typedRejectionOf(items.map(idOf).join(' ')),
    stopRejecting: () => setRejecting(null),
    approve: (items = actedOn) => acts.approve(items),
    edit: () => rights?.edit === null && cursor.edit(),
    /** Votes for the open item; null: it is not a suggestion. */
    voteForOpen: best === undefined ? null : () => acts.vote(best, true),
  }
}

/** Returns items as the queue has them now; those that have left it stay as they were. */
function latestOf(
  items: readonly ReviewItemReply[],
  queue: readonly ReviewItemReply[],
): readonly ReviewItemReply[] {
  return items.map((item) => queue.find((now) => idOf(now) === idOf(item)) ?? item)
}

type EditingOf = {
  readonly project: string
  readonly cursor: ReturnType<typeof useQueueCursor>
  readonly acts: ReviewActs
  readonly takeChanged: ReturnType<typeof useSeenVersions>['takeChanged']
}

/** What is typed for the open item. */
function useEditing({ project, cursor, acts, takeChanged }: EditingOf) {
  const { t } = useTranslation('review')
  const { item } = cursor
  const draft = useItemDraft(project, item)
  const [isSaving, setIsSaving] = useState(false)
  const discard = () => {
    draft.discard()
    if (item !== undefined) cursor.stopEditing(idOf(item))
  }
  return {
    draft,
    isSaving,
    discard,
    async save(): Promise<void> {
      if (item === undefined || isSaving) return
      // What was typed is a draft, shared with the editor.
      if (cursor.isGone) return void showToast(t('gone'), { tone: 'problem' })
      const isChanged = takeChanged([item]).size > 0
      if (draft.isStale || isChanged) {
        // Shows the current text next to what was typed; pressing again saves over it.
        draft.restore()
        showToast(t('refused.stale-edit', { count: 1 }), { tone: 'problem' })
        return
      }
      setIsSaving(true)
      const isSaved = await acts.saveEdited(item, draft.typed ?? proposedForms(item))
      setIsSaving(false)
      // What was typed meanwhile stays as a draft.
      if (isSaved) cursor.stopEditing(idOf(item))
    },
    /** Approves texts that fail a check; what was typed is saved with them. */
    async approveFailing(): Promise<boolean> {
      const { failing } = acts
      const isApproved = (await failing?.approve()) ?? false
      if (isApproved) for (const one of failing?.items ?? []) cursor.stopEditing(idOf(one.item))
      return isApproved
    },
  }
}
