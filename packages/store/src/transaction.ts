import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActorId, NewEvent } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { appendEvents, type EventRow } from './areas/events.ts'
import type { Opened, Writer } from './store.ts'
import type { Tables } from './tables.ts'

export type TransactionParts = {
  readonly opened: Opened
  readonly mark: WriteMark
  /** Called after a commit with its events; the write waits for it. */
  readonly onEvents: (events: readonly EventRow[]) => Promise<void>
  /** Called after a commit that left work for later. */
  readonly onLaterWork: () => void
}

/** Runs a write in one transaction, then what it has requested for after the commit. */
export async function runTransaction<T>(
  { opened, mark, onEvents, onLaterWork }: TransactionParts,
  job: (w: Writer) => Promise<T>,
  by: ActorId | null,
): Promise<T> {
  const tasks: (() => void)[] = []
  const emitted: NewEvent[] = []
  const requests: Requests = {
    afterCommit: (task) => void tasks.push(task),
    emit: (event) => void emitted.push({ ...event, actorId: event.actorId ?? by }),
    laterWork: () => void tasks.push(onLaterWork),
  }
  const { result, events } = await opened.writer.db.connection().execute(async (db) => {
    await sql.raw(opened.begin).execute(db)
    try {
      const result = await mark.during(() => job(writerOn(opened, db, requests)))
      const events = await appendEvents({ db, dialect: opened.writer.dialect }, emitted)
      opened.requireInPlace?.()
      await sql`commit`.execute(db)
      return { result, events }
    } catch (error) {
      // The first error is the one to report; SQLite might have rolled back automatically.
      await sql`rollback`.execute(db).catch(() => undefined)
      throw error
    }
  })
  for (const task of [() => opened.afterCommit?.(), ...tasks]) await afterCommit(task)
  if (events.length > 0) await afterCommit(() => onEvents(events))
  return result
}

/** Does work after a commit. If it fails, the write is saved nevertheless, and the rest of the work is done. */
async function afterCommit(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}

/** What a write requests for after the commit. */
type Requests = Pick<Writer, 'afterCommit' | 'emit' | 'laterWork'>

function writerOn({ writer: { dialect } }: Opened, db: Kysely<Tables>, requests: Requests): Writer {
  const writer: Writer = {
    db,
    dialect,
    ...requests,
    limited: (job) => dialect.limited(db, () => job(writer)),
  }
  return writer
}

/** Marks what runs inside a write. */
export type WriteMark = {
  readonly isActive: () => boolean
  readonly during: <T>(job: () => Promise<T>) => Promise<T>
}

/**
 * Between writes the mark is disabled: while it is active, Node tracks every promise and every socket, including
 * those of delivery.
 */
export function openWriteMark(): WriteMark {
  const mark = new AsyncLocalStorage<true>()
  let writes = 0
  return {
    isActive: () => mark.getStore() === true,
    async during(job) {
      writes += 1
      try {
        return await mark.run(true, job)
      } finally {
        writes -= 1
        if (writes === 0) mark.disable()
      }
    },
  }
}
