import type { Forms, TranslationState } from '@dragoman/core'
import { type StringAddress, sameAddress } from '../server/string-address.ts'

/** A save that was requested and has not been confirmed yet. */
export type PendingSave = StringAddress & {
  readonly id: string
  readonly forms: Forms
  /** Null: determined by the server (translated, or untranslated if empty). */
  readonly state: TranslationState | null
  /** The person has confirmed that the text is approved although it fails a check. */
  readonly approveFailing?: true
  readonly base: Forms
  readonly baseVersion: number
  /** Version of the source text that the person saw; undefined: unknown. */
  readonly sourceVersion?: number | undefined
  /**
   * Language of the source text, if the person's own change of it is pending too: this text is made for that one, and
   * sent after it.
   */
  readonly madeWith?: string | undefined
  readonly status: 'waiting' | 'sending'
  /** It was sent at least once, so the server might have processed it without a response arriving. */
  readonly mayBeDone?: true
  /** Number of failed attempts. */
  readonly attempts: number
  /** Earliest time to send it, in milliseconds since 1970. */
  readonly notBefore: number
  /** When it was requested, in milliseconds since 1970. */
  readonly at?: number
  /** The key as it is shown, so that lists need no server to name it. */
  readonly keyName?: string | undefined
}

export type SaveQueue = readonly PendingSave[]
export type NewSave = Omit<PendingSave, 'status' | 'mayBeDone' | 'attempts' | 'notBefore' | 'at'>

/** Returns the newest pending save of a string. */
export function pendingFor(queue: SaveQueue, address: StringAddress): PendingSave | null {
  return queue.findLast((save) => sameAddress(save, address)) ?? null
}

/**
 * Adds a save to the queue. It replaces those of the same string that were never sent, but keeps the base of
 * the first of them.
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
 * Returns the next save to send: the oldest one that can be sent now and has no earlier save of its string.
 * Null if there is none, or if enough are being sent.
 */
export function nextSave(queue: SaveQueue, nowMs: number): PendingSave | null {
  if (queue.filter((save) => save.status === 'sending').length >= MAX_SENDING) return null
  const isFirst = (save: PendingSave) => queue.find((other) => sameAddress(other, save)) === save
  const canBeSent = (save: PendingSave) => isFirst(save) && !queue.some((other) => isSourceOf(other, save))
  return queue.find((save) => save.status === 'waiting' && save.notBefore <= nowMs && canBeSent(save)) ?? null
}

/** Whether a text is made for the source text that is being saved. */
export function isSourceOf(
  source: StringAddress,
  { madeWith, ...text }: StringAddress & Pick<PendingSave, 'madeWith'>,
): boolean {
  return madeWith !== undefined && sameAddress(source, { ...text, language: madeWith })
}

const MAX_SENDING = 4

export function withSending(queue: SaveQueue, id: string): SaveQueue {
  return queue.map((save) => (save.id === id ? { ...save, status: 'sending', mayBeDone: true } : save))
}

/**
 * Removes a finished save; the next one of the same string was made on top of it, so it is based on the new
 * version, and translations made with it are for the new version.
 */
export function withoutDone(
  queue: SaveQueue,
  done: PendingSave,
  saved: { readonly forms: Forms; readonly version: number },
): SaveQueue {
  return queue
    .filter((save) => save.id !== done.id)
    .map((save) =>
      sameAddress(save, done)
        ? { ...save, base: saved.forms, baseVersion: saved.version }
        : isSourceOf(done, save)
          ? { ...save, sourceVersion: saved.version }
          : save,
    )
}

/**
 * Removes a failed save; the next one of the same string was made on top of it, so it gets the base of the
 * failed one.
 */
export function withoutSave(queue: SaveQueue, ended: PendingSave): SaveQueue {
  return queue
    .filter((save) => save.id !== ended.id)
    .map((save) =>
      sameAddress(save, ended) ? { ...save, base: ended.base, baseVersion: ended.baseVersion } : save,
    )
}

/**
 * Changes the base of a save to a newer version on the server that has the text the save was based on: it is
 * sent again on top of that.
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

/** Keeps a save that was not accepted for a reason outside of it. */
export function withWaiting(queue: SaveQueue, id: string): SaveQueue {
  return queue.map((save) => (save.id === id ? { ...save, status: 'waiting' } : save))
}

/** Delays a save that failed to reach the server, each time twice as long, up to half a minute. */
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

/** Removes all delays, because the connection is back. */
export function withoutDelays(queue: SaveQueue): SaveQueue {
  return queue.map((save) => ({ ...save, notBefore: 0 }))
}

/** Returns how long nothing can be sent, in milliseconds; null if nothing is delayed. */
export function untilNextMs(queue: SaveQueue, nowMs: number): number | null {
  const times = queue
    .filter((save) => save.status === 'waiting' && save.notBefore > nowMs)
    .map((save) => save.notBefore)
  return times.length === 0 ? null : Math.min(...times) - nowMs
}
