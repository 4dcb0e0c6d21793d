import {
  isFailure,
  type OperationReply,
  type RefusedItem,
  type ReviewItemReply,
  type SuggestionReply,
} from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reason } from '../../components/RejectDialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { announce } from '../../lib/notices/announce.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { reviewMutations } from './queries.ts'
import { chosenOf, chosenSuggestion, idOf } from './review-item.ts'

/** How long an approved item stays visible, so that its result can be seen. */
const LEAVES_AFTER_MS = 150

export type ReviewActs = {
  /** Ids of the items that await a response, or that are about to leave. */
  readonly leaving: ReadonlySet<string>
  readonly approve: (items: readonly ReviewItemReply[]) => void
  readonly accept: (item: ReviewItemReply, suggestion: SuggestionReply) => void
  readonly saveEdited: (item: ReviewItemReply, forms: Forms) => Promise<boolean>
  /** Returns false if nothing was rejected. */
  readonly reject: (
    items: readonly ReviewItemReply[],
    reason: Reason,
    proposed: Forms | null,
  ) => Promise<boolean>
  readonly vote: (suggestion: SuggestionReply, isFor: boolean) => void
}

type ActsOn = {
  readonly project: string
  readonly language: string
  /** Whether another wording counts as reviewed immediately, instead of waiting for someone else. */
  readonly mayReviewOwn: boolean
  /** Returns those items whose text has changed since the reader saw them. */
  readonly takeChanged: (items: readonly ReviewItemReply[]) => ReadonlySet<string>
  /** Called when these items are done. */
  readonly onDone: (ids: readonly string[]) => void
}

/** A reviewer's actions on items of the queue: each reports its result, and can be undone. */
export function useReviewActs({ project, language, mayReviewOwn, takeChanged, onDone }: ActsOn): ReviewActs {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())

  const refresh = () => client.invalidateQueries({ queryKey: projectKey(project, 'review') })

  /** Reports what was done and what was not, and removes finished items from the list. */
  function finish(
    items: readonly ReviewItemReply[],
    done: string,
    {
      operation,
      refused,
    }: { readonly operation: OperationReply | null; readonly refused: readonly RefusedItem[] },
    changed = 0,
  ): void {
    const stayed = new Set(refused.map(({ on, id }) => `${on}:${id}`))
    const passed = items.filter((item) => {
      const chosen = chosenOf(item)
      return !stayed.has(chosen.on === 'text' ? `text:${chosen.keyId}` : `suggestion:${chosen.id}`)
    })
    const parts = [...(passed.length > 0 ? [done] : []), ...refusedParts(refused, changed)]
    const text = formats.list(parts)
    if (passed.length > 0) undoToast(text, operation)
    else showToast(text, { tone: 'problem' })
    announce(text)
    setTimeout(() => {
      setLeaving(new Set())
      onDone(passed.map(idOf))
      void refresh()
    }, LEAVES_AFTER_MS)
  }

  function refusedParts(refused: readonly RefusedItem[], changed: number): readonly string[] {
    const counts = new Map<RefusedItem['code'], number>(changed > 0 ? [['stale-edit', changed]] : [])
    for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
    return [...counts].map(([code, count]) => t(`refused.${code}`, { count }))
  }

  async function attempt(items: readonly ReviewItemReply[], job: () => Promise<void>): Promise<boolean> {
    setLeaving(new Set(items.map(idOf)))
    try {
      await job()
      return true
    } catch (error) {
      setLeaving(new Set())
      showToast(isFailure(error, 'stale-edit') ? t('refused.stale-edit', { count: 1 }) : failureText(error), {
        tone: 'problem',
      })
      void refresh()
      return false
    }
  }

  return {
    leaving,
    approve: (all) => {
      const changed = takeChanged(all)
      const items = all.filter((item) => !changed.has(idOf(item)))
      if (items.length === 0) {
        showToast(t('refused.stale-edit', { count: changed.size }), { tone: 'problem' })
        return
      }
      void attempt(items, async () => {
        const chosen = items.map((item) => chosenOf(item))
        const done = await reviewMutations.approve(project, language, chosen, all.length > 1)
        finish(items, t('approved', { count: chosen.length - done.refused.length }), done, changed.size)
      })
    },
    accept: (item, suggestion) =>
      void attempt([item], async () => {
        const chosen = [chosenSuggestion(item, suggestion)]
        const done = await reviewMutations.approve(project, language, chosen, false)
        finish(done.refused.length === 0 ? [item] : [], t('approved', { count: 1 }), done)
      }),
    saveEdited: (item, forms) =>
      attempt([item], async () => {
        if (item.on === 'text') {
          const saved = await reviewMutations.save(project, item, { forms, isReviewed: mayReviewOwn })
          finish([item], t(mayReviewOwn ? 'approved' : 'saved', { count: 1 }), { ...saved, refused: [] })
          return
        }
        const done = await reviewMutations.approve(project, language, [chosenOf(item, forms)], false)
        finish([item], t('approved', { count: 1 }), done)
      }),
    reject: (items, reason, proposed) =>
      attempt(items, async () => {
        const chosen = items.map((item) => chosenOf(item))
        const done = await reviewMutations.reject(project, language, chosen, { reason, proposed })
        finish(items, t('rejected', { count: done.rejected }), done)
      }),
    vote: ({ id }, isFor) =>
      void attempt([], async () => {
        await reviewMutations.vote(project, id, isFor)
        await refresh()
      }),
  }
}
