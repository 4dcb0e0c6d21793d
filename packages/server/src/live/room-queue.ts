import type { Store } from '@dragoman/store'
import type { NumberedEvent } from '../events/subscriber.ts'
import type { Log } from '../log.ts'
import { concernedBy } from './audience.ts'
import { jobEventOf, liveEventOf, ownVersion } from './live-event-of.ts'
import { send } from './member.ts'
import type { Room } from './rooms.ts'

/**
 * Returns a function that sends an event to the members of a room, after the events before it, even if one of them
 * has to be looked up first.
 */
export function openRoomQueue(deps: {
  readonly store: Store
  readonly log: Log
}): (room: Room, event: NumberedEvent) => void {
  async function sendWaiting(room: Room): Promise<void> {
    room.isSending = true
    for (let event = room.waiting.shift(); event !== undefined; event = room.waiting.shift()) {
      const live =
        event.kind === 'job.changed' ? await jobEventOf(deps, event.payload.jobId) : liveEventOf(event)
      if (live === null) continue
      for (const member of concernedBy(room, event))
        send(member, { id: event.position, event: ownVersion(live, event, member.listener.userId) })
    }
    room.isSending = false
  }

  return (room, event) => {
    room.waiting.push(event)
    if (!room.isSending) void sendWaiting(room)
  }
}

/** Drops the queue of a room whose events have a gap: its members have to catch up. */
export function dropQueue({ members, waiting }: Room): void {
  waiting.length = 0
  for (const member of members) {
    member.sent = null
    member.isCaughtUp = false
    if (member.held !== null) member.held.length = 0
  }
}
