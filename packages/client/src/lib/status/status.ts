import type { Unsaved } from '../saving/create-saving.ts'
import type { StoredDraft } from '../saving/draft-store.ts'
import { sameAddress } from '../server/string-address.ts'

/** Everything known about what is between a typed text and the apps that show it. */
export type StatusFacts = {
  readonly unsaved: Unsaved
  readonly isOnline: boolean
  /** The stream of live events; null on a screen outside a project, which has none. */
  readonly connection: 'connecting' | 'live' | 'away' | null
  /** Number of changes in progress that are not saves of a string: bulk edits, settings. */
  readonly changesUnderWay: number
  readonly jobs: readonly { readonly done: number; readonly total: number | null }[]
  /** Number of saved texts that are not in their files yet; null: unknown until the server responds. */
  readonly unwritten: number | null
}

/** All kinds, the worst first. */
export const STATUS_KINDS = [
  'refused',
  'unstored',
  'conflict',
  'signedOut',
  'unreachable',
  'offline',
  'saving',
  'draft',
  'typing',
  'reconnecting',
  'connecting',
  'job',
  'unwritten',
  'saved',
] as const

export type StatusKind = (typeof STATUS_KINDS)[number]

/** The shown status. `count` is the number of strings, or of jobs. */
export type Status =
  | { readonly kind: Exclude<StatusKind, 'job'>; readonly count: number }
  | { readonly kind: 'job'; readonly count: number; readonly share: number | null }

/** Returns the worst status that applies: `saved` only if nothing is left to do. */
export function statusOf(facts: StatusFacts): Status {
  const { unsaved, isOnline, connection, changesUnderWay, jobs, unwritten } = facts
  const { refused, conflicts, drafts } = sortDrafts(unsaved)
  const waiting = unsaved.saves.length + changesUnderWay
  if (refused.length > 0) return { kind: 'refused', count: refused.length }
  if (unsaved.unstored > 0) return { kind: 'unstored', count: unsaved.unstored }
  if (conflicts.length > 0) return { kind: 'conflict', count: conflicts.length }
  if (unsaved.isSignedOut && unsaved.saves.length > 0)
    return { kind: 'signedOut', count: unsaved.saves.length }
  if (!isOnline) return { kind: 'offline', count: waiting }
  if (unsaved.saves.some((save) => save.attempts > 0)) return { kind: 'unreachable', count: waiting }
  if (waiting > 0) return { kind: 'saving', count: waiting }
  if (drafts.length > 0)
    return { kind: isTypedNow(drafts, unsaved) ? 'typing' : 'draft', count: drafts.length }
  if (connection === 'away') return { kind: 'reconnecting', count: 0 }
  if (connection === 'connecting') return { kind: 'connecting', count: 0 }
  if (jobs.length > 0) return { kind: 'job', count: jobs.length, share: shareOf(jobs) }
  if (unwritten !== 0) return { kind: 'unwritten', count: unwritten ?? 1 }
  return { kind: 'saved', count: 0 }
}

/**
 * Sorts drafts by their problem: refused by the server, changed by someone else meanwhile, or just not saved.
 */
export function sortDrafts({
  drafts,
}: Unsaved): Record<'refused' | 'conflicts' | 'drafts', readonly StoredDraft[]> {
  const failureOf = (one: StoredDraft) =>
    one.draft.failure === null ? 'drafts' : one.draft.failure === 'stale-edit' ? 'conflicts' : 'refused'
  const sorted = { refused: [] as StoredDraft[], conflicts: [] as StoredDraft[], drafts: [] as StoredDraft[] }
  for (const one of drafts) sorted[failureOf(one)].push(one)
  return sorted
}

/** Whether the only draft is the one being edited. */
function isTypedNow([draft, ...others]: readonly StoredDraft[], { typing }: Unsaved): boolean {
  if (draft === undefined || others.length > 0 || typing === null) return false
  return sameAddress(typing, draft)
}

/** Returns the progress of all jobs, 0 to 1; null if the duration is unknown. */
function shareOf(jobs: StatusFacts['jobs']): number | null {
  const total = jobs.reduce((sum, job) => sum + (job.total ?? 0), 0)
  if (total === 0 || jobs.some((job) => job.total === null)) return null
  return jobs.reduce((sum, job) => sum + Math.min(job.done, job.total ?? 0), 0) / total
}
