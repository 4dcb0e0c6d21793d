import type { LiveEvent } from '@dragoman/contract'
import type { EventPosition } from '@dragoman/store'
import type { Hears } from './may-listen.ts'

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

/** A listener of a project, and what it was sent. */
export type Member = {
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

export function newMember(projectId: number, lastSeen: EventPosition | null, listener: Listener): Member {
  return {
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
}

/** Sends an event, once the member has caught up, unless it was sent before. */
export function send(member: Member, sent: SentEvent): void {
  if (member.held !== null) member.held.push(sent)
  else if (sent.id.number > (member.sent?.number ?? 0)) proceed(member, sent)
}

/** Sends an event immediately, if it concerns what the member receives. */
export function proceed(member: Member, sent: SentEvent): void {
  member.sent = sent.id
  if (member.hears !== 'everything' && sent.event.type === 'job') return
  member.listener.send(sent)
}
