import type { Mention } from '@dragoman/core'
import { parseJson } from '../parse-json.ts'
import { createEmitter } from '../store.ts'
import type { DraftStorage } from './draft-store.ts'

/** Unsent text of a comment box. The people whom its mentions refer to are in `picked`. */
export type CommentDraft = {
  readonly text: string
  readonly picked: readonly Mention[]
  readonly isQuestion: boolean
  /** It is for all languages. Missing in drafts of earlier versions. */
  readonly isForAll?: boolean
}

/**
 * Unsent comments, by what they are about: `de:7` (a string: its language, and the id of its key), `answer:12` or
 * `edit:12` (a comment). Ids are unique on a server, so that the names stay when a project gets another URL name.
 */
export type CommentDrafts = {
  /** The same object until it changes. */
  readonly read: (name: string) => CommentDraft | null
  /** Stores a draft; null discards it. What cannot be stored stays in this page only. */
  readonly write: (name: string, draft: CommentDraft | null) => void
  /** Whether a draft is in this page only. */
  readonly isUnstored: (name: string) => boolean
  /** Reads an entry of the storage, or all of them, again next time: another window, or another person, has changed it. */
  readonly forget: (entry: string | null) => void
  /** Renames the entries of earlier versions, whose names began with that of the project. */
  readonly renameOld: () => void
  readonly subscribe: (listener: () => void) => () => void
}

const PREFIX = 'dragoman:comment:'
const OLD_NAME = /^dragoman:comment:[^:]+:([^:]+:\d+)$/

/** Creates a store of unsent comments in the browser's storage. Unreadable entries are left alone and not shown. */
export function createCommentDrafts(storage: DraftStorage): CommentDrafts {
  const unstored = new Map<string, CommentDraft>()
  const known = new Map<string, CommentDraft | null>()
  const changes = createEmitter()

  function store(name: string, draft: CommentDraft | null): void {
    unstored.delete(name)
    if (draft === null) {
      storage.removeItem(PREFIX + name)
      return
    }
    try {
      storage.setItem(PREFIX + name, JSON.stringify(draft))
    } catch {
      unstored.set(name, draft) // storage is full or blocked: `isUnstored` returns true
    }
  }

  return {
    read(name) {
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const draft = unstored.get(name) ?? parseDraft(storage.getItem(PREFIX + name))
      known.set(name, draft)
      return draft
    },
    write(name, draft) {
      known.set(name, draft)
      store(name, draft)
      changes.emit()
    },
    isUnstored: (name) => unstored.has(name),
    forget(entry) {
      if (entry !== null && !entry.startsWith(PREFIX)) return
      if (entry === null) known.clear()
      else known.delete(entry.slice(PREFIX.length))
      changes.emit()
    },
    renameOld() {
      for (const entry of storage.names()) {
        const name = OLD_NAME.exec(entry)?.[1]
        const draft = name === undefined ? null : parseDraft(storage.getItem(entry))
        if (name === undefined || draft === null) continue
        if (storage.getItem(PREFIX + name) === null) store(name, draft)
        if (!unstored.has(name)) storage.removeItem(entry)
      }
    },
    subscribe: changes.subscribe,
  }
}

function parseDraft(text: string | null): CommentDraft | null {
  const value = parseJson(text)
  return isDraft(value) ? value : null
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
