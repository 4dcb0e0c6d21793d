import type { MoveFailure } from '@dragoman/core'
import {
  channelById,
  failScheduledMove,
  lockProject,
  type ReleaseRow,
  releaseById,
  type ScheduledMoveRow,
  scheduledMoveById,
  takeScheduledMove,
  type Writer,
} from '@dragoman/store'
import { moveToRelease, type ReleaseChannel } from '../releases/move-to-release.ts'
import { moveFailureNow } from './move-failure-now.ts'

/** What happened to a move that was due; `null`: someone changed it, or another process has done it. */
export type MoveOutcome = 'moved' | 'nothing-to-do' | MoveFailure | null

/**
 * Moves a channel as scheduled, in the transaction that removes the move from the schedule, so that it
 * happens once, however many processes try. If the move is no longer allowed, it stays with the reason.
 */
export async function doScheduledMove(w: Writer, due: ScheduledMoveRow, at: string): Promise<MoveOutcome> {
  await lockProject(w, due.projectId)
  const move = await scheduledMoveById(w, due.id)
  if (move === null || move.failure !== null || move.version !== due.version) return null
  const channel = await channelById(w, move.channelId)
  const release = await releaseById(w, move.releaseId)
  const failure = await moveFailureNow(w, move, channel)
  if (failure !== null || channel === null || release === null) {
    await failScheduledMove(w, move, { failure: failure ?? 'channel-removed', at })
    return failure ?? 'channel-removed'
  }
  if (!(await takeScheduledMove(w, move, 'done'))) return null
  if (hasAlready(channel, release, move.percent)) return 'nothing-to-do'
  const { percent, note, by, tokenId } = move
  const origin = { actor: by.id === null ? null : { id: by.id, name: by.name }, address: null, tokenId }
  await moveToRelease(w, channel, { release, percent, note, at, by, origin, scheduledFor: move.at })
  return 'moved'
}

/** Whether as many readers get it already: a share that was raised manually since is not lowered again. */
function hasAlready(channel: ReleaseChannel, { id }: ReleaseRow, percent: number): boolean {
  if (channel.nextReleaseId === null) return channel.releaseId === id
  return channel.nextReleaseId === id && percent < 100 && channel.percent >= percent
}
