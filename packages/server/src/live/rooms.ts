import { Failure } from '@dragoman/contract'
import type { NumberedEvent } from '../events/subscriber.ts'
import type { Listener, Member } from './member.ts'

/** The listeners of a project, and the events that they are still to be sent, in order. */
export type Room = { readonly members: Set<Member>; readonly waiting: NumberedEvent[]; isSending: boolean }

/** The listeners of all projects. */
export type Rooms = {
  readonly get: (projectId: number) => Room | undefined
  /** The room of a project; null: all rooms. */
  readonly of: (projectId: number | null) => Iterable<Room>
  readonly members: () => readonly Member[]
  readonly add: (member: Member) => void
  readonly remove: (member: Member) => void
  /** Throws `too-many-requests` if a session, or a person in all sessions, has too many streams open already. */
  readonly requirePlace: (of: Pick<Listener, 'sessionHash' | 'userId'>) => void
}

/** Streams of one session: each tab has one. */
export const STREAMS_OF_SESSION = 20
/** Streams of one person, with any number of sessions. */
export const STREAMS_OF_PERSON = 100
/** Seconds after which another attempt makes sense: someone might have closed a tab. */
const RETRY_AFTER_S = 60

export function openRooms(): Rooms {
  const rooms = new Map<number, Room>()
  const members = () => [...rooms.values()].flatMap((room) => [...room.members])
  return {
    get: (projectId) => rooms.get(projectId),
    of(projectId) {
      if (projectId === null) return rooms.values()
      const room = rooms.get(projectId)
      return room === undefined ? [] : [room]
    },
    members,
    add(member) {
      const room = rooms.get(member.projectId)
      if (room === undefined)
        rooms.set(member.projectId, { members: new Set([member]), waiting: [], isSending: false })
      else room.members.add(member)
    },
    remove(member) {
      const room = rooms.get(member.projectId)
      room?.members.delete(member)
      if (room?.members.size === 0) rooms.delete(member.projectId)
    },
    requirePlace({ sessionHash, userId = null }) {
      let ofSession = 0
      let ofPerson = 0
      for (const room of rooms.values())
        for (const { listener } of room.members) {
          if (listener.sessionHash === sessionHash) ofSession += 1
          if (userId !== null && listener.userId === userId) ofPerson += 1
        }
      if (ofSession >= STREAMS_OF_SESSION || ofPerson >= STREAMS_OF_PERSON)
        throw new Failure('too-many-requests', { what: 'streams', retryAfterS: RETRY_AFTER_S })
    },
  }
}
