import type { KeptStorage } from './kept-drafts.ts'
import type { PendingSave, SaveQueue } from './save-queue.ts'

export type KeptSaves = {
  /** Saves that an earlier page did not get answered, oldest first. */
  readonly readAll: () => SaveQueue
  /** Makes the device hold `after` where it held `before`. */
  readonly sync: (before: SaveQueue, after: SaveQueue) => void
  readonly isUnkept: () => boolean
}

const PREFIX = 'dragoman:save:'

/** Pending saves in the browser's storage, one entry each. A save that is sent twice (two tabs after a crash) does no harm: its second answer says that the text is there. */
export function keptSaves(storage: KeptStorage): KeptSaves {
  const refused = new Set<string>()
  return {
    readAll: () => {
      const names: string[] = []
      for (let index = 0; index < storage.length; index++) {
        const name = storage.key(index)
        if (name?.startsWith(PREFIX) === true) names.push(name)
      }
      // Ids begin with the time, so that their order is the order of the saves.
      return names.toSorted().flatMap((name) => readSave(storage.getItem(name)) ?? [])
    },
    sync: (before, after) => {
      const kept = new Set(after.map((save) => save.id))
      for (const { id } of before) {
        if (kept.has(id)) continue
        storage.removeItem(PREFIX + id)
        refused.delete(id)
      }
      for (const save of after) {
        if (before.includes(save)) continue
        try {
          storage.setItem(PREFIX + save.id, JSON.stringify(save))
          refused.delete(save.id)
        } catch {
          refused.add(save.id) // storage is full or forbidden: `isUnkept` says so
        }
      }
    },
    isUnkept: () => refused.size > 0,
  }
}

function readSave(text: string | null): PendingSave | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isSave(value)) return null
    return { ...value, status: 'waiting', attempts: 0, notBefore: 0 }
  } catch {
    return null // cut off by a full disk
  }
}

function isSave(value: unknown): value is PendingSave {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<keyof PendingSave, string> = {
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
  return Object.entries(fields).every(([name, type]) => entries.has(name) && (type === 'any' || typeof entries.get(name) === type))
}

/** An id that sorts by time. */
export function saveId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? ''}`
}
