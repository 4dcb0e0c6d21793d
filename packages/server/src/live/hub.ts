import { setTimeout } from 'node:timers/promises'
import { Failure, isJobKind, type LiveEvent } from '@dragoman/contract'
import { actorId, LIMITS } from '@dragoman/core'
import {
  branchIdsOf,
  DatabaseUnavailableError,
  type EventPosition,
  jobById,
  projectEventsAfter,
  type Store,
} from '@dragoman/store'
import { readNumbered } from '../events/read-numbered.ts'
import type { NumberedEvent, Subscriber } from '../events/subscriber.ts'
import { presentJob } from '../jobs/present-job.ts'
import type { Log } from '../log.ts'
import type { Hears, MayListen } from './may-listen.ts'
import { openQuestions } from './open-questions.ts'
import { openPresence, type Presence } from './presence.ts'

/** One event for a listener, with the position from which the listener can continue later. */
export type SentEvent = { readonly id: EventPosition; readonly event: LiveEvent }
export type Listener = {
  readonly send: (sent: SentEvent) => void
  /** Sends what has no number: it can neither be missed nor asked for again. */
  readonly sendPresence?: (event: LiveEvent) => void
  readonly end: () => void
  /** The session it belongs to. */
  readonly sessionHash: string
  /** Who listens; null if unknown, which excludes personal events. */
  readonly userId?: number | null
  /** The window that it belongs to, and the name of the person: others in the project see them there. */
  readonly window?: { readonly id: string; readonly name: string } | null
}

/** For listeners that follow no project, only what concerns themselves. */
export const NO_PROJECT = 0

/**
 * Sends the events of a project to its listeners, including those that reconnecting listeners missed. The
 * stream of anyone who can no longer read the project ends.
 */
export type LiveHub = Subscriber & {
  /** Throws `too-many-requests` if a session, or a person in all sessions, has too many streams open already. */
  readonly requirePlace: (of: Pick<Listener, 'sessionHash' | 'userId'>) => void
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

type Member = {
  readonly projectId: number
  readonly listener: Listener
  /** As of the last check. */
  hears: Hears
  /** The last event it was sent; null: it must reload everything. */
  sent: EventPosition | null
  /** Events that arrive while its access is checked and missed events are sent; null: it has caught up. */
  held: SentEvent[] | null
  /** Leaves the people who are shown as present; null: it is not among them. */
  hide: (() => void) | null
  /** Something happened that might have revoked its access. */
  needsAsking: boolean
  /** It was sent what it missed; it receives everything from then on. */
  isCaughtUp: boolean
  hasLeft: boolean
}

type Room = { readonly members: Set<Member>; readonly waiting: NumberedEvent[]; isSending: boolean }

/** Streams of one session: each tab has one. */
export const STREAMS_OF_SESSION = 20
/** Streams of one person, with any number of sessions. */
export const STREAMS_OF_PERSON = 100
/** Seconds after which another attempt makes sense: someone might have closed a tab. */
const RETRY_AFTER_S = 60
const ASK_EVERY_MS = 60_000
const SEND_PEOPLE_EVERY_MS = 200
/** How long until an unreachable database is queried again. */
const AWAY_PAUSE_MS = 1000

export function openLiveHub({
  store,
  log,
  position,
  mayListen,
  askEveryMs = ASK_EVERY_MS,
}: LiveHubOptions): LiveHub {
  const rooms = new Map<number, Room>()
  /** Projects whose people will be notified of who is here. */
  const pending = new Map<number, NodeJS.Timeout>()
  const presence = openPresence({ store, onChange: sendPeopleSoon })
  const ask = openQuestions(mayListen)
  const asking = setInterval(() => askAgain(null, null), askEveryMs)
  asking.unref()

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
    else if (sent.id.number > (member.sent?.number ?? 0)) proceed(member, sent)
  }

  function proceed(member: Member, sent: SentEvent): void {
    member.sent = sent.id
    if (member.hears !== 'everything' && sent.event.type === 'job') return
    member.listener.send(sent)
  }

  /** Members see who else is here; people whom the project is shared with neither see nor are seen. */
  function showOrHide(member: Member): void {
    const { projectId, hears, hasLeft, listener } = member
    const { window, userId } = listener
    if (window == null || userId == null || projectId === NO_PROJECT) return
    if (hears !== 'everything' || hasLeft) {
      if (member.hide === null) return
      member.hide()
      member.hide = null
      if (!hasLeft) listener.sendPresence?.({ type: 'presence', people: [] })
    } else {
      member.hide ??= presence.enter({ projectId, window: window.id, userId, name: window.name })
      sendPeople(member)
    }
  }

  function sendPeople({ projectId, hears, hasLeft, listener }: Member): void {
    if (hears !== 'everything' || hasLeft || listener.window == null) return
    const people = presence
      .of(projectId)
      .map(({ userId, ...person }) => ({ id: actorId('user', userId), ...person }))
    listener.sendPresence?.({ type: 'presence', people })
  }

  /** Many move at the same time: each listener is notified at intervals. */
  function sendPeopleSoon(projectId: number): void {
    if (pending.has(projectId)) return
    const timer = globalThis.setTimeout(() => {
      pending.delete(projectId)
      for (const member of rooms.get(projectId)?.members ?? []) sendPeople(member)
    }, SEND_PEOPLE_EVERY_MS)
    pending.set(projectId, timer.unref())
  }

  /** Sends events in order, even if one of them has to be looked up first. */
  async function sendWaiting(room: Room): Promise<void> {
    room.isSending = true
    for (let event = room.waiting.shift(); event !== undefined; event = room.waiting.shift()) {
      const live = event.kind === 'job.changed' ? await jobEvent(event.payload.jobId) : liveEventOf(event)
      if (live === null) continue
      for (const member of concernedBy(room, event))
        send(member, { id: event.position, event: ownVersion(live, event, member) })
    }
    room.isSending = false
  }

  async function jobEvent(jobId: number): Promise<LiveEvent | null> {
    try {
      const job = await store.read((r) => jobById(r, jobId))
      return job !== null && isJobKind(job.kind) ? { type: 'job', job: presentJob(job) } : null
    } catch (error) {
      log({ level: 'warn', event: 'job-event-failed', job: jobId, error })
      return null
    }
  }

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
        showOrHide(member)
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
    const { sent } = member
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
      const live = event.kind === 'job.changed' ? await jobEvent(event.payload.jobId) : liveEventOf(event)
      if (member.needsAsking || member.hasLeft) return
      if (live !== null) proceed(member, { id: event.position, event: ownVersion(live, event, member) })
    }
    member.isCaughtUp = true
  }

  /** Checks again whether these people (null: all) who listen to a project, or to any, still can. */
  function askAgain(projectId: number | null, userIds: readonly number[] | null): void {
    for (const [id, { members }] of rooms) {
      if (projectId !== null && projectId !== id) continue
      for (const member of members) if (isOneOf(member.listener, userIds)) void catchUp(member)
    }
  }

  /** Access to a project includes its translation branches. */
  async function askBranchesOf(projectId: number, userIds: readonly number[] | null): Promise<void> {
    if (rooms.size === 0) return
    try {
      for (const id of await store.read((r) => branchIdsOf(r, projectId))) askAgain(id, userIds)
    } catch {
      askAgain(null, null) // they cannot be read now: everyone is checked as soon as possible
    }
  }

  function notifyPeople(event: NumberedEvent): void {
    for (const room of rooms.values()) {
      if (concernedBy(room, event).length === 0) continue
      room.waiting.push(event)
      if (!room.isSending) void sendWaiting(room)
    }
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
      const whose = affectedRights(event)
      if (whose !== 'nobody') {
        askAgain(event.projectId, whose)
        if (event.projectId !== null) void askBranchesOf(event.projectId, whose)
      }
      if (event.kind === 'notifications.changed' || event.kind === 'user.changed') notifyPeople(event)
      const room = event.projectId === null ? undefined : rooms.get(event.projectId)
      if (room === undefined || room.members.size === 0) return
      room.waiting.push(event)
      if (!room.isSending) void sendWaiting(room)
    },
    onGap(projectId) {
      for (const [id, { members, waiting }] of rooms) {
        if (projectId !== null && projectId !== id) continue
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
    requirePlace({ sessionHash, userId = null }) {
      let ofSession = 0
      let ofPerson = 0
      for (const { members } of rooms.values())
        for (const { listener } of members) {
          if (listener.sessionHash === sessionHash) ofSession += 1
          if (userId !== null && listener.userId === userId) ofPerson += 1
        }
      if (ofSession >= STREAMS_OF_SESSION || ofPerson >= STREAMS_OF_PERSON)
        throw new Failure('too-many-requests', { what: 'streams', retryAfterS: RETRY_AFTER_S })
    },
    join(projectId, lastSeen, listener) {
      const room = roomOf(projectId)
      const member: Member = {
        projectId,
        listener,
        hears: 'nothing',
        sent: lastSeen,
        held: null,
        needsAsking: false,
        isCaughtUp: false,
        hide: null,
        hasLeft: false,
      }
      room.members.add(member)
      if (lastSeen === null) proceed(member, { id: position(), event: { type: 'joined' } })
      // New listeners too: access might have ended since the request was allowed.
      void catchUp(member)
      return () => {
        member.hasLeft = true
        showOrHide(member)
        room.members.delete(member)
        if (room.members.size === 0) rooms.delete(projectId)
      }
    },
    move: presence.move,
    listeners: () => [...rooms.values()].reduce((sum, room) => sum + room.members.size, 0),
    close() {
      clearInterval(asking)
      presence.close()
      for (const timer of pending.values()) clearTimeout(timer)
      for (const { members } of [...rooms.values()]) for (const { listener } of [...members]) listener.end()
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

/** Returns what one listener is sent: only the people whose rights changed learn who did it. */
function ownVersion(live: LiveEvent, event: NumberedEvent, { listener }: Member): LiveEvent {
  if (live.type !== 'members') return live
  if (event.kind !== 'membership.changed' && event.kind !== 'user.changed') return live
  const { userId, by } = event.payload
  return by === undefined || listener.userId !== userId ? live : { ...live, by }
}

/** Returns what the listeners of a project are sent; null if it does not concern them. */
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
    case 'branch.changed':
    case 'conflict.resolved':
    case 'source.added':
    case 'source.removed':
    case 'source.moved':
      return { type: 'files' }
    case 'project.changed':
    case 'project.deleted':
      return { type: 'project' }
    case 'suggestion.changed':
    case 'translation.rejected':
      return { type: 'suggestion', keyId: event.payload.keyId, language: event.payload.language }
    case 'comment.changed':
      return { type: 'comment', keyId: event.payload.keyId }
    case 'task.changed':
      return { type: 'task' }
    case 'channel.changed':
    case 'release.created':
    case 'scheduled-move.changed':
      return { type: 'releases' }
    case 'membership.changed':
    case 'group.changed':
    case 'invitation.changed':
    case 'token.changed':
    case 'user.changed':
      return { type: 'members' }
    case 'notifications.changed':
      return { type: 'notifications' }
    default:
      return null
  }
}

/** Keeps the latest event of each job, because its row has the current state. */
function latestOfJobs(events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  const latest = new Map<number, NumberedEvent>()
  for (const event of events) if (event.kind === 'job.changed') latest.set(event.payload.jobId, event)
  return events.filter((event) => event.kind !== 'job.changed' || latest.get(event.payload.jobId) === event)
}
