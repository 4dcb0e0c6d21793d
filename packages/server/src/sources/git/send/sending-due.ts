import type { GitChangeRow, GitSourceRow } from '@dragoman/store'

/** The longest that the first change waits, however busy people are. */
const LONGEST_MS = 24 * 60 * 60_000

type DueState = Pick<
  GitSourceRow,
  'mode' | 'isPaused' | 'settings' | 'sentAt' | 'droppedAt' | 'pullRequest' | 'pushedHead' | 'keptBase'
>

/**
 * Returns when waiting changes are due, in milliseconds since 1970: after the quiet time without a change,
 * and a day after the first change at the latest. Null if nothing waits, or only a person sends it.
 */
export function sendingDueMs(
  state: DueState,
  changes: readonly Pick<GitChangeRow, 'firstAt' | 'lastAt'>[],
): number | null {
  const { mode, isPaused, settings, sentAt } = state
  if (isPaused || mode === 'read-only' || mode === 'by-hand') return null
  const unsent = [...changes, ...revertedOf(state)].filter(({ lastAt }) => sentAt === null || lastAt > sentAt)
  const since = sentAt === null ? 0 : Date.parse(sentAt)
  if (unsent.length === 0 && isBeingWithdrawn(state)) return since
  if (unsent.length === 0 && sentAt !== null && changes.length === 0 && hasEmptyRequest(state))
    return since + settings.quietMinutes * 60_000
  if (unsent.length === 0) return null
  const first = Math.min(...unsent.map(({ firstAt }) => Math.max(since, Date.parse(firstAt))))
  const last = Math.max(...unsent.map(({ lastAt }) => Date.parse(lastAt)))
  return Math.min(last + settings.quietMinutes * 60_000, first + LONGEST_MS)
}

/** Returns the change that was reverted here last, if the branch of the pull request can still have it. */
function revertedOf({
  mode,
  droppedAt,
  pullRequest,
  pushedHead,
}: DueState): readonly Pick<GitChangeRow, 'firstAt' | 'lastAt'>[] {
  if (mode !== 'pull-request' || droppedAt === null || pushedHead === null) return []
  // A person closed it: nothing is sent until a person decides.
  return pullRequest?.state === 'closed' ? [] : [{ firstAt: droppedAt, lastAt: droppedAt }]
}

/** Whether an attempt to close the pull request has failed. */
function isBeingWithdrawn({ mode, pullRequest }: DueState): boolean {
  return mode === 'pull-request' && pullRequest?.state === 'open' && pullRequest.isWithdrawn === true
}

/** Whether to close the pull request: its texts were changed back, or reached the target another way. */
function hasEmptyRequest({ mode, pullRequest, keptBase }: DueState): boolean {
  return mode === 'pull-request' && pullRequest?.state === 'open' && keptBase === null
}

/** Whether a sent change waits for its pull request to be merged, not for us; false if that was closed. */
export function waitsForMerge(
  { mode, sentAt, pullRequest }: Pick<GitSourceRow, 'mode' | 'sentAt' | 'pullRequest'>,
  { lastAt }: Pick<GitChangeRow, 'lastAt'>,
): boolean {
  const isOpen = pullRequest === null || pullRequest.state === 'open'
  return mode === 'pull-request' && isOpen && sentAt !== null && lastAt <= sentAt
}
