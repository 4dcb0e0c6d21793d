import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ActorId } from '@dragoman/core'
import type { Opened, Writer } from './store.ts'
import { openWriteMark, runTransaction, type TransactionParts } from './transaction.ts'

export type TransactionsParts = Omit<TransactionParts, 'mark'> & {
  /** How long a write waits while another program holds the database. */
  readonly lockPatienceMs: number
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

export function openTransactions({ lockPatienceMs, ...parts }: TransactionsParts): Transactions {
  const { opened } = parts
  const mark = openWriteMark()
  const runWhenFree = waitWhileLocked(opened, lockPatienceMs)
  let queue: Promise<unknown> = Promise.resolve()

  return {
    write<T>(job: (w: Writer) => Promise<T>, by: ActorId | null): Promise<T> {
      const once = () => runTransaction({ ...parts, mark }, job, by)
      if (!opened.exclusive) return runWithRetries(opened, once)
      const fromMs = performance.now()
      const turn = queue.then(() => runWhenFree(once, fromMs))
      // After each write, timers and sockets get their turn before the next one.
      queue = turn.catch(() => undefined).then(() => setImmediate())
      return turn
    },
    isInside: mark.isActive,
    between(work) {
      queue = queue.then(work).catch(() => undefined)
    },
    settled: () => queue,
  }
}

/** Runs a transaction, which can conflict with those of other processes. */
async function runWithRetries<T>(opened: Opened, once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once()
    } catch (error) {
      if (attempt === ATTEMPTS || !opened.isConflict(error)) throw opened.explain(error)
    }
  }
}

/**
 * Returns a function that tries a transaction again, without blocking the thread, as long as another program holds the
 * database. It throws DatabaseUnavailableError for a write that has waited too long for that since `fromMs`.
 */
function waitWhileLocked(opened: Opened, lockPatienceMs: number) {
  /** By `performance.now()`: since when another program holds the database; null: it does not. */
  let lockedSinceMs: number | null = null

  return async <T>(once: () => Promise<T>, fromMs: number): Promise<T> => {
    for (
      let pauseMs: number = LOCK_PAUSES_MS.first;
      ;
      pauseMs = Math.min(2 * pauseMs, LOCK_PAUSES_MS.longest)
    ) {
      try {
        const result = await once()
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
}
