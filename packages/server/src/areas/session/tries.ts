import { Failure } from '@dragoman/contract'

/** Tries in a quarter of an hour (docs/specification.md §9). */
const TRIES = 10
const WINDOW_MS = 15 * 60 * 1000
/** Entries kept at most, so that many addresses cannot fill the memory. */
const KEPT = 10_000

/** Counts failed tries by name, such as an address or an account. */
export type Tries = {
  /** Throws `too-many-requests` when there were too many lately. */
  readonly demand: (names: readonly string[]) => void
  readonly failed: (names: readonly string[]) => void
  readonly succeeded: (names: readonly string[]) => void
}

export function countTries(now: () => Date): Tries {
  const tries = new Map<string, { count: number; until: number }>()
  return {
    demand(names) {
      const time = now().getTime()
      for (const name of names) {
        const entry = tries.get(name)
        if (entry === undefined || entry.until <= time || entry.count < TRIES) continue
        throw new Failure('too-many-requests', { retryAfterS: Math.ceil((entry.until - time) / 1000) })
      }
    },
    failed(names) {
      const time = now().getTime()
      for (const name of names) {
        const entry = tries.get(name)
        if (entry !== undefined && entry.until > time) entry.count += 1
        else tries.set(name, { count: 1, until: time + WINDOW_MS })
      }
      const oldest = tries.keys().next()
      if (tries.size > KEPT && !oldest.done) tries.delete(oldest.value)
    },
    succeeded(names) {
      for (const name of names) tries.delete(name)
    },
  }
}
