import { parseJson } from '../parse-json.ts'
import type { DraftStorage } from './draft-store.ts'
import type { PendingSave, SaveQueue } from './save-queue.ts'

/** A save that another window of this browser is sending, or was sending when it closed. */
export type ForeignSave = { readonly owner: string; readonly save: PendingSave }

export type PendingSaveStore = {
  /** Unconfirmed saves from before this window was reloaded, oldest first. */
  readonly own: () => SaveQueue
  /** Updates the storage from `before` to `after`. */
  readonly sync: (before: SaveQueue, after: SaveQueue) => void
  /** Saves of other windows, oldest first; the same array until one changes. */
  readonly foreign: () => readonly ForeignSave[]
  /** Takes over a save of a closed window. Null if it is gone, or if another window was faster. */
  readonly adopt: (save: ForeignSave) => PendingSave | null
  /** Whether another window has taken over this save. */
  readonly isTaken: (id: string) => boolean
  /** Saves that could not be stored. */
  readonly unstored: () => readonly string[]
  /** Tries to store what could not be stored before. */
  readonly storeAgain: (queue: SaveQueue) => void
  /** Reads the saves of others again next time. */
  readonly forget: () => void
}

const PREFIX = 'dragoman:save:'

/**
 * Creates a store of pending saves in the browser's storage, one entry each with the id of the window that
 * sends it. `owner` is this window. Sending a save twice does no harm: the second response says that the text
 * is already there.
 */
export function createPendingSaveStore(storage: DraftStorage, owner: string): PendingSaveStore {
  const refused = new Set<string>()
  let foreign: readonly ForeignSave[] | null = null

  function store(save: PendingSave): void {
    try {
      storage.setItem(PREFIX + save.id, JSON.stringify({ ...save, owner }))
      refused.delete(save.id)
    } catch {
      refused.add(save.id) // storage is full or blocked: `unstored` contains it
    }
    foreign = null
  }

  return {
    own: () => readAll(storage).flatMap((one) => (one.owner === owner ? [asNew(one.save)] : [])),
    sync: (before, after) => {
      const kept = new Set(after.map((save) => save.id))
      for (const { id } of before) {
        if (kept.has(id)) continue
        const stored = readSave(storage.getItem(PREFIX + id))
        if (stored === null || stored.owner === owner || refused.has(id)) storage.removeItem(PREFIX + id)
        refused.delete(id)
      }
      for (const save of after) if (!before.includes(save)) store(save)
    },
    foreign: () => {
      // While the storage is full, an adopted save is still stored with its earlier owner
      foreign ??= readAll(storage).filter((one) => one.owner !== owner && !refused.has(one.save.id))
      return foreign
    },
    adopt: (wanted) => {
      const stored = readSave(storage.getItem(PREFIX + wanted.save.id))
      if (stored === null || stored.owner !== wanted.owner) return null
      const save = asNew(stored.save)
      store(save)
      return save
    },
    isTaken: (id) => {
      const stored = readSave(storage.getItem(PREFIX + id))
      return stored !== null && stored.owner !== owner && !refused.has(id)
    },
    unstored: () => [...refused],
    storeAgain: (queue) => {
      for (const save of queue) if (refused.has(save.id)) store(save)
    },
    forget: () => {
      foreign = null
    },
  }
}

function asNew(save: PendingSave): PendingSave {
  return { ...save, status: 'waiting', attempts: 0, notBefore: 0 }
}

function readAll(storage: DraftStorage): ForeignSave[] {
  const names = storage.names().filter((name) => name.startsWith(PREFIX))
  // Ids start with the time, so that sorting them gives the order of the saves.
  return names.toSorted().flatMap((name) => readSave(storage.getItem(name)) ?? [])
}

function readSave(text: string | null): ForeignSave | null {
  const value = parseJson(text)
  if (!isSave(value)) return null
  const { owner, ...save } = value
  return { owner: owner ?? '', save }
}

function isSave(value: unknown): value is PendingSave & { readonly owner?: string } {
  if (typeof value !== 'object' || value === null) return false
  type Optional = 'keyName' | 'at' | 'mayBeDone' | 'approveFailing' | 'sourceVersion' | 'madeWith'
  const fields: Record<keyof Omit<PendingSave, Optional>, string> = {
    id: 'string',
    project: 'string',
    language: 'string',
    keyId: 'number',
    forms: 'object',
    state: 'any',
    base: 'object',
    baseVersion: 'number',
    status: 'string',
    attempts: 'number',
    notBefore: 'number',
  }
  const entries = new Map<string, unknown>(Object.entries(value))
  return Object.entries(fields).every(
    ([name, type]) => entries.has(name) && (type === 'any' || typeof entries.get(name) === type),
  )
}

/** Returns an id that sorts by time. */
export function saveId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`
}
