import { Failure, type PublicLimits } from '@dragoman/contract'
import { secondsToWait } from '@dragoman/core'
import { countAttempt } from '@dragoman/store'
import type { Deps } from '../deps.ts'

const WINDOW_MS = 60_000
/** Into how many shares a limit is divided: a process counts one share alone before it notifies the others. */
const SHARES = 20

/** Calls per minute; 0: no limit. */
export type CallLimits = {
  /** Of a person, with a session. */
  readonly account: number
  readonly token: number
  /** A network address without anyone signed in. */
  readonly address: number
}
export type CallLimitKind = keyof CallLimits

export const NO_CALL_LIMITS: CallLimits = { account: 0, token: 0, address: 0 }

/** A route with limits of its own; its name is part of what is counted. */
export type PublicRoute = PublicLimits & { readonly name: string }

export type CallCounter = {
  /**
   * Counts a call before anything is done for it; that of a public route for the route too. Throws
   * `too-many-requests`.
   */
  readonly count: (kind: CallLimitKind, who: string | number, route?: PublicRoute) => void
  /**
   * Refuses a call whose session or token still has to be looked up, if too many calls of its address had none that
   * is valid. `credential` (a hash) passes if it was valid in this minute or the one before, so that no one can
   * shut out others behind the same address. Counts nothing. Throws `too-many-requests`.
   */
  readonly requireRoom: (network: string, credential: string) => void
  /** Notes that a session or token is valid. */
  readonly noteValid: (credential: string) => void
}

type Counted = { own: number; unshared: number; others: number }

/**
 * Limits calls of the API per minute, across all processes of a database. A call costs no statement: each
 * process counts in memory, and writes its count whenever that is a twentieth of the limit, so that each
 * process lets through at most that much more. Callers with few calls are never written. Delivery is not
 * counted.
 */
export function countCalls(
  limits: CallLimits,
  { store, now, log }: Pick<Deps, 'store' | 'now' | 'log'>,
): CallCounter {
  const counted = new Map<string, Counted>()
  let valid = new Set<string>()
  let validBefore = new Set<string>()
  let untilMs = 0

  /** Starts a new minute if the last one is over; returns the time. */
  function minute(): number {
    const nowMs = now().getTime()
    // Also where the clock was set back: no one waits for the end of a minute of then
    if (nowMs >= untilMs || nowMs < untilMs - WINDOW_MS) {
      counted.clear()
      validBefore = valid
      valid = new Set()
      // The same minutes in all processes, because the time is the database's.
      untilMs = (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS
    }
    return nowMs
  }

  function requireBelow(entry: Counted | undefined, max: number, nowMs: number): void {
    if (entry === undefined || entry.own + entry.others < max) return
    throw new Failure('too-many-requests', {
      what: 'calls',
      retryAfterS: secondsToWait(untilMs - nowMs),
    })
  }

  async function share(name: string, entry: Counted, nowMs: number): Promise<void> {
    const by = entry.unshared
    entry.unshared = 0
    const until = untilMs
    try {
      const windowMs = until - nowMs
      const { count } = await store.write((w) => countAttempt(w, { name, nowMs, windowMs, by }))
      if (until === untilMs) entry.others = Math.max(entry.others, count - (entry.own - entry.unshared))
    } catch (error) {
      // Without the counts of others, the limit applies to this process; calls continue.
      log({ level: 'warn', event: 'calls-not-shared', error })
    }
  }

  function countBelow(name: string, max: number, nowMs: number): void {
    const entry = counted.get(name) ?? { own: 0, unshared: 0, others: 0 }
    counted.set(name, entry)
    requireBelow(entry, max, nowMs)
    entry.own += 1
    entry.unshared += 1
    if (entry.unshared >= Math.max(1, Math.floor(max / SHARES))) void share(name, entry, nowMs)
  }

  return {
    count(kind, who, route) {
      const max = limits[kind]
      if (max === 0) return
      const nowMs = minute()
      countBelow(`calls ${kind} ${who}`, max, nowMs)
      if (route) countBelow(`calls ${kind} ${who} ${route.name}`, Math.min(max, route.callsPerMinute), nowMs)
    },
    requireRoom(network, credential) {
      const max = limits.address
      if (max === 0) return
      const nowMs = minute()
      if (valid.has(credential) || validBefore.has(credential)) return
      requireBelow(counted.get(`calls address ${network}`), max, nowMs)
    },
    noteValid(credential) {
      if (limits.address === 0) return
      minute()
      valid.add(credential)
    },
  }
}
