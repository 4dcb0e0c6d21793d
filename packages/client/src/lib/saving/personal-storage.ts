import type { DraftStorage } from './draft-store.ts'

/** The entries of one person in a browser that several people use. */
export type PersonalStorage = {
  readonly storage: DraftStorage
  /** From now on, the entries are those of this person. */
  readonly open: (person: string) => void
  /** Returns the name of a changed entry for its person; undefined if it belongs to someone else. */
  readonly nameOf: (entry: string | null) => string | null | undefined
}

/** Between the name of an entry and its person; no name of an entry contains it. */
const OF = '#'

/**
 * Shows a person only their own entries of the browser's storage: what one person has typed must not be sent under
 * the name of the next who signs in. Entries without a person, which earlier versions stored, belong to the first
 * person who signs in.
 */
export function personalStorage(whole: DraftStorage): PersonalStorage {
  let person: string | null = null
  const ownName = (name: string) => (person === null ? name : `${name}${OF}${person}`)

  function nameOf(entry: string): string | undefined {
    const cut = entry.indexOf(OF)
    if (cut < 0) return entry
    return entry.slice(cut + 1) === person ? entry.slice(0, cut) : undefined
  }

  return {
    open: (wanted) => {
      person = wanted
    },
    nameOf: (entry) => (entry === null ? null : nameOf(entry)),
    storage: {
      getItem: (name) => whole.getItem(ownName(name)) ?? whole.getItem(name),
      setItem: (name, value) => {
        whole.setItem(ownName(name), value)
        if (person !== null) whole.removeItem(name)
      },
      removeItem: (name) => {
        whole.removeItem(ownName(name))
        whole.removeItem(name)
      },
      names: () => [...new Set(whole.names().flatMap((entry) => nameOf(entry) ?? []))],
    },
  }
}
