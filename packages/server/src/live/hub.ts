import { branchIdsOf, type EventPosition, type Store } from '@dragoman/store'
import type { NumberedEvent, Subscriber } from '../events/subscriber.ts'
import type { Log } from '../log.ts'
import { affectedRights, concernedBy, isOneOf } from './audience.ts'
import { openCatchUp } from './catch-up.ts'
import type { MayListen } from './may-listen.ts'
import { type Listener, newMember, proceed } from './member.ts'
import { openQuestions } from './open-questions.ts'
import { openPeopleHere } from './people-here.ts'
import type { Presence } from './presence.ts'
import { dropQueue, openRoomQueue } from './room-queue.ts'
import { openRooms, type Rooms } from './rooms.ts'

/**
 * Sends the events of a project to its listeners, including those that reconnecting listeners missed. The
 * stream of anyone who can no longer read the project ends.
 */
export type LiveHub = Subscriber & {
  readonly requirePlace: Rooms['requirePlace']
  /** `lastSeen` null: from now on. Returns a function to leave. */
  readonly join: (projectId: number, lastSeen: EventPosition | null, listener: Listener) => () => void
  /** Says where the window of a person is; see `Presence`. */
  readonly move: Presence['move']
  readonly listeners: () => number
  readonly close: () => void
}

export type LiveHubOptions = {
  readonly store: Store
  readonly log: Log
  /** The last event that the subscribers of this process received. */
  readonly position: () => EventPosition
  readonly mayListen: MayListen
  /** How often everyone is checked again: a session expires without an event. */
  readonly askEveryMs?: number
}

const ASK_EVERY_MS = 60_000

export function openLiveHub({
  store,
  log,
  position,
  mayListen,
  askEveryMs = ASK_EVERY_MS,
}: LiveHubOptions): LiveHub {
  const rooms = openRooms()
  const people = openPeopleHere(store, (projectId) => rooms.get(projectId)?.members ?? [])
  const ask = openQuestions(mayListen)
  const catchUp = openCatchUp({ store, log, position, ask, show: people.show })
  const queue = openRoomQueue({ store, log })
  const asking = setInterval(() => askAgain(null, null), askEveryMs)
  asking.unref()

  /** Checks again whether these people (null: all) who listen to a project, or to any, still can. */
  function askAgain(projectId: number | null, userIds: readonly number[] | null): void {
    for (const { members } of rooms.of(projectId))
      for (const member of members) if (isOneOf(member.listener, userIds)) void catchUp(member)
  }

  /** Access to a project includes its translation branches. */
  async function askBranchesOf(projectId: number, userIds: readonly number[] | null): Promise<void> {
    if (rooms.members().length === 0) return
    try {
      for (const id of await store.read((r) => branchIdsOf(r, projectId))) askAgain(id, userIds)
    } catch {
      askAgain(null, null) // they cannot be read now: everyone is checked as soon as possible
    }
  }

  function notifyPeople(event: NumberedEvent): void {
    for (const room of rooms.of(null)) if (concernedBy(room, event).length > 0) queue(room, event)
  }

  function endSession(sessionHash: string): void {
    for (const { listener } of rooms.members()) if (listener.sessionHash === sessionHash) listener.end()
  }

  return {
    name: 'live',
    onEvent(event) {
      if (event.kind === 'session.ended') endSession(event.payload.sessionHash)
      const whose = affectedRights(event)
      if (whose !== 'nobody') {
        askAgain(event.projectId, whose)
        if (event.projectId !== null) void askBranchesOf(event.projectId, whose)
      }
      if (event.kind === 'notifications.changed' || event.kind === 'user.changed') notifyPeople(event)
      const room = event.projectId === null ? undefined : rooms.get(event.projectId)
      if (room === undefined || room.members.size === 0) return
      queue(room, event)
    },
    onGap(projectId) {
      for (const room of rooms.of(projectId)) dropQueue(room)
      // The missed events can include the end of a session or a membership.
      askAgain(projectId, null)
    },
    requirePlace: rooms.requirePlace,
    join(projectId, lastSeen, listener) {
      const member = newMember(projectId, lastSeen, listener)
      rooms.add(member)
      if (lastSeen === null) proceed(member, { id: position(), event: { type: 'joined' } })
      // New listeners too: access might have ended since the request was allowed.
      void catchUp(member)
      return () => {
        member.hasLeft = true
        people.show(member)
        rooms.remove(member)
      }
    },
    move: people.move,
    listeners: () => rooms.members().length,
    close() {
      clearInterval(asking)
      people.close()
      for (const { listener } of rooms.members()) listener.end()
    },
  }
}
