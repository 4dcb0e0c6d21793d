import {
  type ChosenItem,
  isFailure,
  type OperationReply,
  type RefusedItem,
  type ReviewItemReply,
  type SuggestionReply,
  type TranslationReply,
} from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailingItem } from '../../components/FailingDialog.tsx'
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
  /** What could not be done, and to which items; null after the next action. */
  readonly problem: { readonly ids: ReadonlySet<string>; readonly text: string } | null
  /** Texts that fail a check: they are approved only if the reviewer confirms it. */
  readonly failing: FailingAct | null
  readonly stopFailing: () => void
}

/** Failing texts, and how to approve them nevertheless. */
export type FailingAct = {
  readonly items: readonly FailingItem[]
  readonly approve: () => Promise<boolean>
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
  /** Called when these items are back in the queue. */
  readonly onUndone: (ids: readonly string[]) => void
}

/** A reviewer's actions on items of the queue: each reports its result, and can be undone. */
export function useReviewActs(on: ActsOn): ReviewActs {
  const { project, language, mayReviewOwn, takeChanged, onDone, onUndone } = on
  const { t } = useTranslation('review')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<ReviewActs['problem']>(null)
  const [failing, setFailing] = useState<FailingAct | null>(null)

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
    const passed = items.filter((item) => !refused.some((refusal) => refersTo(refusal, chosenOf(item))))
    const parts = [...(passed.length > 0 ? [done] : []), ...refusedParts(refused, changed)]
    const text = formats.list(parts)
    const ids = passed.map(idOf)
    if (passed.length > 0) undoToast(text, operation, () => onUndone(ids))
    else showToast(text, { tone: 'problem' })
    announce(text)
    setTimeout(() => {
      setLeaving(new Set())
      onDone(ids)
      void refresh()
    }, LEAVES_AFTER_MS)
  }

  /** Says how many texts were approved; those that someone else still has to review were only accepted. */
  function doneText(texts: readonly Pick<TranslationReply, 'state'>[]): string {
    const reviewed = texts.filter(({ state }) => state === 'reviewed').length
    const others = texts.length - reviewed
    return formats.list([
      ...(reviewed > 0 || others === 0 ? [t('approved', { count: reviewed })] : []),
      ...(others > 0 ? [t('accepted', { count: others })] : []),
    ])
  }

  function refusedParts(refused: readonly RefusedItem[], changed: number): readonly string[] {
    const counts = new Map<RefusedItem['code'], number>(changed > 0 ? [['stale-edit', changed]] : [])
    for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
    return [...counts].map(([code, count]) => t(`refused.${code}`, { count }))
  }

  /** Returns what the job returns: whether it did anything. */
  async function attempt(items: readonly ReviewItemReply[], job: () => Promise<boolean>): Promise<boolean> {
    setLeaving(new Set(items.map(idOf)))
    setProblem(null)
    try {
      return await job()
    } catch (error) {
      setLeaving(new Set())
      const text = isFailure(error, 'stale-edit') ? t('refused.stale-edit', { count: 1 }) : failureText(error)
      setProblem({ ids: new Set(items.map(idOf)), text })
      showToast(text, { tone: 'problem' })
      void refresh()
      return false
    }
  }

  type Approval = { readonly item: ReviewItemReply; readonly chosen: ChosenItem }

  /**
   * Approves items. Those that fail a check are left out; if all do, asks whether to approve them
   * nevertheless (`isConfirmed`).
   */
  async function approveAll(
    approvals: readonly Approval[],
    { changed = 0, isConfirmed = false }: { readonly changed?: number; readonly isConfirmed?: boolean } = {},
  ): Promise<boolean> {
    const chosen = approvals.map((approval) => approval.chosen)
    const done = await reviewMutations.approve(project, language, chosen, isConfirmed)
    const { refused } = done
    const found = approvals.flatMap(({ item, chosen: one }): readonly FailingItem<ReviewItemReply>[] => {
      const { issues, code } = refused.find((refusal) => refersTo(refusal, one)) ?? {}
      return code === 'failing-checks' ? [{ item, issues: issues ?? [] }] : []
    })
    if (found.length > 0 && found.length === chosen.length && changed === 0) {
      setLeaving(new Set())
      setFailing({
        items: found,
        approve: () =>
          attempt(
            found.map(({ item }) => item),
            () => approveAll(approvals, { isConfirmed: true }),
          ),
      })
      return false
    }
    const passed = approvals.filter(({ chosen: one }) => !refused.some((refusal) => refersTo(refusal, one)))
    finish(
      passed.map(({ item }) => item),
      doneText(done.approved),
      done,
      changed,
    )
    return passed.length > 0
  }

  /** Saves another wording of a text; asks first if it would be approved although it fails a check. */
  async function saveText(item: ReviewItemReply, forms: Forms, isConfirmed = false): Promise<boolean> {
    try {
      const request = { forms, isReviewed: mayReviewOwn, approveFailing: isConfirmed }
      const saved = await reviewMutations.save(project, item, request)
      finish([item], t(mayReviewOwn ? 'approved' : 'saved', { count: 1 }), { ...saved, refused: [] })
      return true
    } catch (error) {
      if (!isFailure(error, 'failing-checks')) throw error
      setLeaving(new Set())
      setFailing({
        items: [{ item, issues: error.current?.issues ?? [] }],
        approve: () => attempt([item], () => saveText(item, forms, true)),
      })
      return false
    }
  }

  return {
    leaving,
    problem,
    failing,
    stopFailing: () => setFailing(null),
    approve: (all) => {
      const changed = takeChanged(all)
      const items = all.filter((item) => !changed.has(idOf(item)))
      if (items.length === 0) {
        showToast(t('refused.stale-edit', { count: changed.size }), { tone: 'problem' })
        return
      }
      const approvals = items.map((item) => ({ item, chosen: chosenOf(item) }))
      void attempt(items, () => approveAll(approvals, { changed: changed.size }))
    },
    accept: (item, suggestion) =>
      void attempt([item], () => approveAll([{ item, chosen: chosenSuggestion(item, suggestion) }])),
    saveEdited: (item, forms) =>
      attempt([item], () =>
        item.on === 'text' ? saveText(item, forms) : approveAll([{ item, chosen: chosenOf(item, forms) }]),
      ),
    reject: (items, reason, proposed) =>
      attempt(items, async () => {
        const chosen = items.map((item) => chosenOf(item))
        const done = await reviewMutations.reject(project, language, chosen, { reason, proposed })
        finish(items, t('rejected', { count: done.rejected }), done)
        return done.rejected > 0
      }),
    vote: ({ id }, isFor) =>
      void attempt([], async () => {
        await reviewMutations.vote(project, id, isFor)
        await refresh()
        return true
      }),
  }
}

function refersTo({ on, id }: RefusedItem, chosen: ChosenItem): boolean {
  return on === chosen.on && id === (chosen.on === 'text' ? chosen.keyId : chosen.id)
}
