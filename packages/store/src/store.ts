import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as setTimer } from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ActorId, NewEvent } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { appendEvents, type EventRow } from './areas/events.ts'
import { requireWhole } from './copy/unfinished-copy.ts'
import type { Dialect } from './dialect/dialect.ts'
import { DatabaseUnavailableError } from './errors.ts'
import type { DatabaseSession, EventHints } from './event-hints.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'

export type StoreConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Handle for reads. Opaque outside this package: pass it to the read functions. */
export type Reader = {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
  /**
   * Runs queries whose cost depends on the caller, within a budget of their own. Throws QueryTooCostlyError.
   */
  readonly limited: <T>(job: (r: Reader) => Promise<T>) => Promise<T>
}

/** Handle for writes inside one transaction. It can also be used for reads, which see what was written. */
export type Writer = Reader & {
  /** Runs after the commit; not at all if the transaction fails. */
  readonly afterCommit: (task: () => void) => void
  /**
   * Records what happened. The event is written in the same transaction, and the listeners of `onCommit` are
   * called after the commit. Every function that writes calls it; their callers do not have to.
   */
  readonly emit: (event: NewEvent) => void
  /** Notes that some work is left to do after the commit, in small steps. */
  readonly laterWork: () => void
}

export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs reads. On SQLite, the reads of one job can see different states if writes happen between them. */
  read<T>(job: (r: Reader) => Promise<T>): Promise<T>
  /**
   * Runs one transaction; `by` is the actor of its events that do not name one. The job can run more than
   * once: no network, no files, no effects except through `afterCommit`.
   */
  write<T>(job: (w: Writer) => Promise<T>, by?: ActorId): Promise<T>
  /**
   * Checks that the database responds and that writes are kept. Throws DatabaseUnavailableError and
   * StorageFailedError.
   */
  requireReady(): Promise<void>
  /**
   * Calls the listener with the events of each transaction of this process, after its commit; `write` waits
   * for it. Events of other processes, and of a commit whose response was lost, are only in the table. On
   * PostgreSQL, listeners can hear of commits that overlap in another order than that of their event numbers.
   */
  onCommit(listener: CommitListener): () => void
  /**
   * Calls the listener when other processes might have written events, with the newest number if known. Never
   * if there are no other processes.
   */
  onHint(listener: (newest: number | null) => void): () => void
  /**
   * Sends a short text to all processes of the database, this one included, without storing it; it can be lost.
   * Does nothing if there are no other processes.
   */
  broadcast(text: string): void
  /**
   * Calls the listener for each text of a process; null: the connection is new, so texts might have been lost. Returns a
   * function that stops listening.
   */
  onBroadcast(listener: (text: string | null) => void): () => void
  /**
   * Returns the session; null: other processes cannot tell now whether this one is alive, or there are none.
   */
  session(): DatabaseSession | null
  /** Makes a complete copy while writing continues, and checks it. Throws BackupError. */
  backup(toFile: string): Promise<{ readonly sizeBytes: number }>
  /**
   * Resolves when the work that large operations left for later is done: until then searches are slower, but
   * correct.
   */
  waitForIndex(): Promise<void>
  close(): Promise<void>
}

/** Must not throw, and must not wait for a write. */
export type CommitListener = (events: readonly EventRow[]) => void | Promise<void>

/**
 * What opening a database returns: a handle for reads, one for writes, and the few functions that depend on
 * the database.
 */
export type Opened = {
  readonly reader: Reader
  readonly writer: Pick<Reader, 'db' | 'dialect'>
  readonly begin: 'begin immediate' | 'begin'
  /** One transaction at a time: the database has one writer. */
  readonly exclusive: boolean
  readonly isConflict: (error: unknown) => boolean
  /** Returns the error that callers can act on, or the same error. */
  readonly explain: (error: unknown) => unknown
  /** Throws StorageFailedError if writes would be lost because the file was deleted or replaced. */
  readonly requireInPlace?: () => void
  /** Present if other processes can use the database too. */
  readonly hints?: EventHints
  /** Called after each commit. */
  readonly afterCommit?: () => void
  readonly backup: (toFile: string) => Promise<{ readonly sizeBytes: number }>
  /** Work that saves should not wait for; done when nothing was written for a moment. */
  readonly tidy: () => void
  readonly close: () => Promise<void>
}

/** Returns a handle that has a budget already, or needs none. */
export function unlimited(db: Kysely<Tables>, dialect: Dialect): Reader {
  const reader: Reader = { db, dialect, limited: (job) => job(reader) }
  return reader
}

const ATTEMPTS = 5
/** How long a write waits while another program holds the database. */
const LOCK_PATIENCE_MS = 5000
/** Between two attempts: from the first to the longest. */
const LOCK_PAUSES_MS = { first: 2, longest: 50 } as const
/** Until deferred work is continued after the database was unavailable. */
const UNAVAILABLE_PAUSE_MS = 1000
const LATER_PAUSE_MS = 5
/** A moment is quiet when nothing was written for this long. */
const QUIET_MS = 300
/** Deferred work waits for a quiet moment, but not forever. */
const PATIENCE_MS = 5000

/**
 * Opens the database and migrates its schema. Throws DataFolderLockedError, DatabaseTooNewError,
 * DatabaseUnavailableError.
 */
export async function openStore(
  config: StoreConfig,
  { lockPatienceMs = LOCK_PATIENCE_MS }: { readonly lockPatienceMs?: number } = {},
): Promise<Store> {
  const opened = config.kind === 'sqlite' ? await openSqlite(config.folder) : await openPostgres(config.url)
  try {
    await requireWhole(opened.reader.db)
  } catch (error) {
    await opened.close()
    throw error
  }
  const writing = new AsyncLocalStorage<true>()
  const listeners = new Set<CommitListener>()
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
  /** By `performance.now()`: since when another program holds the database; null: it does not. */
  let lockedSinceMs: number | null = null
  let later: Promise<void> | null = null
  let moreLater = false
  let writes = 0
  let marks = 0
  let lastWriteMs = -QUIET_MS
  let tidying: NodeJS.Timeout | null = null

  function outside(): void {
    if (writing.getStore()) throw new Error('inside write(): use the writer you were given')
    if (closed) throw new Error('the store is closed')
  }

  /**
   * Marks what runs inside a write. Between writes the mark is disabled: while it is active, Node tracks
   * every promise and every socket, including those of delivery.
   */
  async function runMarked<T>(job: () => Promise<T>): Promise<T> {
    marks += 1
    try {
      return await writing.run(true, job)
    } finally {
      marks -= 1
      if (marks === 0) writing.disable()
    }
  }

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
      tasks.push(() => {
        moreLater = true
        later ??= workLater()
      })
    }
    const { result, events } = await opened.writer.db.connection().execute(async (db) => {
      await sql.raw(opened.begin).execute(db)
      try {
        const result = await runMarked(() => job(writerOn(db, { afterCommit, emit, laterWork })))
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
    const newest = events.at(-1)
    if (newest === undefined) return result
    opened.hints?.send(newest.number)
    for (const listener of listeners) await listener(events)
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

  function enqueueWrite<T>(job: (w: Writer) => Promise<T>, by: ActorId | null = null): Promise<T> {
    if (!opened.exclusive) return runWithRetries(job, by)
    const fromMs = performance.now()
    const turn = queue.then(() => runWhenFree(job, { by, fromMs }))
    // After each write, timers and sockets get their turn before the next one.
    queue = turn.catch(() => undefined).then(() => setImmediate())
    return turn
  }

  async function runCounted<T>(job: (w: Writer) => Promise<T>, by: ActorId | null): Promise<T> {
    writes += 1
    try {
      return await enqueueWrite(job, by)
    } finally {
      writes -= 1
      lastWriteMs = performance.now()
      tidyLater()
    }
  }

  function tidyLater(): void {
    if (closed) return
    tidying ??= setTimer(() => {
      tidying = null
      if (writes > 0 || performance.now() - lastWriteMs < QUIET_MS) return tidyLater()
      if (!closed) queue = queue.then(opened.tidy).catch(() => undefined) // done at the next quiet moment
    }, QUIET_MS)
    tidying.unref()
  }

  async function waitForQuiet(): Promise<void> {
    const since = performance.now()
    while (
      !closed &&
      (writes > 0 || performance.now() - lastWriteMs < QUIET_MS) &&
      performance.now() - since < PATIENCE_MS
    ) {
      await setTimeout(LATER_PAUSE_MS * 10)
    }
  }

  /** Returns whether more is left. */
  async function indexMore(): Promise<boolean> {
    try {
      return await enqueueWrite((w) => w.dialect.indexMore(w.db))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await setTimeout(UNAVAILABLE_PAUSE_MS)
      return true
    }
  }

  /** Works in short transactions of its own, with pauses between them for requests of users. */
  async function workLater(): Promise<void> {
    try {
      do {
        moreLater = false
        for (let more = true; more && !closed; ) {
          await waitForQuiet()
          more = !closed && (await indexMore())
          await setTimeout(LATER_PAUSE_MS)
        }
        tidyLater()
      } while (moreLater)
    } catch {
      // The next start finds what is left; until then searches read those texts one by one.
    }
    later = null
  }

  later = workLater()
  return {
    dialect: opened.reader.dialect.name,
    async read(job) {
      outside()
      try {
        return await job(opened.reader)
      } catch (error) {
        throw opened.explain(error)
      }
    },
    async write(job, by) {
      outside()
      return runCounted(job, by ?? null)
    },
    async requireReady() {
      outside()
      try {
        opened.requireInPlace?.()
        await sql`select 1 from meta`.execute(opened.reader.db)
      } catch (error) {
        throw opened.explain(error)
      }
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    session: () => opened.hints?.session() ?? null,
    onHint: (listener) => opened.hints?.listen(listener) ?? (() => undefined),
    broadcast: (text) => opened.hints?.broadcast(text),
    onBroadcast: (listener) => opened.hints?.listenToBroadcasts(listener) ?? (() => undefined),
    backup: opened.backup,
    async waitForIndex() {
      await later
    },
    async close() {
      if (closed) return
      closed = true
      if (tidying) clearTimeout(tidying)
      await later
      await queue
      await opened.close()
    },
  }
}
