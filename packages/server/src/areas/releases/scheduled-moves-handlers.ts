import { Failure } from '@dragoman/contract'
import { readScheduledTime, SCHEDULED_MOVES_MAX } from '@dragoman/core'
import {
  addScheduledMove,
  channelById,
  listScheduledMoves,
  type Reader,
  type ReleaseRow,
  releaseById,
  type ScheduledMoveRow,
  scheduledMoveById,
  takeScheduledMove,
  updateScheduledMove,
  type Writer,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import type { ReleaseChannel } from '../../releases/move-to-release.ts'
import { audit, channelOfReleases, releaseOf } from './find-channel.ts'
import { presentScheduledMove } from './present.ts'

type ScheduledMovesHandlers = Pick<
  Handlers['releases'],
  'scheduleMove' | 'changeScheduledMove' | 'cancelScheduledMove'
>

/** Moves that people schedule, change and cancel. Waiting ones are listed with the channels. */
export function scheduledMovesHandlers({ now }: Deps): ScheduledMovesHandlers {
  return {
    scheduleMove: ({ params, body, caller, writeLocked }) =>
      writeLocked(async (w, { project }) => {
        const channel = await channelOfReleases(w, project.id, params.channel)
        const release = await releaseOf(w, project, body.release)
        const { at, percent = 100, note } = body
        const move = await scheduleMove(w, channel, { release, percent, note, at, caller, now: now() })
        return presentScheduledMove(w, move)
      }, caller.actor?.id),

    changeScheduledMove: ({ params, body, caller, writeLocked }) =>
      writeLocked(async (w, { project }) => {
        const move = await moveOf(w, project.id, params.move)
        if (move.version !== body.version) throw new Failure('stale-schedule')
        const channel = await channelById(w, move.channelId)
        if (channel === null) throw new Failure('not-found', { what: 'channel' })
        const release =
          body.release === undefined
            ? await releaseById(w, move.releaseId)
            : await releaseOf(w, project, body.release)
        if (release === null) throw new Failure('not-found', { what: 'release' })
        const { percent = move.percent, note = move.note } = body
        const at = timeOf(body.at ?? move.at, now())
        const by = requireActor(caller)
        const { tokenId } = caller.origin
        await updateScheduledMove(w, move, { releaseId: release.id, percent, note, at, by, tokenId })
        await audit(
          w,
          { kind: 'channel.move-scheduled', details: { release: release.number, percent, at } },
          channel,
          caller,
        )
        return presentScheduledMove(w, await moveOf(w, project.id, move.id))
      }, caller.actor?.id),

    cancelScheduledMove: ({ params, caller, writeLocked }) =>
      writeLocked(async (w, { project }) => {
        const move = await moveOf(w, project.id, params.move)
        await takeScheduledMove(w, move, 'cancelled')
        const release = (await releaseById(w, move.releaseId))?.number
        const channel = { projectId: project.id, name: move.channel }
        await audit(
          w,
          { kind: 'channel.move-cancelled', details: { release: release ?? null, at: move.at } },
          channel,
          caller,
        )
        return {}
      }, caller.actor?.id),
  }
}

/**
 * Schedules a move of a channel; the transaction of the caller has locked the project. Throws `invalid-input`
 * with the field `/at`.
 */
export async function scheduleMove(
  w: Writer,
  channel: ReleaseChannel,
  {
    release,
    percent,
    note,
    at: asked,
    caller,
    now,
  }: {
    readonly release: ReleaseRow
    readonly percent: number
    readonly note: string
    readonly at: string
    readonly caller: Caller
    readonly now: Date
  },
): Promise<ScheduledMoveRow> {
  const { projectId, id: channelId, name } = channel
  const at = timeOf(asked, now)
  const waiting = (await listScheduledMoves(w, projectId)).filter(({ failure }) => failure === null)
  if (waiting.length >= SCHEDULED_MOVES_MAX) throw refusedField('/at', 'too-many-moves')
  const move = await addScheduledMove(w, {
    projectId,
    channelId,
    channel: name,
    releaseId: release.id,
    percent,
    note,
    at,
    by: requireActor(caller),
    tokenId: caller.origin.tokenId,
  })
  await audit(
    w,
    { kind: 'channel.move-scheduled', details: { release: release.number, percent, at } },
    channel,
    caller,
  )
  return move
}

function timeOf(text: string, now: Date): string {
  const read = readScheduledTime(text, now)
  if ('problem' in read) throw refusedField('/at', read.problem)
  return read.at
}

async function moveOf(r: Reader, projectId: number, id: number): Promise<ScheduledMoveRow> {
  const move = await scheduledMoveById(r, id)
  if (move?.projectId !== projectId) throw new Failure('not-found', { what: 'scheduled-move' })
  return move
}
