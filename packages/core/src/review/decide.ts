import type { AccessRefusal } from '../access/explain.ts'
import type { TranslationState } from '../catalog/state.ts'
import type { SuggestionState } from '../catalog/suggestion.ts'

/** A text or a suggestion that a reviewer approves or rejects. */
export type ReviewedWork =
  | {
      readonly on: 'text'
      readonly state: TranslationState
      readonly outdated: boolean
      /** The author of the words; null if unknown. */
      readonly authorId: string | null
      readonly version: number
      readonly isEmpty: boolean
    }
  | {
      readonly on: 'suggestion'
      readonly state: SuggestionState
      readonly authorId: string | null
      readonly version: number
      /** Version of the text that it would replace. */
      readonly textVersion: number
      /** The reviewer has changed the words, and so is their author. */
      readonly isEdited: boolean
    }

export type Reviewer = {
  readonly id: string
  /** True: the project allows people to review their own texts. */
  readonly reviewOwn: boolean
  /** Why they cannot give a text the state *reviewed* or remove it; null: they can. */
  readonly reviewRefusal: AccessRefusal | null
  /** Why they cannot decide on suggestions; null: they can. */
  readonly decisionRefusal: AccessRefusal | null
}

/** The versions that the reviewer has read, and the requested action. */
export type ReviewRequested = {
  readonly act: 'approve' | 'reject'
  /** Versions the reviewer has read; null: the current ones. */
  readonly seen: {
    readonly version: number
    readonly textVersion: number
    /** The source text was written again since they have read it. */
    readonly isSourceChanged?: boolean
  } | null
  /** Returns whether a check of the words fails; null: the reviewer approves them even if one does. */
  readonly failsChecks: (() => boolean) | null
}

export type ReviewRefusal =
  | { readonly code: 'not-allowed'; readonly reason: AccessRefusal }
  | { readonly code: 'already-decided' | 'suggestion-changed' | 'stale-edit' | 'failing-checks' }

/** The state of the text afterwards (unchanged for a rejected suggestion), or why nothing happens. */
export type ReviewDecision = { readonly state: 'reviewed' | 'translated' | 'draft' | null } | ReviewRefusal

/**
 * Decides if a reviewer can approve or reject something. The client uses it to disable buttons, the server to
 * decide; store operations call `isOwnWork` for every change of a text.
 */
export function decideReview(
  work: ReviewedWork,
  reviewer: Reviewer,
  { act, seen, failsChecks }: ReviewRequested,
): ReviewDecision {
  const reason = work.on === 'text' ? reviewer.reviewRefusal : reviewer.decisionRefusal
  if (reason !== null) return { code: 'not-allowed', reason }
  if (act === 'approve' && isOwn(work, reviewer)) return { code: 'not-allowed', reason: 'own-work' }
  const refusal = work.on === 'text' ? textRefusal(work, act, seen) : suggestionRefusal(work, act, seen)
  if (refusal !== null) return refusal
  if (act === 'approve' && failsChecks?.() === true) return { code: 'failing-checks' }
  if (act === 'reject') return { state: work.on === 'text' ? 'draft' : null }
  // Edited words are the reviewer's own, so someone else has to review them.
  const leavesReview = work.on === 'suggestion' && work.isEdited && !reviewer.reviewOwn
  return { state: reviewer.reviewRefusal === null && !leavesReview ? 'reviewed' : 'translated' }
}

/**
 * Returns true if someone would review their own words although the project requires someone else. Confirming
 * a reviewed text that is up to date changes nothing, and is not a review.
 */
export function isOwnWork(
  { authorId, isReviewed }: { readonly authorId: string | null; readonly isReviewed: boolean },
  { id, reviewOwn }: Pick<Reviewer, 'reviewOwn'> & { readonly id: string | null },
): boolean {
  return !reviewOwn && !isReviewed && authorId !== null && authorId === id
}

function isOwn(work: ReviewedWork, reviewer: Reviewer): boolean {
  if (work.on === 'suggestion') return !work.isEdited && isOwnWork({ ...work, isReviewed: false }, reviewer)
  const isReviewed = work.state === 'reviewed' && !work.outdated
  return isOwnWork({ authorId: work.authorId, isReviewed }, reviewer)
}

function textRefusal(
  { version, isEmpty, state }: Extract<ReviewedWork, { on: 'text' }>,
  act: ReviewRequested['act'],
  seen: ReviewRequested['seen'],
): ReviewRefusal | null {
  if (isEmpty || (seen !== null && (seen.version !== version || seen.isSourceChanged === true)))
    return { code: 'stale-edit' }
  return act === 'reject' && state === 'draft' ? { code: 'already-decided' } : null
}

function suggestionRefusal(
  { state, version, textVersion }: Extract<ReviewedWork, { on: 'suggestion' }>,
  act: ReviewRequested['act'],
  seen: ReviewRequested['seen'],
): ReviewRefusal | null {
  if (state !== 'open') return { code: 'already-decided' }
  if (seen === null) return null
  if (seen.version !== version) return { code: 'suggestion-changed' }
  // A rejection does not change the text.
  if (act === 'reject') return null
  return seen.textVersion !== textVersion || seen.isSourceChanged === true ? { code: 'stale-edit' } : null
}
