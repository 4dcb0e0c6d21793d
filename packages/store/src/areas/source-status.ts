import { actorId } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { type EventRow, eventRow } from './events.ts'

/** What the process that syncs a source knows about it, for all processes. */
export type SourceStatus = {
  /** Everything that was saved up to this event is in the files, or cannot be written. */
  readonly writtenTo: number
  /** Files that look like files of the source but are not read. */
  readonly leftOut: readonly LeftOutPath[]
  /** Number of further files that are left out and not listed. */
  readonly leftOutMore: number
}

/** A path below the source, and the code of the reason. */
export type LeftOutPath = { readonly path: string; readonly reason: string }

/** The reason of a last row without a path, with a count: versions that do not know a reason ignore its row. */
const MORE = 'more'

/** Updates the status. With `leftOut`, `leftOutMore` is replaced too. `writtenTo` never decreases. */
export async function noteSourceStatus(
  { db, emit }: Writer,
  { sourceId, projectId }: { readonly sourceId: number; readonly projectId: number },
  { writtenTo, leftOut, leftOutMore = 0 }: Partial<SourceStatus>,
): Promise<void> {
  if (writtenTo !== undefined)
    await sql`update source set written_to = ${writtenTo}
      where id = ${sourceId} and written_to < ${writtenTo}`.execute(db)
  if (leftOut !== undefined) {
    const stored = leftOutMore === 0 ? leftOut : [...leftOut, { path: '', reason: MORE, count: leftOutMore }]
    await sql`update source set left_out = ${JSON.stringify(stored)} where id = ${sourceId}`.execute(db)
  }
  emit({ kind: 'files.changed', projectId, payload: {} })
}

/** Returns the statuses by source id. */
export async function sourceStatuses(
  { db }: Reader,
  projectId: number,
): Promise<ReadonlyMap<number, SourceStatus>> {
  const rows = await db
    .selectFrom('source')
    .select(['id', 'written_to', 'left_out'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map((row) => {
      const stored = parseJson<(LeftOutPath & { readonly count?: number })[]>(row.left_out)
      const leftOut = stored.filter(({ reason }) => reason !== MORE)
      const leftOutMore = stored.reduce((sum, { count = 0 }) => sum + count, 0)
      return [row.id, { writtenTo: row.written_to, leftOut, leftOutMore }]
    }),
  )
}

/** More than can be pending in normal operation. */
const LISTED_EVENTS = 500

/**
 * Returns events that changed the content of a project after a given one, except those caused by the source
 * itself.
 */
export async function changesNotOf(
  { db }: Reader,
  { sourceId, projectId }: { readonly sourceId: number; readonly projectId: number },
  after: number,
): Promise<readonly EventRow[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '>', after)
    .where('kind', '=', 'content.changed')
    .where((where) =>
      where.or([where('actor_id', 'is', null), where('actor_id', '!=', actorId('sync', sourceId))]),
    )
    .orderBy('number', 'desc')
    .limit(LISTED_EVENTS)
    .execute()
  return rows.map(eventRow)
}
