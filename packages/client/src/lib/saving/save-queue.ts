import type { Forms, TranslationState } from '@dragoman/core'
import { type StringAddress, sameAddress } from '../server/string-address.ts'

/** A save that was asked for and is not answered yet. */
export type PendingSave = StringAddress & {
  readonly id: string
  readonly forms: Forms
  /** Null: what the server makes of it (translated, or untranslated when empty). */
  readonly state: TranslationState | null
  readonly base: Forms
  readonly baseVersion: number
  readonly status: 'waiting' | 'sending'
  /** It was sent at least once, so the server may have done it although no answer came. */
  readonly mayBeDone?: true
  /** How often it was sent in vain. */
  readonly attempts: number
  /** Not to be sent before, in milliseconds since 1970. */
  readonly notBefore: number
  /** When it was asked for, in milliseconds since 1970. */
  readonly at?: number
  /** The key as it is shown, so that lists can name it without the server. */
  readonly keyName?: string | undefined
}

export type SaveQueue = readonly PendingSave[]
export type NewSave = Omit<PendingSave, 'status' | 'mayBeDone' | 'attempts' | 'notBefore' | 'at'>

/** The save of a string that is waiting or on its way, the newest. */
export function pendingFor(queue: SaveQueue, address: StringAddress): PendingSave | null {
  return queue.findLast((save) => sameAddress(save, address)) ?? null
}

/**
 * The queue with a save added. Those of the same string that were never sent give way to it, but what the
 * first of them was made from stays.
 */
export function withSave(queue: SaveQueue, save: NewSave, at: number = Date.now()): SaveQueue {
  const fresh: PendingSave = { ...save, at, status: 'waiting', attempts: 0, notBefore: 0 }
  const isReplaced = (other: PendingSave) =>
    other.status === 'waiting' && other.mayBeDone !== true && sameAddress(other, save)
  const { base, baseVersion } = queue.find(isReplaced) ?? fresh
  const added = { ...fresh, base, baseVersion }
  const last = queue.findLast((other) => sameAddress(other, save))
  if (last === undefined || !isReplaced(last)) return [...queue.filter((other) => !isReplaced(other)), added]
  return queue.flatMap((other) => (other === last ? [added] : isReplaced(other) ? [] : [other]))
}

/**
 * The save to send next: the oldest that may go now, and no earlier save of its string is left. Null when
 * there is none, or enough are on their way.
 */
export function nextSave(queue: SaveQueue, nowMs: number): PendingSave | null {
  if (queue.filter((save) => save.status === 'sending').length >= MAX_SENDING) return null
  const isFirst = (save: PendingSave) => queue.find((other) => sameAddress(other, save)) === save
  return queue.find((save) => save.status === 'waiting' && save.notBefore <= nowMs && isFirst(save)) ?? null
}

const MAX_SENDING = 4

export function withSending(queue: SaveQueue, id: string): SaveQueue {
  return queue.map((save) => (save.id === id ? { ...save, status: 'sending', mayBeDone: true } : save))
}

/**
 * The queue after a save was done; what waits for the same string was made on top of it, so it moves to the
 * new version.
 */
export function withoutDone(
  queue: SaveQueue,
  done: PendingSave,
  saved: { readonly forms: Forms; readonly version: number },
): SaveQueue {
  return queue
    .filter((save) => save.id !== done.id)
    .map((save) =>
      sameAddress(save, done) ? { ...save, base: saved.forms, baseVersion: saved.version } : save,
    )
}

/**
 * The queue after a save came back for good; what waits for the same string was made on top of it, so it now
 * stands on what that one stood on.
 */
export function withoutSave(queue: SaveQueue, ended: PendingSave): SaveQueue {
  return queue
    .filter((save) => save.id !== ended.id)
    .map((save) =>
      sameAddress(save, ended) ? { ...save, base: ended.base, baseVersion: ended.baseVersion } : save,
    )
}

/**
 * The queue after the server had a newer version that says what the save was made on: it waits to be sent on
 * top of that one.
 */
export function withBase(
  queue: SaveQueue,
  id: string,
  current: { readonly forms: Forms; readonly version: number },
): SaveQueue {
  return queue.map((save) =>
    save.id === id ? { ...save, status: 'waiting', base: current.forms, baseVersion: current.version } : save,
  )
}

/** The queue after a save did not get through: it waits, each time twice as long, half a minute at most. */
export function withRetry(queue: SaveQueue, id: string, nowMs: number): SaveQueue {
  return queue.map((save) => {
    if (save.id !== id) return save
    const attempts = save.attempts + 1
    return { ...save, status: 'waiting', attempts, notBefore: nowMs + retryDelayMs(attempts) }
  })
}

export function retryDelayMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/** All may be sent at once: the connection is back. */
export function withoutDelays(queue: SaveQueue): SaveQueue {
  return queue.map((save) => ({ ...save, notBefore: 0 }))
}

/** How long nothing can be sent, in milliseconds; null when nothing waits for time to pass. */
export function untilNextMs(queue: SaveQueue, nowMs: number): number | null {
  const times = queue
    .filter((save) => save.status === 'waiting' && save.notBefore > nowMs)
    .map((save) => save.notBefore)
  return times.length === 0 ? null : Math.min(...times) - nowMs
}
