import { randomUUID } from 'node:crypto'
import { type ActorId, EVENT_VERSIONS, type NewEvent, parseActorId } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { REMOVED_AT_ONCE } from './remove-some.ts'

/**
 * The last event that a reader of the events has seen. The mark distinguishes it from another event with the
 * same number, as after a restored backup.
 */
export type EventPosition = { readonly number: number; readonly mark: string }

/** An event as stored in the table. It might have been written by an older or a newer program. */
export type EventRow = EventPosition & {
  readonly kind: string
  readonly version: number
  readonly projectId: number | null
  readonly actorId: ActorId | null
  readonly at: string
  readonly payload: unknown
}

/** Returns the newest event. */
export async function newestEvent({ db }: Reader): Promise<EventPosition> {
  return db
    .selectFrom('event')
    .select(['number', 'mark'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/**
 * Returns at most `limit` events after a position, in order. Null if the position is not known: it was
 * removed by now, or the database is a different one.
 */
export async function eventsAfter(
  { db }: Reader,
  { number, mark }: EventPosition,
  limit: number,
): Promise<readonly EventRow[] | null> {
  const [own, ...rest] = await db
    .selectFrom('event')
    .selectAll()
    .where('number', '>=', number)
    .orderBy('number')
    .limit(limit + 1)
    .execute()
  return own?.number === number && own.mark === mark ? rest.map(eventRow) : null
}

/** Events of all projects that are examined for those of one. */
const EXAMINED_AT_MOST = 20_000

/**
 * Does the same for one project. Null also if there are more than `limit`, or too many of other projects to look
 * through.
 */
export async function projectEventsAfter(
  { db }: Reader,
  projectId: number,
  { number, mark }: EventPosition,
  limit: number,
): Promise<readonly EventRow[] | null> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('number', '>=', number)
    .where(sql<boolean>`(select max(number) from event) - ${number} <= ${EXAMINED_AT_MOST}`)
    .where((where) => where.or([where('number', '=', number), where('project_id', '=', projectId)]))
    .orderBy('number')
    .limit(limit + 2)
    .execute()
  const [own, ...rest] = rows
  return own?.number === number && own.mark === mark && rest.length <= limit ? rest.map(eventRow) : null
}

/**
 * Events that are kept for a follower however old they are. A quiet follower does not store its position for hundreds of
 * events; one that is further behind no longer runs.
 */
const KEPT_FOR_FOLLOWERS = 10_000

/**
 * Removes some of the events from before a time; never the newest. Those at and after the position of a follower are
 * only removed if they are from before `unfollowed` too, and far behind. Returns true if there can be more.
 */
export async function removeOldEvents({ db }: Writer, before: string, unfollowed: string): Promise<boolean> {
  const oldest = sql`select number, at from event order by number limit ${REMOVED_AT_ONCE}`
  const newest = sql`(select max(number) from event)`
  const lastBefore = (time: string) => sql`(select max(o.number) from (${oldest}) o where o.at < ${time})`
  const done = await sql`
    delete from event
    where number <= ${lastBefore(before)}
      and number < ${newest}
      and (not exists (select 1 from follower f where f.number <= event.number)
        or (number <= ${lastBefore(unfollowed)} and number < ${newest} - ${KEPT_FOR_FOLLOWERS}))`.execute(db)
  return Number(done.numAffectedRows ?? 0) === REMOVED_AT_ONCE
}

/** Writes the events that a transaction has emitted, as its last step. Duplicates are written once. */
export async function appendEvents(
  { db, dialect }: Pick<Writer, 'db' | 'dialect'>,
  emitted: readonly NewEvent[],
): Promise<readonly EventRow[]> {
  if (emitted.length === 0) return []
  const mark = randomUUID().slice(0, 8)
  const rows = new Map<string, { row: Omit<Tables['event'], 'number' | 'at'>; payload: unknown }>()
  for (const { kind, projectId, actorId = null, payload } of emitted) {
    const row = {
      mark,
      kind,
      version: EVENT_VERSIONS[kind],
      project_id: projectId,
      actor_id: actorId,
      payload: JSON.stringify(payload),
    }
    rows.set(`${kind} ${projectId} ${actorId} ${row.payload}`, { row, payload })
  }
  const said = [...rows.values()]
  const appended = await dialect.appendEvents(
    db,
    said.map(({ row }) => row),
  )
  return said.flatMap(({ row, payload }, index): EventRow[] => {
    const { number, at } = appended[index] ?? {}
    if (number === undefined || at === undefined) return []
    return [{ ...eventRow({ ...row, number, at }), payload }]
  })
}

export function eventRow(row: Tables['event']): EventRow {
  const { number, mark, kind, version, project_id: projectId, at } = row
  const actorId = parseActorId(row.actor_id)
  return { number, mark, kind, version, projectId, actorId, at, payload: parseJson(row.payload) }
}
