import { branchIdsOf, type EventPosition, type Store } from '@dragoman/store'
import type { NumberedEvent, Subscriber } from '../events/subscriber.ts'
import type { Log } from '../log.ts'
import { openCatchUp } from './catch-up.ts'
import { jobEventOf, liveEventOf, ownVersion } from './live-event-of.ts'
import type { MayListen } from './may-listen.ts'
import { type Listener, type Member, newMember, proceed, send } from './member.ts'
import { openQuestions } from './open-questions.ts'
import { openPeopleHere } from './people-here.ts'
import type { Presence } from './presence.ts'
import { openRooms, type Room, type Rooms } from './rooms.ts'

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
  const asking = setInterval(() => askAgain(null, null), askEveryMs)
  asking.unref()

  function queue(room: Room, event: NumberedEvent): void {
    room.waiting.push(event)
    if (!room.isSending) void sendWaiting(room)
  }

  /** Sends events in order, even if one of them has to be looked up first. */
  async function sendWaiting(room: Room): Promise<void> {
    room.isSending = true
    for (let event = room.waiting.shift(); event !== undefined; event = room.waiting.shift()) {
      const live =
        event.kind === 'job.changed'
          ? await jobEventOf({ store, log }, event.payload.jobId)
          : liveEventOf(event)
      if (live === null) continue
      for (const member of concernedBy(room, event))
        send(member, { id: event.position, event: ownVersion(live, event, member.listener.userId) })
    }
    room.isSending = false
  }

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
      for (const { members, waiting } of rooms.of(projectId)) {
        waiting.length = 0
        for (const member of members) {
          member.sent = null
          member.isCaughtUp = false
          if (member.held !== null) member.held.length = 0
        }
      }
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

/** Returns whose rights to listen an event might have changed; null: anyone's. */
function affectedRights(event: NumberedEvent): readonly number[] | null | 'nobody' {
  switch (event.kind) {
    case 'membership.changed':
    case 'user.changed':
      return [event.payload.userId]
    case 'group.changed':
      return event.payload.userIds ?? null
    case 'project.changed':
      return null
    default:
      return 'nobody'
  }
}

/** Returns whether a listener is one of these people (null: all). One who is not known can be anyone. */
function isOneOf({ userId = null }: Listener, userIds: readonly number[] | null): boolean {
  return userIds === null || userId === null || userIds.includes(userId)
}

/** Returns the members of a room that receive an event: all, unless it is for certain people only. */
function concernedBy({ members }: Room, event: NumberedEvent): readonly Member[] {
  if (event.kind === 'user.changed')
    return [...members].filter(({ listener }) => listener.userId === event.payload.userId)
  if (event.kind !== 'notifications.changed') return [...members]
  const { userIds } = event.payload
  return [...members].filter(({ listener: { userId = null } }) =>
    userId === null ? false : (userIds?.includes(userId) ?? true),
  )
}
