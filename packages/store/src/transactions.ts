import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ActorId, NewEvent } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { appendEvents, type EventRow } from './areas/events.ts'
import type { Opened, Writer } from './store.ts'
import type { Tables } from './tables.ts'

export type TransactionsParts = {
  readonly opened: Opened
  /** How long a write waits while another program holds the database. */
  readonly lockPatienceMs: number
  /** Called after a commit with its events; the write waits for it. */
  readonly onEvents: (events: readonly EventRow[]) => Promise<void>
  /** Called after a commit that left work for later. */
  readonly onLaterWork: () => void
}

/** Runs writes as transactions, and tries again those that can succeed later. */
export type Transactions = {
  readonly write: <T>(job: (w: Writer) => Promise<T>, by: ActorId | null) => Promise<T>
  /** Whether the caller is inside a write. */
  readonly isInside: () => boolean
  /** Runs work of the database between two writes. Errors are ignored: it is done at the next opportunity. */
  readonly between: (work: () => void) => void
  /** Resolves after the writes that have been requested so far. */
  readonly settled: () => Promise<unknown>
}

const ATTEMPTS = 5
/** Between two attempts: from the first to the longest. */
const LOCK_PAUSES_MS = { first: 2, longest: 50 } as const

export function openTransactions({
  opened,
  lockPatienceMs,
  onEvents,
  onLaterWork,
}: TransactionsParts): Transactions {
  const writing = openWriteMark()
  let queue: Promise<unknown> = Promise.resolve()
  /** By `performance.now()`: since when another program holds the database; null: it does not. */
  let lockedSinceMs: number | null = null

  function writerOn(db: Kysely<Tables>, tasks: Pick<Writer, 'afterCommit' | 'emit' | 'laterWork'>): Writer {
    const { dialect } = opened.writer
    const writer: Writer = { db, dialect, ...tasks, limited: (job) => dialect.limited(db, () => job(writer)) }
    return writer
  }

  async function once<T>(job: (w: Writer) => Promise<T>, by: ActorId | null): Promise<T> {
    const tasks: (() => void)[] = []
    const afterCommit = (task: () => void) => {
      tasks.push(task)
    }
    const emitted: NewEvent[] = []
    const emit = (event: NewEvent) => {
      emitted.push({ ...event, actorId: event.actorId ?? by })
    }
    const laterWork = () => {
      tasks.push(onLaterWork)
    }
    const { result, events } = await opened.writer.db.connection().execute(async (db) => {
      await sql.raw(opened.begin).execute(db)
      try {
        const result = await writing.during(() => job(writerOn(db, { afterCommit, emit, laterWork })))
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
    opened.afterCommit?.()
    for (const task of tasks) task()
    if (events.length > 0) await onEvents(events)
    return result
  }

  /**
   * Tries again, without blocking the thread, as long as another program holds the database. Throws
   * DatabaseUnavailableError for a write that has waited too long for that since `fromMs`.
   */
  async function runWhenFree<T>(
    job: (w: Writer) => Promise<T>,
    { by, fromMs }: { readonly by: ActorId | null; readonly fromMs: number },
  ): Promise<T> {
    for (
      let pauseMs: number = LOCK_PAUSES_MS.first;
      ;
      pauseMs = Math.min(2 * pauseMs, LOCK_PAUSES_MS.longest)
    ) {
      try {
        const result = await once(job, by)
        lockedSinceMs = null
        return result
      } catch (error) {
        if (!opened.isConflict(error)) {
          lockedSinceMs = null
          throw opened.explain(error)
        }
        const nowMs = performance.now()
        lockedSinceMs ??= nowMs
        if (nowMs - Math.max(lockedSinceMs, fromMs) > lockPatienceMs) throw opened.explain(error)
      }
      await setTimeout(pauseMs)
    }
  }

  async function runWithRetries<T>(job: (w: Writer) => Promise<T>, by: ActorId | null): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(job, by)
      } catch (error) {
        if (attempt === ATTEMPTS || !opened.isConflict(error)) throw opened.explain(error)
      }
    }
  }

  function write<T>(job: (w: Writer) => Promise<T>, by: ActorId | null): Promise<T> {
    if (!opened.exclusive) return runWithRetries(job, by)
    const fromMs = performance.now()
    const turn = queue.then(() => runWhenFree(job, { by, fromMs }))
    // After each write, timers and sockets get their turn before the next one.
    queue = turn.catch(() => undefined).then(() => setImmediate())
    return turn
  }

  return {
    write,
    isInside: writing.isActive,
    between(work) {
      queue = queue.then(work).catch(() => undefined)
    },
    settled: () => queue,
  }
}

/**
 * Marks what runs inside a write. Between writes the mark is disabled: while it is active, Node tracks
 * every promise and every socket, including those of delivery.
 */
function openWriteMark() {
  const mark = new AsyncLocalStorage<true>()
  let writes = 0
  return {
    isActive: () => mark.getStore() === true,
    async during<T>(job: () => Promise<T>): Promise<T> {
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
