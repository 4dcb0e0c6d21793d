import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as setTimer } from 'node:timers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ActorId, NewEvent } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { appendEvents, type EventRow } from './areas/events.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { EventHints } from './event-hints.ts'
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
  /** Runs queries whose cost a caller drives, within a budget of their own. Throws QueryTooCostlyError. */
  readonly limited: <T>(job: (r: Reader) => Promise<T>) => Promise<T>
}

/** Handle for writes inside one transaction. Reads may be done with it too and see what was written. */
export type Writer = Reader & {
  /** Runs after the commit; not at all when the transaction fails. */
  readonly afterCommit: (task: () => void) => void
  /**
   * Says what happened. It is written with the transaction, and the listeners of `onCommit` are told after the
   * commit. Every function that writes calls it; whoever uses them need not.
   */
  readonly emit: (event: NewEvent) => void
  /** Something was left to be done after the commit, a little at a time. */
  readonly laterWork: () => void
}

export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads of one job on SQLite may see different moments when writes fall between them. */
  read<T>(job: (r: Reader) => Promise<T>): Promise<T>
  /**
   * One transaction; `by` does what it says happened, where it does not say who. The job may run more than once: no network, no files, no effects except through
   * `afterCommit`.
   */
  write<T>(job: (w: Writer) => Promise<T>, by?: ActorId): Promise<T>
  /**
   * The database answers, and what is written to it is kept. Throws DatabaseAwayError and StorageFailedError.
   */
  requireReady(): Promise<void>
  /**
   * Called with what each transaction of this process has said happened, after its commit; `write` waits for
   * it. Of other processes, and of a commit whose answer was lost, only the table tells.
   */
  onCommit(listener: CommitListener): () => void
  /**
   * Called when other processes may have written events, with the newest number where that is known. Never
   * where there are no others.
   */
  onHint(listener: (newest: number | null) => void): () => void
  /** A whole copy while writing goes on, checked before it counts. Throws BackupError. */
  backup(toFile: string): Promise<{ readonly sizeBytes: number }>
  /**
   * Resolves when what large operations left for later is done: until then searches are slower, but right.
   */
  waitForIndex(): Promise<void>
  close(): Promise<void>
}

/** Must not throw, and must not wait for a write. */
export type CommitListener = (events: readonly EventRow[]) => void | Promise<void>

/**
 * What opening a database gives: a handle for reads, one for writes, and the few things only that database
 * can do.
 */
export type Opened = {
  readonly reader: Reader
  readonly writer: Pick<Reader, 'db' | 'dialect'>
  readonly begin: 'begin immediate' | 'begin'
  /** One transaction at a time: the database has one writer. */
  readonly exclusive: boolean
  readonly isConflict: (error: unknown) => boolean
  /** The error that callers can act on, or the same. */
  readonly explain: (error: unknown) => unknown
  /**
   * Throws StorageFailedError where what is written would be lost, because the file was deleted or replaced.
   */
  readonly requireInPlace?: () => void
  /** Where other processes may use the database too. */
  readonly hints?: EventHints
  /** Called after each commit. */
  readonly afterCommit?: () => void
  readonly backup: (toFile: string) => Promise<{ readonly sizeBytes: number }>
  /** What a save should not have to wait for; done when nothing was written for a moment. */
  readonly tidy: () => void
  readonly close: () => Promise<void>
}

/** A handle that is within a budget already, or needs none. */
export function unlimited(db: Kysely<Tables>, dialect: Dialect): Reader {
  const reader: Reader = { db, dialect, limited: (job) => job(reader) }
  return reader
}

const ATTEMPTS = 5
const LATER_PAUSE_MS = 5
/** Nothing written for this long is a quiet moment. */
const QUIET_MS = 300
/** What is left for later waits for a quiet moment, but not for ever. */
const PATIENCE_MS = 5000

/**
 * Opens the database, brings its schema up to date. Throws DatabaseHeldError, DatabaseTooNewError,
 * DatabaseAwayError.
 */
export async function openStore(config: StoreConfig): Promise<Store> {
  const opened = config.kind === 'sqlite' ? await openSqlite(config.folder) : await openPostgres(config.url)
  const writing = new AsyncLocalStorage<true>()
  const listeners = new Set<CommitListener>()
  let queue: Promise<unknown> = Promise.resolve()
  let closed = false
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
   * Marks what runs inside a write. Between writes the mark is off: while it is on, Node follows every
   * promise and every socket, delivery's too.
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
        // The first error is the one worth telling; SQLite may have rolled back by itself.
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
    const turn = queue.then(() => runWithRetries(job, by))
    // Each write lets timers and sockets have their turn before the next one.
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
      if (!closed) queue = queue.then(opened.tidy).catch(() => undefined) // the next quiet moment comes
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

  /** In transactions of its own, each short, with room between them for what people do. */
  async function workLater(): Promise<void> {
    try {
      do {
        moreLater = false
        for (let more = true; more && !closed; ) {
          await waitForQuiet()
          more = !closed && (await enqueueWrite((w) => w.dialect.indexMore(w.db)))
          await setTimeout(LATER_PAUSE_MS)
        }
        tidyLater()
      } while (moreLater)
    } catch {
      // What is left is found again at the next start; until then searches read it one by one.
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
    onHint: (listener) => opened.hints?.listen(listener) ?? (() => undefined),
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
