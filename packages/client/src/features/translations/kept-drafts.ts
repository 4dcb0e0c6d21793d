import { type Forms, sameForms } from '@dragoman/core'
import type { StringAddress } from './string-address.ts'

/**
 * What somebody typed and has not saved: kept on the device at every key press. `base` is what the text was made from, so that a change
 * by somebody else in the meantime can be told and merged.
 */
export type Draft = {
  readonly forms: Forms
  readonly base: Forms
  readonly baseVersion: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Code of the failure that made a save come back; null when it was never sent. */
  readonly failure: string | null
}

/** The part of `Storage` that is needed, so that tests can bring their own. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type KeptDrafts = {
  readonly read: (address: StringAddress) => Draft | null
  /** False when the device would not keep it (full, or forbidden): the text then lives in this page only. */
  readonly write: (address: StringAddress, draft: Draft) => boolean
  readonly discard: (address: StringAddress) => void
  /** Ids of the keys of one project and language that have a draft; the same set until one comes or goes. */
  readonly keys: (project: string, language: string) => ReadonlySet<number>
  /** Reads an entry anew next time: another tab has changed it. */
  readonly forget: (entry: string) => void
}

/** Drafts in the browser's storage, one entry per string. Entries that cannot be read are left alone and not shown. */
export function keptDrafts(storage: KeptStorage): KeptDrafts {
  const unstored = new Map<string, string>()
  const known = new Map<string, Draft | null>()
  const listed = new Map<string, ReadonlySet<number>>()
  return {
    read: (address) => {
      const name = entryName(address)
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const draft = readDraft(unstored.get(name) ?? storage.getItem(name))
      known.set(name, draft)
      return draft
    },
    write: (address, draft) => {
      const name = entryName(address)
      const text = JSON.stringify(draft)
      if (known.get(name) == null) listed.clear()
      known.set(name, draft)
      try {
        storage.setItem(name, text)
        unstored.delete(name)
        return true
      } catch {
        unstored.set(name, text) // storage is full or forbidden: the answer says so
        return false
      }
    },
    discard: (address) => {
      if (known.get(entryName(address)) !== null) listed.clear()
      known.set(entryName(address), null)
      unstored.delete(entryName(address))
      storage.removeItem(entryName(address))
    },
    keys: (project, language) => {
      const prefix = entryName({ project, language, keyId: 0 }).slice(0, -1)
      const remembered = listed.get(prefix)
      if (remembered !== undefined) return remembered
      const found = new Set<number>()
      for (let index = 0; index < storage.length; index++) {
        const name = storage.key(index)
        if (name?.startsWith(prefix) === true) found.add(Number(name.slice(prefix.length)))
      }
      for (const name of unstored.keys()) if (name.startsWith(prefix)) found.add(Number(name.slice(prefix.length)))
      listed.set(prefix, found)
      return found
    },
    forget: (entry) => {
      known.delete(entry)
      listed.clear()
    },
  }
}

/** The draft that remains after its string was saved or changed elsewhere: moved on to the new base where nothing else happened, null when it says the same. */
export function rebaseDraft(draft: Draft, current: { readonly forms: Forms; readonly version: number }): Draft | null {
  if (sameForms(draft.forms, current.forms)) return null
  if (draft.baseVersion === current.version || !sameForms(draft.base, current.forms)) return draft
  return { ...draft, base: current.forms, baseVersion: current.version }
}

function entryName({ project, language, keyId }: StringAddress): string {
  return `dragoman:draft:${project}:${language}:${keyId}`
}

function readDraft(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null // not ours, or cut off by a full disk
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  if (!('forms' in value && 'base' in value && 'baseVersion' in value && 'at' in value && 'failure' in value)) return false
  return isForms(value.forms) && isForms(value.base) && typeof value.baseVersion === 'number' && typeof value.at === 'number'
}

function isForms(value: unknown): value is Forms {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}
