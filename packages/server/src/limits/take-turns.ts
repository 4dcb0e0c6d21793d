import { setTimeout } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import type { CallLimitKind, PublicRoute } from './count-calls.ts'

/** How many calls of one caller can wait for their turn. */
export const WAITING_MAX = 50
/** Calls that had to wait start this many times as far apart as the last one took. */
const SPACING = 3
const SPACING_MAX_MS = 1000
/**
 * How long calls that had to wait can take together before they are kept apart: a page that loads makes up to 20 short
 * ones, and delays no one with them. The share of a caller who always has some waiting does not depend on it.
 */
const BURST_MS = 200
/** Seconds after which another attempt makes sense: calls take a fraction of one. */
const RETRY_AFTER_S = 2

export type Turn = {
  /** Whether the call had to wait, so that what was checked before can be outdated. */
  readonly hasWaited: boolean
  /** Lets the next call of the same caller start; calling it again changes nothing. */
  readonly end: () => void
}

export type Turns = {
  /**
   * Resolves when it is the caller's turn, of a public route the turn at the route too. Throws `too-many-requests` if
   * too many of their calls wait already, and `busy` if the client of `request` leaves before; its signal is only
   * looked at if the call has to wait.
   */
  readonly take: (
    kind: CallLimitKind,
    who: string | number,
    request?: { readonly signal: AbortSignal },
    route?: PublicRoute,
  ) => Promise<Turn>
}

type Waiting = { readonly start: () => void }
type Line = {
  running: number
  readonly waiting: Set<Waiting>
  /** How long the last call took. */
  lastMs: number
  /** By the clock: when as much time has passed as the calls that had to wait can take up. */
  paidMs: number
}

type Clock = {
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

const SYSTEM_CLOCK: Clock = { nowMs: () => performance.now(), sleep: (ms) => setTimeout(ms) }

/**
 * Limits how many calls of one person, token or address this process works on at the same time (`atOnce`; 0: no
 * limit). `countCalls` limits how many there are in a minute; this keeps expensive ones from delaying everyone
 * else's. Further calls start in the order they arrived; after the first `BURST_MS` of work, far enough apart that they
 * are worked on one by one: a caller who always has some waiting gets about a third of the time, and the requests of
 * others are answered in the pauses.
 */
export function takeTurns(atOnce: number, clock = SYSTEM_CLOCK): Turns {
  const lines = new Map<string, Line>()

  function turnOf(name: string, line: Line, hasWaited: boolean): Turn {
    let hasEnded = false
    const fromMs = clock.nowMs()
    return {
      hasWaited,
      end() {
        if (hasEnded) return
        hasEnded = true
        line.lastMs = clock.nowMs() - fromMs
        // Calls on SQLite run to their end immediately, before the next request is read: only by keeping the turn
        // until then do the others of the same moment wait.
        setImmediate(() => {
          const [next] = line.waiting
          if (next !== undefined) next.start()
          else {
            line.running -= 1
            if (line.running === 0) lines.delete(name)
          }
        })
      },
    }
  }

  async function takeIn(name: string, max: number, signal: AbortSignal | undefined): Promise<Turn> {
    const line = lines.get(name) ?? { running: 0, waiting: new Set(), lastMs: 0, paidMs: 0 }
    lines.set(name, line)
    if (line.running < max) {
      line.running += 1
      return turnOf(name, line, false)
    }
    if (line.waiting.size >= WAITING_MAX)
      throw new Failure('too-many-requests', { what: 'calls-at-once', retryAfterS: RETRY_AFTER_S })
    if (signal?.aborted) throw new Failure('busy')
    await waitInLine(line, signal)
    await keepApart(line, clock)
    return turnOf(name, line, true)
  }

  return {
    async take(kind, who, request, route) {
      if (atOnce === 0) return { hasWaited: false, end: () => undefined }
      const name = `${kind} ${who}`
      const { signal } = request ?? {}
      if (route === undefined) return takeIn(name, atOnce, signal)
      // First the route's: a call that waits for it must not keep other calls of the same caller waiting.
      const ofRoute = await takeIn(`${name} ${route.name}`, Math.min(atOnce, route.callsAtOnce), signal)
      try {
        const ofCaller = await takeIn(name, atOnce, signal)
        return {
          hasWaited: ofRoute.hasWaited || ofCaller.hasWaited,
          end() {
            ofCaller.end()
            ofRoute.end()
          },
        }
      } catch (error) {
        ofRoute.end()
        throw error
      }
    },
  }
}

/** Resolves when the call is the next of its line. Throws `busy` if its client leaves before. */
function waitInLine({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      waiting.delete(one)
      reject(new Failure('busy'))
    }
    const one: Waiting = {
      start() {
        waiting.delete(one)
        signal?.removeEventListener('abort', leave)
        resolve()
      },
    }
    waiting.add(one)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/**
 * Waits until a call that had to wait is far enough apart from those before (the generic cell rate algorithm, with
 * the duration of the last call as the cost of the next).
 */
async function keepApart(line: Line, clock: Clock): Promise<void> {
  const nowMs = clock.nowMs()
  const waitMs = Math.max(0, line.paidMs - nowMs - (SPACING - 1) * BURST_MS)
  line.paidMs = Math.max(line.paidMs, nowMs) + Math.min(SPACING_MAX_MS, SPACING * line.lastMs)
  await clock.sleep(waitMs)
}
