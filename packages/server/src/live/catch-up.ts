import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '@dragoman/core'
import { DatabaseUnavailableError, type EventPosition, projectEventsAfter, type Store } from '@dragoman/store'
import { readNumbered } from '../events/read-numbered.ts'
import type { Log } from '../log.ts'
import { jobEventOf, latestOfJobs, liveEventOf, ownVersion } from './live-event-of.ts'
import type { Hears } from './may-listen.ts'
import { type Member, proceed, send } from './member.ts'

type CatchUpParts = {
  readonly store: Store
  readonly log: Log
  /** The last event that the subscribers of this process received. */
  readonly position: () => EventPosition
  readonly ask: (sessionHash: string, projectId: number) => Promise<Hears>
  /** Called when it is known what a member hears. */
  readonly show: (member: Member) => void
}

/** How long until an unreachable database is queried again. */
const AWAY_PAUSE_MS = 1000

/** Returns the function by which members catch up. It never rejects. */
export function openCatchUp({ store, log, position, ask, show }: CatchUpParts) {
  /**
   * Checks its access, and sends it what it missed; events that arrive meanwhile come after that, or not at
   * all.
   */
  async function catchUp(member: Member): Promise<void> {
    const { projectId, listener } = member
    member.needsAsking = true
    if (member.held !== null) return
    member.held = []
    while (member.needsAsking && !member.hasLeft) {
      member.needsAsking = false
      try {
        member.hears = await ask(listener.sessionHash, projectId)
        if (member.hears === 'nothing') return listener.end()
        show(member)
        if (!member.isCaughtUp) await sendMissed(member)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) {
          if (!member.hasLeft) log({ level: 'warn', event: 'live-not-caught-up', error })
          return listener.end()
        }
        member.needsAsking = true
        await setTimeout(AWAY_PAUSE_MS, undefined, { ref: false })
      }
    }
    const held = member.held ?? []
    member.held = null
    if (member.hasLeft) return
    for (const sent of held) send(member, sent)
  }

  async function sendMissed(member: Member): Promise<void> {
    const { sent, listener } = member
    const rows =
      sent && (await store.read((r) => projectEventsAfter(r, member.projectId, sent, LIMITS.liveBufferMax)))
    if (member.needsAsking || member.hasLeft) return
    const events = rows?.map(readNumbered)
    if (events === undefined || events.includes(null)) {
      // It reloads everything, and receives events from here on.
      member.held = []
      member.isCaughtUp = true
      return proceed(member, { id: position(), event: { type: 'reset' } })
    }
    for (const event of latestOfJobs(events.filter((one) => one !== null))) {
      const live =
        event.kind === 'job.changed'
          ? await jobEventOf({ store, log }, event.payload.jobId)
          : liveEventOf(event)
      if (member.needsAsking || member.hasLeft) return
      if (live !== null)
        proceed(member, { id: event.position, event: ownVersion(live, event, listener.userId) })
    }
    member.isCaughtUp = true
  }

  return catchUp
}
