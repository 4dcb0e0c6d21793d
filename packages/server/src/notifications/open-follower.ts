import { setTimeout as pause } from 'node:timers/promises'
import {
  beginFollowing,
  type EventPosition,
  type EventRow,
  eventsAfter,
  FollowedElsewhereError,
  followerPosition,
  LeaseLostError,
  moveFollower,
  type Reader,
  type Store,
} from '@dragoman/store'
import { readNumbered } from '../events/read-numbered.ts'
import type { Subscriber } from '../events/subscriber.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { ALL_RULES } from './all-rules.ts'
import { applyEffects } from './apply-effects.ts'
import type { Effect } from './rule.ts'

/**
 * Makes notifications of the events, from where it was when it last ran: one process at a time, and each event
 * once, because what it comes to and how far the follower is are written in one transaction.
 */
export type NotificationFollower = Subscriber & {
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export type FollowerOptions = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly leases: Leases
}

const NAME = 'notifications'
const READ_AT_ONCE = 500
/** So that many saves at once are followed together. */
const BETWEEN_MS = 250
/** Events that come to nothing are noted as followed so many at a time: following them again costs little. */
const NOTED_AFTER = 300
/** Also without an event: after a failure, and for what was missed. */
const LOOK_EVERY_MS = 2_000

export function openFollower({ store, now, log, leases }: FollowerOptions): NotificationFollower {
  let isLeading = false
  let isClosing = false
  let following: Promise<void> | null = null
  let followAgain = false
  /** What is noted, and what was read beyond it and came to nothing. */
  let noted: EventPosition | null = null
  let read: EventPosition | null = null
  const fenced = leases.fence(NAME)
  const closing = new AbortController()
  let timer: NodeJS.Timeout | null = null

  function wake(): void {
    if (!isLeading || isClosing) return
    followAgain = true
    following ??= followOn()
      .catch((error: unknown) => {
        if (isClosing) return
        noted = null
        if (!(error instanceof FollowedElsewhereError || error instanceof LeaseLostError))
          log({ level: 'warn', event: 'notifications-not-made', error })
      })
      .finally(() => {
        following = null
      })
  }

  async function followOn(): Promise<void> {
    while (followAgain && !isClosing && isLeading) {
      followAgain = false
      noted ??= await store.read((r) => followerPosition(r, NAME))
      noted ??= await fenced.write((w) => beginFollowing(w, NAME))
      if (read === null || read.number < noted.number) read = noted
      const from = read
      const events = await store.read((r) => eventsAfter(r, from, READ_AT_ONCE))
      if (events === null) {
        log({ level: 'warn', event: 'notifications-events-lost', number: from.number })
        noted = await fenced.write((w) => beginFollowing(w, NAME))
        read = noted
        continue
      }
      const last = events.at(-1)
      if (last === undefined) continue
      const effects = await store.read((r) => effectsOf(r, events))
      const to = { number: last.number, mark: last.mark }
      if (effects.length > 0 || to.number - noted.number >= NOTED_AFTER) await note(noted, to, effects)
      read = to
      if (events.length === READ_AT_ONCE) followAgain = true
      await pause(BETWEEN_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  async function note(from: EventPosition, to: EventPosition, effects: readonly Effect[]): Promise<void> {
    await fenced.write(async (w) => {
      await moveFollower(w, NAME, { from, to })
      await applyEffects(w, effects, now())
    })
    noted = to
  }

  async function effectsOf(r: Reader, events: readonly EventRow[]): Promise<readonly Effect[]> {
    const effects: Effect[] = []
    for (const row of events) {
      const event = readNumbered(row)
      if (event === null) continue
      for (const { follow } of ALL_RULES) effects.push(...(await follow(r, event, now())))
    }
    return effects
  }

  async function lead(): Promise<void> {
    if (isLeading || isClosing || !(await leases.take(NAME))) return
    isLeading = true
    noted = null
    read = null
    wake()
  }

  return {
    name: NAME,
    onEvent(event) {
      if (event.kind !== 'notifications.changed') wake()
    },
    onGap: wake,
    async start() {
      leases.start({
        onLook: lead,
        async onLost(name) {
          if (name === NAME) isLeading = false
        },
      })
      await lead()
      timer = setInterval(wake, LOOK_EVERY_MS).unref()
    },
    async close() {
      isClosing = true
      closing.abort()
      if (timer !== null) clearInterval(timer)
      await following
    },
  }
}
