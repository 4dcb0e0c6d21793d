import { type Forms, sameForms } from '@dragoman/core'
import { parseJson } from '../parse-json.ts'
import { addressText, type StringAddress } from '../server/string-address.ts'

/**
 * Unsaved text, stored in the browser on every key press. `base` is the text it is based on, so that someone
 * else's concurrent change can be detected and merged.
 */
export type Draft = {
  readonly forms: Forms
  readonly base: Forms
  readonly baseVersion: number
  /** Version of the source text that the person saw when typing; undefined: unknown. */
  readonly sourceVersion?: number | undefined
  /** Language of the source text, if the person's own change of it was pending then: the text is made for that one. */
  readonly madeWith?: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** Code of the failure of its save; null if it was never sent. */
  readonly failure: string | null
  /** The key as it is shown (`namespace:name`), so that lists need no server to name it. */
  readonly keyName?: string | undefined
}

/** A draft and its string. */
export type StoredDraft = StringAddress & { readonly draft: Draft }

/** What is used of the browser's `Storage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Returns the names of all entries. */
  readonly names: () => readonly string[]
}

export type DraftStore = {
  readonly read: (address: StringAddress) => Draft | null
  /** Returns false if it could not be stored (full, or blocked): the text is then in this page only. */
  readonly write: (address: StringAddress, draft: Draft) => boolean
  readonly discard: (address: StringAddress) => void
  /**
   * All drafts in this browser, oldest first; two for a string if another window has stored one while this
   * page has its own. The same array until one changes.
   */
  readonly list: () => readonly StoredDraft[]
  /**
   * Ids of the keys of one project and language that have a draft; the same set until one is added or
   * removed.
   */
  readonly keys: (project: string, language: string) => ReadonlySet<number>
  /** Whether the draft of this string is in this page only. */
  readonly isUnstored: (address: StringAddress) => boolean
  /** Strings whose drafts are in this page only. */
  readonly unstored: () => readonly StringAddress[]
  /** Tries to store what could not be stored before. */
  readonly storeAgain: () => void
  /** Reads an entry, or all of them, again next time, because another tab has changed it. */
  readonly forget: (entry: string | null) => void
}

/**
 * Creates a store of drafts in the browser's storage, one entry per string. Unreadable entries are left alone
 * and not shown.
 */
export function createDraftStore(storage: DraftStorage): DraftStore {
  const entries = createEntries(storage)
  const keySets = new Map<string, ReadonlySet<number>>()
  let names: readonly string[] | null = null
  let listed: readonly StoredDraft[] | null = null

  function changed(hasComeOrGone: boolean): void {
    listed = null
    if (!hasComeOrGone) return
    names = null
    keySets.clear()
  }

  function list(): readonly StoredDraft[] {
    names ??= entries.names()
    listed ??= names
      .flatMap((name) => {
        const address = addressOf(name)
        if (address === null) return []
        return [entries.read(name), entries.storedByOther(name)].flatMap((draft) =>
          draft === null ? [] : [{ ...address, draft }],
        )
      })
      .toSorted((a, b) => a.draft.at - b.draft.at)
    return listed
  }

  return {
    read: (address) => entries.read(entryName(address)),
    write: (address, draft) => {
      const name = entryName(address)
      const isNew = entries.read(name) === null
      const isStored = entries.write(name, draft)
      changed(isNew)
      return isStored
    },
    discard: (address) => {
      entries.remove(entryName(address))
      changed(true)
    },
    list,
    keys: (project, language) => {
      const remembered = keySets.get(`${project}:${language}`)
      if (remembered !== undefined) return remembered
      const found = new Set(
        list().flatMap((one) => (one.project === project && one.language === language ? [one.keyId] : [])),
      )
      keySets.set(`${project}:${language}`, found)
      return found
    },
    isUnstored: (address) => entries.isUnstored(entryName(address)),
    unstored: () => entries.unstored().flatMap((name) => addressOf(name) ?? []),
    storeAgain: () => {
      if (entries.storeAgain()) changed(false)
    },
    forget: (entry) => {
      if (entry !== null && !entry.startsWith(PREFIX)) return
      entries.forget(entry)
      changed(true)
    },
  }
}

/** The entries in the browser's storage, and those that could not be stored, which are in this page only. */
function createEntries(storage: DraftStorage) {
  const unstored = new Map<string, string>()
  const known = new Map<string, Draft | null>()

  function store(name: string, text: string): boolean {
    try {
      storage.setItem(name, text)
      unstored.delete(name)
      return true
    } catch {
      unstored.set(name, text) // storage is full or blocked: `isUnstored` returns true
      return false
    }
  }

  return {
    names: () => [
      ...new Set([...storage.names().filter((name) => name.startsWith(PREFIX)), ...unstored.keys()]),
    ],
    read(name: string): Draft | null {
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const draft = readDraft(unstored.get(name) ?? storage.getItem(name))
      known.set(name, draft)
      return draft
    },
    /** Returns what another window has stored for a string whose draft of this window is in this page only. */
    storedByOther: (name: string): Draft | null =>
      unstored.has(name) ? readDraft(storage.getItem(name)) : null,
    write(name: string, draft: Draft): boolean {
      known.set(name, draft)
      return store(name, JSON.stringify(draft))
    },
    remove(name: string): void {
      known.set(name, null)
      unstored.delete(name)
      storage.removeItem(name)
    },
    isUnstored: (name: string) => unstored.has(name),
    unstored: () => [...unstored.keys()],
    /** Returns true if another window was edited later: its drafts replace those of this page. */
    storeAgain(): boolean {
      let isReplaced = false
      for (const [name, text] of [...unstored]) {
        const other = readDraft(storage.getItem(name))
        if (other === null || other.at <= (readDraft(text)?.at ?? 0)) store(name, text)
        else {
          unstored.delete(name)
          known.set(name, other)
          isReplaced = true
        }
      }
      return isReplaced
    },
    forget: (name: string | null) => (name === null ? known.clear() : known.delete(name)),
  }
}

/**
 * Rebases a draft whose string was changed elsewhere, if nothing else happened; null if it has the same text.
 */
export function rebaseDraft(
  draft: Draft,
  current: { readonly forms: Forms; readonly version: number },
): Draft | null {
  if (sameForms(draft.forms, current.forms)) return null
  if (draft.baseVersion === current.version || !sameForms(draft.base, current.forms)) return draft
  return { ...draft, base: current.forms, baseVersion: current.version }
}

/** Whether someone else changed the text since the draft was started, and the two texts differ. */
export function isOvertaken(
  draft: Draft,
  current: { readonly forms: Forms; readonly version: number },
): boolean {
  if (draft.baseVersion === current.version) return false
  return !sameForms(draft.forms, current.forms) && !sameForms(draft.base, current.forms)
}

const PREFIX = 'dragoman:draft:'

function entryName(address: StringAddress): string {
  return PREFIX + addressText(address)
}

function addressOf(name: string): StringAddress | null {
  const [, project, language, keyId] = /^dragoman:draft:([^:]+):([^:]+):(\d+)$/.exec(name) ?? []
  return project === undefined || language === undefined ? null : { project, language, keyId: Number(keyId) }
}

function readDraft(text: string | null): Draft | null {
  const value = parseJson(text)
  return isDraft(value) ? value : null
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  if (!('forms' in value && 'base' in value && 'baseVersion' in value && 'at' in value && 'failure' in value))
    return false
  return (
    isForms(value.forms) &&
    isForms(value.base) &&
    typeof value.baseVersion === 'number' &&
    typeof value.at === 'number'
  )
}

function isForms(value: unknown): value is Forms {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
