import type { SaveQueue } from './save-queue.ts'

/** What is shown of the saving, always: it must be true at every moment. `count` is of strings. */
export type SaveStatus =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'waiting'; readonly count: number; readonly reason: 'offline' | 'unreachable' }
  | { readonly kind: 'kept'; readonly count: number }
  | { readonly kind: 'not-kept' }

type Known = {
  readonly queue: SaveQueue
  readonly isOnline: boolean
  /** Strings with text that was typed and not saved. */
  readonly drafts: number
  /** The device refused to keep what was typed last. */
  readonly isStorageFull: boolean
}

/** What is worst is said first: text that is not kept, saves that cannot get out, saves on their way, drafts. */
export function saveStatus({ queue, isOnline, drafts, isStorageFull }: Known): SaveStatus {
  if (isStorageFull) return { kind: 'not-kept' }
  if (queue.length > 0 && !isOnline) return { kind: 'waiting', count: queue.length, reason: 'offline' }
  if (queue.some((save) => save.attempts > 0)) return { kind: 'waiting', count: queue.length, reason: 'unreachable' }
  if (queue.length > 0) return { kind: 'saving' }
  return drafts > 0 ? { kind: 'kept', count: drafts } : { kind: 'saved' }
}
