import {
  isFailure,
  type OperationReply,
  type RefusedItem,
  type ReviewItemReply,
  type SuggestionReply,
  type TranslationReply,
} from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailingItem } from '../../components/FailingDialog.tsx'
import type { Reason } from '../../components/RejectDialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { reviewMutations } from './queries.ts'
import { chosenOf, chosenSuggestion, idOf } from './review-item.ts'
import { type Decided, failingOf, passedOf, refusalCounts } from './review-outcome.ts'

/** How long an approved item stays visible, so that its result can be seen. */
const LEAVES_AFTER_MS = 150

/** Failing texts, and how to approve them nevertheless. */
export type FailingAct = {
  readonly items: readonly FailingItem<ReviewItemReply>[]
  readonly approve: () => Promise<boolean>
}

type ActsOn = {
  readonly project: string
  readonly language: string
  /** Whether another wording counts as reviewed immediately, instead of waiting for someone else. */
  readonly mayReviewOwn: boolean
  /** Returns those items whose text, or the given suggestion, has changed since the reader saw them. */
  readonly takeChanged: (
    items: readonly ReviewItemReply[],
    suggestion?: SuggestionReply,
  ) => ReadonlySet<string>
  /** Called when another wording was stored; null: as a suggestion only. */
  readonly onSaved: (item: ReviewItemReply, sent: Forms, saved: TranslationReply | null) => void
  /** Called when these items are done. */
  readonly onDone: (ids: readonly string[]) => void
  /** Called when these items are back in the queue. */
  readonly onUndone: (ids: readonly string[]) => void
}

export type ReviewActs = ReturnType<typeof useReviewActs>

/** A reviewer's actions on items of the queue: each reports its result, and can be undone. */
export function useReviewActs(on: ActsOn) {
  const { project, language, mayReviewOwn } = on
  const { t } = useTranslation('review')
  const words = useOutcomeWords()
  const refresh = useRefresh(projectKey(project, 'review'))
  const { attempt, ask, stay, isLeaving, ...shown } = useAttempt(refresh)
  const attemptSeen = useAttemptSeen(attempt, on.takeChanged)
  const finish = useFinish(on, (all, done) => {
    stay(all)
    if (done.length > 0) on.onDone(done)
    void refresh()
  })

  /** Approves items. Those that fail a check are left out; if all do, asks first, unless `isConfirmed`. */
  async function approveAll(decided: readonly Decided[], changed = 0, isConfirmed = false): Promise<boolean> {
    const chosen = decided.map((one) => one.chosen)
    const { approved, operation, refused } = await reviewMutations.approve(
      project,
      language,
      chosen,
      isConfirmed,
    )
    const found = failingOf(decided, refused)
    if (found.length > 0 && found.length === chosen.length && changed === 0)
      return ask(found, () => approveAll(decided, 0, true))
    const passed = passedOf(decided, refused)
    const items = decided.map(({ item }) => item)
    for (const { item, chosen: sent } of decided)
      if (sent.on === 'suggestion' && sent.forms !== undefined && passed.includes(item))
        on.onSaved(item, sent.forms, approved.find(({ keyId }) => keyId === item.key.id) ?? null)
    finish(items, { passed, text: words.approved(approved), operation, refused, changed })
    return passed.length > 0
  }

  /** Saves another wording of a text; asks first if it would be approved although it fails a check. */
  async function saveText(item: ReviewItemReply, forms: Forms, isConfirmed = false): Promise<boolean> {
    try {
      const request = { forms, isReviewed: mayReviewOwn, approveFailing: isConfirmed }
      const { operation, translation } = await reviewMutations.save(project, item, request)
      on.onSaved(item, forms, translation)
      // What was written for an earlier source text is not approved.
      const text = t(translation.state === 'reviewed' ? 'approved' : 'saved', { count: 1 })
      finish([item], { passed: [item], text, operation })
      return true
    } catch (error) {
      if (!isFailure(error, 'failing-checks')) throw error
      return ask([{ item, issues: error.current?.issues ?? [] }], () => saveText(item, forms, true))
    }
  }

  const approveOne = (item: ReviewItemReply, chosen: Decided['chosen']) => approveAll([{ item, chosen }])
  return {
    ...shown,
    approve(chosen: readonly ReviewItemReply[]) {
      const all = chosen.filter((item) => !isLeaving(item))
      if (all.length === 0) return
      void attemptSeen(all, (items, changed) => approveAll(decidedOf(items), changed))
    },
    accept: (item: ReviewItemReply, suggestion: SuggestionReply) =>
      void attemptSeen([item], () => approveOne(item, chosenSuggestion(item, suggestion)), suggestion),
    saveEdited: (item: ReviewItemReply, forms: Forms) =>
      attempt([item], () =>
        item.on === 'text' ? saveText(item, forms) : approveOne(item, chosenOf(item, forms)),
      ),
    /** Returns false if nothing was rejected. */
    reject: (all: readonly ReviewItemReply[], reason: Reason, proposed: Forms | null) =>
      attemptSeen(all, async (items, changed) => {
        const decided = decidedOf(items)
        const chosen = decided.map((one) => one.chosen)
        const done = await reviewMutations.reject(project, language, chosen, { reason, proposed })
        const passed = passedOf(decided, done.refused)
        finish(items, { ...done, passed, text: t('rejected', { count: done.rejected }), changed })
        return done.rejected > 0
      }),
    vote: ({ id }: SuggestionReply, isFor: boolean) =>
      void attempt([], async () => {
        await reviewMutations.vote(project, id, isFor)
        await refresh()
        return true
      }),
  }
}

/**
 * Returns a function that attempts a job without the items that the reader has not seen as they are now. It reports it
 * if nothing else is left.
 */
function useAttemptSeen(attempt: Attempt, takeChanged: ActsOn['takeChanged']) {
  const words = useOutcomeWords()
  return async (
    all: readonly ReviewItemReply[],
    job: (items: readonly ReviewItemReply[], changed: number) => Promise<boolean>,
    suggestion?: SuggestionReply,
  ): Promise<boolean> => {
    const changed = takeChanged(all, suggestion)
    const items = all.filter((item) => !changed.has(idOf(item)))
    if (items.length > 0) return attempt(items, () => job(items, changed.size))
    showToast(words.stale(changed.size), { tone: 'problem' })
    return false
  }
}

function decidedOf(items: readonly ReviewItemReply[]): readonly Decided[] {
  return items.map((item) => ({ item, chosen: chosenOf(item) }))
}

/** What an action did: shown only if it did something. */
type Outcome = {
  readonly passed: readonly ReviewItemReply[]
  readonly text: string
  readonly operation: OperationReply | null
  readonly refused?: readonly RefusedItem[]
  /** Number of items that were not sent, because their text had changed. */
  readonly changed?: number
}

/**
 * Returns a function that reports an outcome with *Undo*. `onLeave` is called soon after with the ids of all
 * items, and of those that passed.
 */
function useFinish(
  { project, onUndone }: Pick<ActsOn, 'project' | 'onUndone'>,
  onLeave: (all: readonly string[], passed: readonly string[]) => void,
) {
  const words = useOutcomeWords()
  const formats = useFormats()
  const undoToast = useUndoToast(project)
  return (items: readonly ReviewItemReply[], outcome: Outcome) => {
    const { passed, text, operation, refused = [], changed = 0 } = outcome
    const ids = passed.map(idOf)
    const said = formats.list([...(ids.length > 0 ? [text] : []), ...words.refused(refused, changed)])
    if (ids.length > 0) undoToast(said, operation, { onUndone: () => onUndone(ids) })
    else showToast(said, { tone: 'problem' })
    setTimeout(() => onLeave(items.map(idOf), ids), LEAVES_AFTER_MS)
  }
}

function useOutcomeWords() {
  const { t } = useTranslation('review')
  const formats = useFormats()
  return {
    stale: (count: number) => t('refused.stale-edit', { count }),
    /** Says how many texts were approved; those that someone else still has to review were only accepted. */
    approved(texts: readonly Pick<TranslationReply, 'state'>[]): string {
      const reviewed = texts.filter(({ state }) => state === 'reviewed').length
      const others = texts.length - reviewed
      return formats.list([
        ...(reviewed > 0 || others === 0 ? [t('approved', { count: reviewed })] : []),
        ...(others > 0 ? [t('accepted', { count: others })] : []),
      ])
    },
    refused: (refused: readonly RefusedItem[], changed: number): readonly string[] =>
      [...refusalCounts(refused, changed)].map(([code, count]) => t(`refused.${code}`, { count })),
  }
}

type Attempt = (items: readonly ReviewItemReply[], job: () => Promise<boolean>) => Promise<boolean>

/** The actions in progress: their items are about to leave, unless one fails, or has to be confirmed. */
function useAttempt(refresh: () => Promise<void>) {
  const words = useOutcomeWords()
  const failureText = useFailureText()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  // Two key presses can follow each other before anything is rendered.
  const latest = useRef(leaving)
  const setLatest = (ids: ReadonlySet<string>) => {
    latest.current = ids
    setLeaving(ids)
  }
  const [problem, setProblem] = useState<{ readonly ids: ReadonlySet<string>; readonly text: string } | null>(
    null,
  )
  const [failing, setFailing] = useState<FailingAct | null>(null)
  const stay = (ids: Iterable<string>) => {
    const staying = new Set(ids)
    setLatest(new Set([...latest.current].filter((id) => !staying.has(id))))
  }
  const isLeaving = (item: ReviewItemReply) => latest.current.has(idOf(item))
  /** Returns what the job returns: whether it did anything; false while one of the items is in another job. */
  async function attempt(items: readonly ReviewItemReply[], job: () => Promise<boolean>): Promise<boolean> {
    if (items.some(isLeaving)) return false
    const ids = new Set(items.map(idOf))
    setLatest(new Set([...latest.current, ...ids]))
    setProblem(null)
    try {
      return await job()
    } catch (error) {
      stay(ids)
      const text = isFailure(error, 'stale-edit') ? words.stale(1) : failureText(error)
      setProblem({ ids, text })
      showToast(text, { tone: 'problem' })
      void refresh()
      return false
    }
  }
  /** Asks whether texts that fail a check are approved nevertheless. */
  function ask(items: readonly FailingItem<ReviewItemReply>[], job: () => Promise<boolean>): boolean {
    const all = items.map(({ item }) => item)
    stay(all.map(idOf))
    setFailing({ items, approve: () => attempt(all, job) })
    return false
  }
  return {
    attempt,
    ask,
    stay,
    isLeaving,
    /** Ids of the items that await a response, or that are about to leave. */
    leaving,
    /** What could not be done, and to which items; null after the next action. */
    problem,
    /** Texts that fail a check: they are approved only if the reviewer confirms it. */
    failing,
    stopFailing: () => setFailing(null),
  }
}
