import type { LiveEvent } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { type EventPosition, jobById, projectEventsAfter, type Store } from '@dragoman/store'
import { readNumbered } from '../events/read-numbered.ts'
import type { NumberedEvent, Subscriber } from '../events/subscriber.ts'
import { isPublicKind, presentJob } from '../jobs/present-job.ts'
import type { Log } from '../log.ts'

/** One event on its way to a listener, with the place from which the listener can go on later. */
export type SentEvent = { readonly id: EventPosition; readonly event: LiveEvent }
export type Listener = {
  readonly send: (sent: SentEvent) => void
  readonly end: () => void
  /** The session it belongs to. */
  readonly sessionHash: string | null
}

/** Tells listeners of a project what happened, and those who come back what they missed. */
export type LiveHub = Subscriber & {
  /** `lastSeen` null: from now on. Returns the way to leave. */
  readonly join: (projectId: number, lastSeen: EventPosition | null, listener: Listener) => () => void
  readonly listeners: () => number
  readonly close: () => void
}

export type LiveHubOptions = {
  readonly store: Store
  readonly log: Log
  /** The last event that the subscribers of this process were told of. */
  readonly position: () => EventPosition
}

type Member = {
  readonly listener: Listener
  /** Number of the last event it was sent. */
  sentTo: number
  /** What happens while it is being sent what it missed; null: it has caught up. */
  held: SentEvent[] | null
}

type Room = { readonly members: Set<Member>; readonly waiting: NumberedEvent[]; isSending: boolean }

export function openLiveHub({ store, log, position }: LiveHubOptions): LiveHub {
  const rooms = new Map<number, Room>()

  function roomOf(projectId: number): Room {
    let room = rooms.get(projectId)
    if (room === undefined) {
      room = { members: new Set(), waiting: [], isSending: false }
      rooms.set(projectId, room)
    }
    return room
  }

  function send(member: Member, sent: SentEvent): void {
    if (member.held !== null) member.held.push(sent)
    else if (sent.id.number > member.sentTo) {
      member.sentTo = sent.id.number
      member.listener.send(sent)
    }
  }

  /** In order, also where one of them has to be looked up first. */
  async function sendWaiting(room: Room): Promise<void> {
    room.isSending = true
    for (let event = room.waiting.shift(); event !== undefined; event = room.waiting.shift()) {
      const live = event.kind === 'job.changed' ? await jobEvent(event.payload.jobId) : liveEventOf(event)
      if (live === null) continue
      for (const member of room.members) send(member, { id: event.position, event: live })
    }
    room.isSending = false
  }

  async function jobEvent(jobId: number): Promise<LiveEvent | null> {
    try {
      const job = await store.read((r) => jobById(r, jobId))
      return job !== null && isPublicKind(job.kind) ? { type: 'job', job: presentJob(job) } : null
    } catch (error) {
      log({ level: 'warn', event: 'job-not-told', job: jobId, error })
      return null
    }
  }

  /** Sends a member what it missed; what happens meanwhile comes after that. */
  async function catchUp(member: Member, projectId: number, lastSeen: EventPosition): Promise<void> {
    const rows = await store.read((r) => projectEventsAfter(r, projectId, lastSeen, LIMITS.liveBufferMax))
    if (member.held === null) return
    const events = rows?.map(readNumbered)
    if (events === undefined || events.includes(null)) return sendReset(member)
    for (const event of latestOfJobs(events.filter((one) => one !== null))) {
      const live = event.kind === 'job.changed' ? await jobEvent(event.payload.jobId) : liveEventOf(event)
      // It was told to start anew meanwhile.
      if (member.held === null) return
      if (live !== null) goOn(member, { id: event.position, event: live })
    }
    const held = member.held ?? []
    member.held = null
    for (const sent of held) send(member, sent)
  }

  function goOn(member: Member, sent: SentEvent): void {
    member.sentTo = sent.id.number
    member.listener.send(sent)
  }

  /** It loads everything anew, and hears from here on. */
  function sendReset(member: Member): void {
    member.held = null
    goOn(member, { id: position(), event: { type: 'reset' } })
  }

  function endSession(sessionHash: string): void {
    for (const { members } of rooms.values()) {
      for (const { listener } of [...members]) if (listener.sessionHash === sessionHash) listener.end()
    }
  }

  return {
    name: 'live',
    onEvent(event) {
      if (event.kind === 'session.ended') endSession(event.payload.sessionHash)
      const room = event.projectId === null ? undefined : rooms.get(event.projectId)
      if (room === undefined || room.members.size === 0) return
      room.waiting.push(event)
      if (!room.isSending) void sendWaiting(room)
    },
    onGap(projectId) {
      for (const [id, room] of rooms) {
        if (projectId !== null && projectId !== id) continue
        room.waiting.length = 0
        for (const member of room.members) sendReset(member)
      }
    },
    join(projectId, lastSeen, listener) {
      const room = roomOf(projectId)
      const member: Member = { listener, sentTo: lastSeen?.number ?? 0, held: lastSeen === null ? null : [] }
      room.members.add(member)
      if (lastSeen === null) goOn(member, { id: position(), event: { type: 'joined' } })
      else {
        catchUp(member, projectId, lastSeen).catch((error: unknown) => {
          log({ level: 'warn', event: 'live-not-caught-up', error })
          listener.end()
        })
      }
      return () => {
        room.members.delete(member)
        if (room.members.size === 0) rooms.delete(projectId)
      }
    },
    listeners: () => [...rooms.values()].reduce((sum, room) => sum + room.members.size, 0),
    close() {
      for (const { members } of [...rooms.values()]) for (const { listener } of [...members]) listener.end()
    },
  }
}

/** What listeners of a project are told; null: nothing that concerns them. */
function liveEventOf(event: Exclude<NumberedEvent, { kind: 'job.changed' }>): LiveEvent | null {
  switch (event.kind) {
    case 'content.changed': {
      const { revision, operationId, translations, keys } = event.payload
      return {
        type: 'changed',
        revision,
        operationId,
        translations: translations === null ? null : translations.map((text) => ({ ...text })),
        keys: keys === null ? null : [...keys],
      }
    }
    case 'files.changed':
    case 'conflict.resolved':
    case 'source.added':
    case 'source.removed':
      return { type: 'files' }
    case 'project.changed':
    case 'project.deleted':
      return { type: 'project' }
    default:
      return null
  }
}

/** Each job once: its row says how it is now. */
function latestOfJobs(events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  const latest = new Map<number, NumberedEvent>()
  for (const event of events) if (event.kind === 'job.changed') latest.set(event.payload.jobId, event)
  return events.filter((event) => event.kind !== 'job.changed' || latest.get(event.payload.jobId) === event)
}
