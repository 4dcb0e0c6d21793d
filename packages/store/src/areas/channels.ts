import {
  CHANNEL_KINDS,
  type ChannelKind,
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  LIVE_CHANNEL,
  PSEUDO_CHANNEL,
  type RecordedActor,
} from '@dragoman/core'
import { NameTakenError } from '../errors.ts'
import { parseJson, recordedActor, sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { releaseById } from './releases.ts'
import { failMovesOf } from './scheduled-moves.ts'

export type ChannelRow = {
  /** Null: a default channel that was never changed. */
  readonly id: number | null
  readonly projectId: number
  readonly name: string
  readonly kind: ChannelKind
  readonly settings: ChannelSettings
  /** The release that is served; null: the channel follows the catalog, or has none yet. */
  readonly releaseId: number | null
  /** The release that is served to the first `percent` of readers. */
  readonly nextReleaseId: number | null
  readonly percent: number
  /** Grows with each change; 0: never changed. */
  readonly version: number
  readonly changedAt: string | null
}

/** What a channel was moved to, by whom, and why. */
export type ChannelMoveRow = {
  readonly id: number
  readonly channelId: number
  readonly releaseId: number | null
  readonly nextReleaseId: number | null
  readonly percent: number
  readonly isRollBack: boolean
  readonly note: string
  readonly at: string
  readonly by: RecordedActor
  /** When it was scheduled for; null: it was moved immediately by a person. */
  readonly scheduledFor: string | null
}

/** Returns the default channels first, then the others by name. */
export async function listChannels({ db }: Reader, projectId: number): Promise<readonly ChannelRow[]> {
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()
  const known = new Map(rows.map((row) => [row.name, channelRow(row)]))
  const own = [LIVE_CHANNEL, PSEUDO_CHANNEL]
  const others = [...known.values()].filter(({ name }) => !own.includes(name))
  return [...own.map((name) => known.get(name) ?? usualChannel(projectId, name)), ...others]
}

/** Returns a channel; null if the project has no such channel. */
export async function channelByName(
  { db }: Reader,
  projectId: number,
  name: string,
): Promise<ChannelRow | null> {
  const row = await db
    .selectFrom('channel')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (row !== undefined) return channelRow(row)
  return name === LIVE_CHANNEL || name === PSEUDO_CHANNEL ? usualChannel(projectId, name) : null
}

/** Returns a channel; null if it was removed. */
export async function channelById(
  { db }: Reader,
  id: number,
): Promise<(ChannelRow & { readonly id: number }) | null> {
  const row = await db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : { ...channelRow(row), id: row.id }
}

function usualChannel(projectId: number, name: string): ChannelRow {
  return {
    id: null,
    projectId,
    name,
    kind: name === PSEUDO_CHANNEL ? 'pseudo' : 'catalog',
    settings: DEFAULT_CHANNEL_SETTINGS,
    releaseId: null,
    nextReleaseId: null,
    percent: 0,
    version: 0,
    changedAt: null,
  }
}

export type NewChannel = Pick<ChannelRow, 'projectId' | 'name' | 'kind' | 'settings'> & {
  readonly at: string
}

/** Adds a channel. Throws NameTakenError if the project has one with that name. */
export async function addChannel(
  w: Writer,
  { projectId, name, kind, settings, at }: NewChannel,
): Promise<ChannelRow> {
  const { db, dialect } = w
  if ((await channelByName(w, projectId, name))?.id != null) throw new NameTakenError(name)
  const row: Tables['channel'] = {
    id: await dialect.allocate(db, 'channel', 1),
    project_id: projectId,
    name,
    kind,
    settings: JSON.stringify(settings),
    release_id: null,
    next_release_id: null,
    percent: 0,
    version: 1,
    changed_at: at,
  }
  await db.insertInto('channel').values(row).execute()
  w.emit({ kind: 'channel.changed', projectId, payload: { channel: name, what: 'added', release: null } })
  return channelRow(row)
}

/** Changes what a channel serves. */
export async function updateChannel(
  w: Writer,
  channel: ChannelRow,
  { settings, at }: { readonly settings: ChannelSettings; readonly at: string },
): Promise<void> {
  const { projectId, name } = channel
  if (channel.id === null) {
    await addChannel(w, { projectId, name, kind: channel.kind, settings, at })
    return
  }
  await w.db
    .updateTable('channel')
    .set({ settings: JSON.stringify(settings), version: channel.version + 1, changed_at: at })
    .where('id', '=', channel.id)
    .execute()
  await emitChanged(w, channel, 'changed', channel.releaseId)
}

export type ChannelMove = Pick<
  ChannelMoveRow,
  'releaseId' | 'nextReleaseId' | 'percent' | 'isRollBack' | 'note' | 'at' | 'by' | 'scheduledFor'
>

/** Moves a channel to a release, for all or for the first of its readers. */
export async function moveChannel(
  w: Writer,
  channel: ChannelRow & { readonly id: number },
  { releaseId, nextReleaseId, percent, isRollBack, note, at, by, scheduledFor }: ChannelMove,
): Promise<void> {
  const { db, dialect } = w
  const place = { release_id: releaseId, next_release_id: nextReleaseId, percent }
  await db
    .updateTable('channel')
    .set({ ...place, version: channel.version + 1, changed_at: at })
    .where('id', '=', channel.id)
    .execute()
  await db
    .insertInto('channel_move')
    .values({
      id: await dialect.allocate(db, 'channel_move', 1),
      channel_id: channel.id,
      ...place,
      is_roll_back: isRollBack ? 1 : 0,
      note: sanitizeForStorage(note),
      at,
      by_id: by.id,
      by_label: by.name,
      scheduled_for: scheduledFor,
    })
    .execute()
  await emitChanged(w, channel, 'moved', releaseId)
}

/** Removes a channel; its scheduled moves stay as moves that did not happen. */
export async function removeChannel(
  w: Writer,
  channel: ChannelRow & { readonly id: number },
  at: string,
): Promise<void> {
  await failMovesOf(w, channel.id, at)
  await w.db.deleteFrom('channel_move').where('channel_id', '=', channel.id).execute()
  await w.db.deleteFrom('channel').where('id', '=', channel.id).execute()
  await emitChanged(w, channel, 'removed', null)
}

/** Returns the latest moves of each channel of a project, newest first. */
export async function listChannelMoves(
  { db }: Reader,
  { projectId, perChannel }: { readonly projectId: number; readonly perChannel: number },
): Promise<readonly ChannelMoveRow[]> {
  const numbered = db
    .selectFrom('channel_move')
    .innerJoin('channel', 'channel.id', 'channel_move.channel_id')
    .selectAll('channel_move')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('channel_move.channel_id').orderBy('channel_move.id', 'desc'))
        .as('nth'),
    )
    .where('channel.project_id', '=', projectId)
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('nth', '<=', perChannel)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    releaseId: row.release_id,
    nextReleaseId: row.next_release_id,
    percent: row.percent,
    isRollBack: row.is_roll_back !== 0,
    note: row.note,
    at: row.at,
    by: recordedActor(row.by_id, row.by_label),
    scheduledFor: row.scheduled_for,
  }))
}

async function emitChanged(
  w: Writer,
  { projectId, name }: ChannelRow,
  what: 'changed' | 'moved' | 'removed',
  releaseId: number | null,
): Promise<void> {
  const release = releaseId === null ? null : ((await releaseById(w, releaseId))?.number ?? null)
  w.emit({ kind: 'channel.changed', projectId, payload: { channel: name, what, release } })
}

function channelRow(row: Tables['channel']): ChannelRow {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    // A channel of a kind that this program does not know serves nothing: it has no release.
    kind: CHANNEL_KINDS.find((one) => one === row.kind) ?? 'release',
    settings: { ...DEFAULT_CHANNEL_SETTINGS, ...parseJson<Partial<ChannelSettings>>(row.settings) },
    releaseId: row.release_id,
    nextReleaseId: row.next_release_id,
    percent: row.percent,
    version: row.version,
    changedAt: row.changed_at,
  }
}
