import { Failure } from '@dragoman/contract'
import { countAttempt } from '@dragoman/store'
import type { Deps } from '../deps.ts'

const WINDOW_MS = 60_000
/** How many calls of a limit a process counts by itself before it tells the others. */
const SHARES = 20

/** Calls in a minute; 0: no limit. */
export type CallLimits = {
  /** Of a person, with a session. */
  readonly account: number
  readonly token: number
  /** Of a network address from which nobody is signed in. */
  readonly address: number
}
export type CallLimitKind = keyof CallLimits

export const NO_CALL_LIMITS: CallLimits = { account: 0, token: 0, address: 0 }

export type CallCounter = {
  /** Counts a call before anything is done for it. Throws `too-many-requests`. */
  readonly count: (kind: CallLimitKind, who: string | number) => void
}

type Counted = { own: number; unshared: number; others: number }

/**
 * Limits how many calls of the API somebody makes in a minute, in all processes of a database together. A call
 * costs no statement: each process counts in memory, and writes down what it has counted whenever that is a
 * twentieth of the limit, so that processes together let through at most that much more each. Whoever calls
 * seldom is never written down. Delivery is not counted.
 */
export function countCalls(
  limits: CallLimits,
  { store, now, log }: Pick<Deps, 'store' | 'now' | 'log'>,
): CallCounter {
  const counted = new Map<string, Counted>()
  let untilMs = 0

  async function share(name: string, entry: Counted, nowMs: number): Promise<void> {
    const by = entry.unshared
    entry.unshared = 0
    const until = untilMs
    try {
      const windowMs = until - nowMs
      const { count } = await store.write((w) => countAttempt(w, { name, nowMs, windowMs, by }))
      if (until === untilMs) entry.others = Math.max(entry.others, count - (entry.own - entry.unshared))
    } catch (error) {
      // Without the others the limit is that of this process; calls go on.
      log({ level: 'warn', event: 'calls-not-shared', error })
    }
  }

  return {
    count(kind, who) {
      const max = limits[kind]
      if (max === 0) return
      const nowMs = now().getTime()
      if (nowMs >= untilMs) {
        counted.clear()
        // The same minutes in all processes: time is the database's.
        untilMs = (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS
      }
      const name = `calls ${kind} ${who}`
      const entry = counted.get(name) ?? { own: 0, unshared: 0, others: 0 }
      counted.set(name, entry)
      if (entry.own + entry.others >= max)
        throw new Failure('too-many-requests', {
          what: 'calls',
          retryAfterS: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
        })
      entry.own += 1
      entry.unshared += 1
      if (entry.unshared >= Math.max(1, Math.floor(max / SHARES))) void share(name, entry, nowMs)
    },
  }
}
