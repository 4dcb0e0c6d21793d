import type { Mention } from '@dragoman/core'
import type { DraftStorage } from '../../../lib/saving/draft-store.ts'
import { createEmitter } from '../../../lib/store.ts'
import type { TypedText } from './mention-text.ts'

/** Unsent text of a comment box. */
export type CommentDraft = TypedText & { readonly isQuestion: boolean }

const PREFIX = 'dragoman:comment:'
/** Drafts that could not be stored, in memory only: those of a person are found with their storage only. */
const unstored = new WeakMap<DraftStorage, Map<string, CommentDraft>>()

/** Emits the name of a draft of which a part, or all, was sent. */
export const draftsSent = createEmitter<[name: string]>()

/** Reads the draft of the box with this name from the entries of the person (`Saving.storage`). */
export function readCommentDraft(name: string, storage: DraftStorage): CommentDraft | null {
  const own = unstored.get(storage)?.get(name)
  if (own !== undefined) return own
  try {
    const value: unknown = JSON.parse(storage.getItem(PREFIX + name) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null // not ours, or truncated by a full disk
  }
}

/** Stores a draft; null discards it. Returns false if it could not be stored and stays in memory only. */
export function writeCommentDraft(name: string, draft: CommentDraft | null, storage: DraftStorage): boolean {
  unstored.get(storage)?.delete(name)
  if (draft === null) {
    storage.removeItem(PREFIX + name)
    return true
  }
  try {
    storage.setItem(PREFIX + name, JSON.stringify(draft))
    return true
  } catch {
    unstored.set(storage, (unstored.get(storage) ?? new Map<string, CommentDraft>()).set(name, draft))
    return false
  }
}

/**
 * Returns what was added to a draft since it was sent, null if nothing was. A text that no longer starts with the
 * sent one stays whole, and so does the new text of a comment that is edited.
 */
export function restOfDraft(now: CommentDraft, sent: CommentDraft, initial: TypedText): CommentDraft | null {
  if (now.text === sent.text) return null
  if (initial.text !== '' || !now.text.startsWith(sent.text)) return now
  const text = now.text.slice(sent.text.length).trimStart()
  return text === '' ? null : { ...now, text, isQuestion: now.isQuestion && !sent.isQuestion }
}

function isDraft(value: unknown): value is CommentDraft {
  if (typeof value !== 'object' || value === null) return false
  if (!('text' in value && 'picked' in value && 'isQuestion' in value)) return false
  return typeof value.text === 'string' && Array.isArray(value.picked) && value.picked.every(isMention)
}

function isMention(value: unknown): value is Mention {
  if (typeof value !== 'object' || value === null) return false
  return 'ref' in value && 'name' in value && typeof value.ref === 'string' && typeof value.name === 'string'
}
