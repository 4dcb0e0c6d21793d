import { setTimeout as setTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { removeSomeContent } from './areas/removed-content.ts'
import { DatabaseUnavailableError } from './errors.ts'
import type { Opened } from './store.ts'
import type { Transactions } from './transactions.ts'

/** Until deferred work is continued after the database was unavailable. */
const UNAVAILABLE_PAUSE_MS = 1000
const LATER_PAUSE_MS = 5
/** A moment is quiet when nothing was written for this long. */
const QUIET_MS = 300
/** Deferred work waits for a quiet moment, but not forever. */
const PATIENCE_MS = 5000

/**
 * The work that saves do not wait for: the index of searches, removing the content of removed projects, and tidying the
 * database.
 */
export type DeferredWork = {
  /** Does what was left for later. */
  readonly start: () => void
  /** Runs a write of a caller: deferred work waits until there are none for a moment. */
  readonly during: <T>(write: () => Promise<T>) => Promise<T>
  /** Resolves when nothing is left. */
  readonly done: () => Promise<void>
  /** Stops between two steps. */
  readonly close: () => Promise<void>
}

export function openDeferredWork(
  opened: Pick<Opened, 'tidy'>,
  transactions: () => Pick<Transactions, 'write' | 'between'>,
): DeferredWork {
  let closed = false
  let later: Promise<void> | null = null
  let moreLater = false
  const writes = openWriteCount()
  let tidying: NodeJS.Timeout | null = null

  function tidyLater(): void {
    if (closed) return
    tidying ??= setTimer(() => {
      tidying = null
      if (!writes.areQuiet()) return tidyLater()
      if (!closed) transactions().between(opened.tidy)
    }, QUIET_MS)
    tidying.unref()
  }

  async function waitForQuiet(): Promise<void> {
    const since = performance.now()
    while (!closed && !writes.areQuiet() && performance.now() - since < PATIENCE_MS)
      await setTimeout(LATER_PAUSE_MS * 10)
  }

  /** Returns whether more is left. */
  async function doMore(): Promise<boolean> {
    try {
      return await transactions().write(
        async (w) =>
          (await w.dialect.indexMore(w.db)) || (await removeSomeContent(w)) || w.dialect.mergeMore(w.db),
        null,
      )
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
          more = !closed && (await doMore())
          await setTimeout(LATER_PAUSE_MS)
        }
        tidyLater()
      } while (moreLater)
    } catch {
      // The next start finds what is left; until then searches read those texts one by one.
    }
    later = null
  }

  return {
    start() {
      moreLater = true
      later ??= workLater()
    },
    async during(write) {
      writes.begin()
      try {
        return await write()
      } finally {
        writes.end()
        tidyLater()
      }
    },
    async done() {
      await later
    },
    async close() {
      closed = true
      if (tidying) clearTimeout(tidying)
      await later
    },
  }
}

/** Counts the writes that run, and measures the time since the last one. */
function openWriteCount() {
  let writes = 0
  let lastMs = -QUIET_MS
  return {
    areQuiet: () => writes === 0 && performance.now() - lastMs >= QUIET_MS,
    begin(): void {
      writes += 1
    },
    end(): void {
      writes -= 1
      lastMs = performance.now()
    },
  }
}
