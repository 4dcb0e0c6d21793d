/** Why a scheduled move failed. */
export const MOVE_FAILURES = [
  /** The person who scheduled it can no longer publish, or their token was revoked or has expired. */
  'not-allowed',
  'channel-removed',
  /** The channel was rolled back manually after the move was scheduled. */
  'rolled-back',
  /** The channel was moved to a newer release manually after the move was scheduled. */
  'moved-on',
  /** Some readers of the channel have another release, which a share for others would take from them. */
  'release-shared',
] as const
export type MoveFailure = (typeof MOVE_FAILURES)[number]

/** Maximum number of moves of a project that can be scheduled at the same time. */
export const SCHEDULED_MOVES_MAX = 100
/** How far ahead a move can be scheduled. */
export const SCHEDULED_DAYS_MAX = 366
/** A move that happens later than this after its time counts as late: the server was down. */
export const LATE_MS = 60_000

export type ScheduleProblem = 'no-time-zone' | 'not-ahead' | 'too-far-ahead'

const DAY_MS = 24 * 60 * 60_000
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Parses the time of a scheduled move, ISO 8601 with a time zone (`2026-12-01T09:00+01:00`): without one, the
 * time would be ambiguous.
 */
export function readScheduledTime(
  text: string,
  now: Date,
): { readonly at: string } | { readonly problem: ScheduleProblem } {
  const ms = WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) return { problem: 'no-time-zone' }
  if (ms <= now.getTime()) return { problem: 'not-ahead' }
  if (ms > now.getTime() + SCHEDULED_DAYS_MAX * DAY_MS) return { problem: 'too-far-ahead' }
  return { at: new Date(ms).toISOString() }
}

type ManualMove = { readonly isRollBack: boolean; readonly newest: number }

/**
 * Returns why a scheduled move is obsolete, based on the last manual move of the channel since it was
 * scheduled. Null: it will happen. `newest`: the number of the newest release that readers got by that move.
 */
export function obsoleteReason(
  handMove: ManualMove | null,
  release: number,
): 'rolled-back' | 'moved-on' | null {
  if (handMove === null) return null
  if (handMove.isRollBack) return 'rolled-back'
  return handMove.newest > release ? 'moved-on' : null
}
