import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { eventsAfter, FollowedElsewhereError, LeaseLostError, type Reader, type Store } from '@dragoman/store'
import type { Leases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { openLoop } from '../open-loop.ts'
import { TIMINGS } from '../timings.ts'
import { type FollowerPositionParts, openFollowerPosition } from './follower-position.ts'
import { openBatchSize } from './open-batch-size.ts'
import { readNumbered } from './read-numbered.ts'
import type { NumberedEvent, Subscriber } from './subscriber.ts'

/**
 * Follows the events from where it stopped last: in one process at a time, and each event once, because
 * effects and position are written in one transaction.
 */
export type Follower = Subscriber & {
  readonly start: () => Promise<void>
  /** Whether this process is the one that follows. */
  readonly isLeading: () => boolean
  readonly close: () => Promise<void>
}

export type FollowerOptions<Effect> = Omit<FollowerPositionParts<Effect>, 'fenced'> & {
  readonly log: Log
  readonly leases: Leases
  /** Returns the effects of events, without writing anything. */
  readonly effectsOf: (r: Reader, events: readonly NumberedEvent[]) => Promise<readonly Effect[]>
  /** Does some of the work that effects have left for later, in a transaction of its own; returns true if there is more. */
  readonly doLater?: (fenced: Store) => Promise<boolean>
  /** Whether an event that fails again and again is skipped, instead of stopping all events after it. */
  readonly skipsFailing?: boolean
  /** Kinds of events that never have effects, and that it writes itself. */
  readonly ignores: ReadonlySet<NumberedEvent['kind']>
  /** The pause after a batch. */
  readonly pauseMs?: number
  readonly pollMs?: number
  /** Called when this process starts to lead. */
  readonly onLead?: () => void
}

export function openFollower<Effect>(options: FollowerOptions<Effect>): Follower {
  const { name, store, log, leases, effectsOf, doLater, ignores, onLead } = options
  const { pauseMs = TIMINGS.followerPauseMs, pollMs = TIMINGS.followerPollMs } = options
  const batch = openBatchSize(options.skipsFailing ?? false)
  const loop = openLoop(follow, (error) => {
    position.forgetStored()
    if (!(error instanceof FollowedElsewhereError || error instanceof LeaseLostError))
      log({ level: 'warn', event: 'events-not-followed', follower: name, error })
  })
  const { signal } = loop
  let isLeading = false
  const fenced = leases.fence(name)
  const position = openFollowerPosition({ ...options, fenced })

  function wake(): void {
    if (isLeading) loop.wake()
  }

  async function follow(): Promise<void> {
    if (!isLeading) return
    const hasFollowed = await followNext()
    const hasMore = (await doLater?.(fenced)) ?? false
    if (hasMore) wake()
    if (hasFollowed || hasMore) await pause(pauseMs, undefined, { signal }).catch(() => undefined)
  }

  /** Follows the next events; returns false if there are none. */
  async function followNext(): Promise<boolean> {
    // Not in the turn of the commit that woke it: its answer is sent first.
    await setImmediate()
    const { stored, read: from } = await position.current()
    const limit = batch.current()
    const rows = await store.read((r) => eventsAfter(r, from, limit))
    if (rows === null) {
      log({ level: 'warn', event: 'followed-events-lost', follower: name, number: from.number })
      await position.restart()
      wake()
      return false
    }
    const last = rows.at(-1)
    if (last === undefined) return false
    await setImmediate()
    const events = rows.flatMap((row) => readNumbered(row) ?? [])
    const to = { number: last.number, mark: last.mark }
    try {
      await position.advance(stored, to, await store.read((r) => effectsOf(r, events)))
    } catch (error) {
      if (!batch.noteFailed(error, rows.length).isSkipped) {
        position.forgetStored()
        wake()
        return true
      }
      log({ level: 'error', event: 'event-skipped', follower: name, number: to.number, error })
      await position.advance(stored, to, [])
    }
    batch.noteFollowed()
    if (rows.length === limit) wake()
    return true
  }

  async function lead(): Promise<void> {
    if (isLeading || signal.aborted || !(await leases.take(name))) return
    isLeading = true
    position.forget()
    wake()
    onLead?.()
  }

  return {
    name,
    onEvent(event) {
      if (!ignores.has(event.kind)) wake()
    },
    onGap: wake,
    isLeading: () => isLeading,
    async start() {
      leases.start({
        onLook: lead,
        async onLost(lost) {
          if (lost === name) isLeading = false
        },
      })
      await lead()
      loop.start(pollMs)
    },
    close: loop.close,
  }
}
