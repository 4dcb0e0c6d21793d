import type { ActorId, NewEvent } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import type { EventRow } from './areas/events.ts'
import { requireWhole } from './copy/unfinished-copy.ts'
import { openDeferredWork } from './deferred-work.ts'
import type { Dialect } from './dialect/dialect.ts'
import { StoreClosedError } from './errors.ts'
import type { DatabaseSession, EventHints } from './event-hints.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Tables } from './tables.ts'
import { openTransactions } from './transactions.ts'

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
  /** Work that saves should not wait for; done when nothing was written for a moment. */
  readonly tidy: () => void
  readonly close: () => Promise<void>
}

/** How long a write waits while another program holds the database. */
const LOCK_PATIENCE_MS = 5000

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
  const listeners = new Set<CommitListener>()
  let closed = false
  const deferred = openDeferredWork(opened, () => transactions)
  const transactions = openTransactions({
    opened,
    lockPatienceMs,
    async onEvents(events) {
      const newest = events.at(-1)
      if (newest !== undefined) opened.hints?.send(newest.number)
      for (const listener of listeners) await listener(events)
    },
    onLaterWork: deferred.start,
  })
  deferred.start()

  function outside(): void {
    if (transactions.isInside()) throw new Error('inside write(): use the writer you were given')
    if (closed) throw new StoreClosedError()
  }

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
      return deferred.during(() => transactions.write(job, by ?? null))
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
    waitForIndex: deferred.done,
    async close() {
      if (closed) return
      closed = true
      await deferred.close()
      await transactions.settled()
      await opened.close()
    },
  }
}
