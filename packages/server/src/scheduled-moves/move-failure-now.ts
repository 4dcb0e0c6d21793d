import { can, type MoveFailure } from '@dragoman/core'
import { overtakenMove, type Reader, type ScheduledMoveRow } from '@dragoman/store'
import { principalNow } from '../access/requester-of.ts'
import { type ReleaseChannel, takesFromReaders } from '../releases/move-to-release.ts'

/**
 * Returns why a scheduled move would fail now, by the rules of a manual move of the person who scheduled it, and what
 * happened to the channel since; null: it would not. `channel`: null if it was removed.
 */
export async function moveFailureNow(
  r: Reader,
  move: ScheduledMoveRow,
  channel: ReleaseChannel | null,
): Promise<MoveFailure | null> {
  if (channel === null) return 'channel-removed'
  const { projectId } = move
  const principal = await principalNow(r, move)
  if (!can(principal, 'releases.publish', { on: 'project', projectId })) return 'not-allowed'
  const overtaken = await overtakenMove(r, move)
  if (overtaken !== null) return overtaken
  const { releaseId, percent } = move
  return takesFromReaders(channel, { release: { id: releaseId }, percent }) ? 'release-shared' : null
}
