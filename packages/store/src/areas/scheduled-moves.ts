import { MOVE_FAILURES, type MoveFailure, obsoleteReason, type RecordedActor } from '@dragoman/core'
import { recordedActor, sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** A move of a channel at a time; it is removed when it has happened, and stays if it could not. */
export type ScheduledMoveRow = {
  readonly id: number
  readonly projectId: number
  /** After a channel is removed, no channel has this id, and perhaps none has this name. */
  readonly channelId: number
  readonly channel: string
  readonly releaseId: number
  /** How many of 100 readers get it, as in a move by hand. */
  readonly percent: number
  readonly note: string
  readonly at: string
  /** The newest move of the channel when someone last decided on this one; 0 if there is none. */
  readonly afterMove: number
  /** Why it did not happen; null if it waits. */
  readonly failure: MoveFailure | null
  readonly failedAt: string | null
  readonly version: number
  /** Who decided on it last, and with which token. */
  readonly by: RecordedActor
  readonly tokenId: number | null
}

export type NewScheduledMove = Pick<
  ScheduledMoveRow,
  'projectId' | 'channelId' | 'channel' | 'releaseId' | 'percent' | 'note' | 'at' | 'by' | 'tokenId'
>

/** Schedules a move: a later roll back, or move to a newer release by hand, takes precedence. */
export async function addScheduledMove(w: Writer, move: NewScheduledMove): Promise<ScheduledMoveRow> {
  const { db, dialect } = w
  const row: Tables['scheduled_move'] = {
    id: await dialect.allocate(db, 'scheduled_move', 1),
    project_id: move.projectId,
    channel_id: move.channelId,
    channel: move.channel,
    release_id: move.releaseId,
    percent: move.percent,
    note: sanitizeForStorage(move.note),
    at: move.at,
    after_move: await newestMove(w, move.channelId),
    failure: null,
    failed_at: null,
    version: 1,
    by_id: move.by.id,
    by_label: move.by.name,
    token_id: move.tokenId,
  }
  await db.insertInto('scheduled_move').values(row).execute()
  emitChanged(w, row, 'added')
  return scheduledMoveRow(row)
}

/** Changes a move: it waits again, even if it had failed. */
export async function updateScheduledMove(
  w: Writer,
  move: ScheduledMoveRow,
  change: Pick<ScheduledMoveRow, 'releaseId' | 'percent' | 'note' | 'at' | 'by' | 'tokenId'>,
): Promise<void> {
  await w.db
    .updateTable('scheduled_move')
    .set({
      release_id: change.releaseId,
      percent: change.percent,
      note: sanitizeForStorage(change.note),
      at: change.at,
      after_move: await newestMove(w, move.channelId),
      failure: null,
      failed_at: null,
      version: move.version + 1,
      by_id: change.by.id,
      by_label: change.by.name,
      token_id: change.tokenId,
    })
    .where('id', '=', move.id)
    .execute()
  emitChanged(w, { id: move.id, project_id: move.projectId }, 'changed')
}

/**
 * Removes a move from the schedule, because it is cancelled or happens now. Returns false if another
 * transaction has done so, or someone has changed it since `move` was read.
 */
export async function takeScheduledMove(
  w: Writer,
  { id, projectId, version }: Pick<ScheduledMoveRow, 'id' | 'projectId' | 'version'>,
  what: 'cancelled' | 'done',
): Promise<boolean> {
  const taken = await w.db
    .deleteFrom('scheduled_move')
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .execute()
  if (taken.length === 0) return false
  emitChanged(w, { id, project_id: projectId }, what)
  return true
}

/** Marks a move that could not happen: it stays, with the reason, until someone decides on it. */
export async function failScheduledMove(
  w: Writer,
  { id, projectId, version }: Pick<ScheduledMoveRow, 'id' | 'projectId' | 'version'>,
  { failure, at }: { readonly failure: MoveFailure; readonly at: string },
): Promise<void> {
  const failed = await w.db
    .updateTable('scheduled_move')
    .set({ failure, failed_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('failure', 'is', null)
    .returning('id')
    .execute()
  if (failed.length > 0) emitChanged(w, { id, project_id: projectId }, 'failed')
}

/** Marks all scheduled moves of a channel that is removed: they cannot happen. */
export async function failMovesOf(w: Writer, channelId: number, at: string): Promise<void> {
  const rows = await w.db
    .selectFrom('scheduled_move')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('failure', 'is', null)
    .execute()
  for (const row of rows)
    await failScheduledMove(w, scheduledMoveRow(row), { failure: 'channel-removed', at })
}

/** Returns all moves of a project, the next one first, including those that could not happen. */
export async function listScheduledMoves(
  { db }: Reader,
  projectId: number,
): Promise<readonly ScheduledMoveRow[]> {
  const rows = await db
    .selectFrom('scheduled_move')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(scheduledMoveRow)
}

export async function scheduledMoveById({ db }: Reader, id: number): Promise<ScheduledMoveRow | null> {
  const row = await db.selectFrom('scheduled_move').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : scheduledMoveRow(row)
}

/** Returns moves of any project whose time has come, in the order of their times. */
export async function dueMoves(
  { db }: Reader,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<readonly ScheduledMoveRow[]> {
  const rows = await db
    .selectFrom('scheduled_move')
    .selectAll()
    .where('failure', 'is', null)
    .where('at', '<=', now)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(scheduledMoveRow)
}

/** Returns when the next move of any project is due; null if none waits. */
export async function nextMoveAt({ db }: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('scheduled_move')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('failure', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns why a waiting move should not happen after what was done by hand since; null if it should. */
export async function overtakenMove(
  { db }: Reader,
  { channelId, releaseId, afterMove }: ScheduledMoveRow,
): Promise<'rolled-back' | 'moved-on' | null> {
  const last = await db
    .selectFrom('channel_move')
    .select(['release_id', 'next_release_id', 'is_roll_back'])
    .where('channel_id', '=', channelId)
    .where('id', '>', afterMove)
    .where('scheduled_for', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last === undefined) return null
  const ids = [releaseId, last.release_id, last.next_release_id].filter((id) => id !== null)
  const releases = await db.selectFrom('release').select(['id', 'number']).where('id', 'in', ids).execute()
  const numbers = new Map(releases.map(({ id, number }) => [id, number]))
  const numberOf = (id: number | null) => (id === null ? 0 : (numbers.get(id) ?? 0))
  const newest = Math.max(numberOf(last.release_id), numberOf(last.next_release_id))
  return obsoleteReason({ isRollBack: last.is_roll_back !== 0, newest }, numberOf(releaseId))
}

async function newestMove({ db }: Reader, channelId: number): Promise<number> {
  const row = await db
    .selectFrom('channel_move')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

function emitChanged(
  w: Writer,
  { id, project_id: projectId }: Pick<Tables['scheduled_move'], 'id' | 'project_id'>,
  what: 'added' | 'changed' | 'cancelled' | 'done' | 'failed',
): void {
  w.emit({ kind: 'scheduled-move.changed', projectId, payload: { moveId: id, what } })
}

function scheduledMoveRow(row: Tables['scheduled_move']): ScheduledMoveRow {
  return {
    id: row.id,
    projectId: row.project_id,
    channelId: row.channel_id,
    channel: row.channel,
    releaseId: row.release_id,
    percent: row.percent,
    note: row.note,
    at: row.at,
    afterMove: row.after_move,
    // A failure that only a newer program knows is a failure anyway.
    failure:
      row.failure === null ? null : (MOVE_FAILURES.find((one) => one === row.failure) ?? 'not-allowed'),
    failedAt: row.failed_at,
    version: row.version,
    by: recordedActor(row.by_id, row.by_label),
    tokenId: row.token_id,
  }
}
