import type { Job, LiveEvent } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import type { ChangeSet } from '@dragoman/store'

/**
 * One event on its way to a listener. Only changes of content have an id (the revision): what has none is a
 * hint to look again.
 */
export type SentEvent = { readonly id: number | null; readonly event: LiveEvent }
export type Listener = {
  readonly send: (sent: SentEvent) => void
  readonly end: () => void
  /** The session it belongs to. */
  readonly sessionHash: string | null
}

/** Tells listeners of a project what happened, and those who come back what they missed. */
export type LiveHub = {
  readonly committed: (changeSet: ChangeSet) => void
  readonly filesChanged: (projectId: number) => void
  readonly projectChanged: (projectId: number) => void
  readonly jobChanged: (projectId: number, job: Job) => void
  /** `lastSeen` null: from now on. `revision` is the project's present one. Returns the way to leave. */
  readonly join: (
    projectId: number,
    at: { readonly lastSeen: number | null; readonly revision: number },
    listener: Listener,
  ) => () => void
  /** Ends what listens under a session that was signed out. */
  readonly endSession: (sessionHash: string) => void
  readonly listeners: () => number
  readonly close: () => void
}

export function openLiveHub(): LiveHub {
  const rooms = new Map<number, { listeners: Set<Listener>; buffer: SentEvent[] }>()

  function roomOf(projectId: number) {
    let room = rooms.get(projectId)
    if (room === undefined) {
      room = { listeners: new Set(), buffer: [] }
      rooms.set(projectId, room)
    }
    return room
  }

  function tell(projectId: number, event: LiveEvent): void {
    for (const listener of roomOf(projectId).listeners) listener.send({ id: null, event })
  }

  return {
    committed({ projectId, revision, operationId, translations, keys }) {
      const room = roomOf(projectId)
      const sent: SentEvent = {
        id: revision,
        event: {
          type: 'changed',
          revision,
          operationId,
          translations:
            translations === null
              ? null
              : translations.map(({ keyId, language, version }) => ({ keyId, language, version })),
          keys: keys === null ? null : [...keys],
        },
      }
      room.buffer.push(sent)
      if (room.buffer.length > LIMITS.liveBufferMax) room.buffer.shift()
      for (const listener of room.listeners) listener.send(sent)
    },
    filesChanged: (projectId) => tell(projectId, { type: 'files' }),
    projectChanged: (projectId) => tell(projectId, { type: 'project' }),
    jobChanged: (projectId, job) => tell(projectId, { type: 'job', job }),
    join(projectId, { lastSeen, revision }, listener) {
      const room = roomOf(projectId)
      if (lastSeen !== null) {
        const missed = findMissedEvents(room.buffer, lastSeen, revision)
        if (missed === null) listener.send({ id: revision, event: { type: 'reset', revision } })
        else for (const sent of [...missed, ...HINTS]) listener.send(sent)
      }
      room.listeners.add(listener)
      return () => void room.listeners.delete(listener)
    },
    endSession(sessionHash) {
      for (const { listeners } of rooms.values()) {
        for (const listener of [...listeners]) if (listener.sessionHash === sessionHash) listener.end()
      }
    },
    listeners: () => [...rooms.values()].reduce((sum, room) => sum + room.listeners.size, 0),
    close() {
      for (const room of rooms.values()) for (const listener of [...room.listeners]) listener.end()
      rooms.clear()
    },
  }
}

/** Events without an id are not kept: whoever comes back looks at files and project again. */
const HINTS: readonly SentEvent[] = [
  { id: null, event: { type: 'files' } },
  { id: null, event: { type: 'project' } },
]

/** What came after `lastSeen`, or null where that is no longer known. */
function findMissedEvents(
  buffer: readonly SentEvent[],
  lastSeen: number,
  revision: number,
): readonly SentEvent[] | null {
  // A commit may have come between the look at the project and now.
  const newest = Math.max(revision, buffer.at(-1)?.id ?? 0)
  if (lastSeen > newest) return null
  if (lastSeen === newest) return []
  const start = buffer.findIndex((sent) => sent.id === lastSeen + 1)
  return start < 0 ? null : buffer.slice(start)
}
