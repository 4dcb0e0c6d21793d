import {
  type CatalogText,
  type ChangeSet,
  catalogTexts,
  type Reader,
  type TextsLocation,
} from '@dragoman/store'

/** Returns the keys of a namespace in order, with their texts in one language. */
export type ReadTexts = (r: Reader, place: TextsLocation) => Promise<readonly CatalogText[]>

/** Which events a file contains: all up to these numbers. A build lowers `texts` as it uses older texts. */
export type ContainedEvents = { readonly newest: number; texts: number }

/** The texts of delivered files in memory: after a save, only what it changed is read again. */
export type CatalogTexts = {
  /**
   * Does what `ReadTexts` does, mostly from memory. `contained.newest` is an event number that was read before;
   * `contained.texts` becomes what the returned texts contain at least.
   */
  readonly of: (
    r: Reader,
    place: TextsLocation,
    contained?: ContainedEvents,
  ) => Promise<readonly CatalogText[]>
  /** Notes that every event up to this number was passed to `changed` and `projectChanged`. */
  readonly noteNewestEvent: (number: number) => void
  readonly changed: (changeSet: ChangeSet) => void
  readonly projectChanged: (projectId: number) => void
  readonly clear: () => void
}

/** Some 400 bytes each; the least recently used are dropped first. */
const TEXTS_AT_MOST = 60_000

type Entry = {
  readonly place: TextsLocation
  texts: CatalogText[]
  /** Index in `texts` by key. */
  readonly indexes: Map<number, number>
  /** Keys whose texts were written since they were read. */
  readonly stale: Set<number>
  /** All of the texts contain every event up to this number. */
  readonly contains: number
  /** The read in progress; further callers wait for the same one. */
  reading: Promise<void> | null
}

export function openCatalogTexts({ textsAtMost = TEXTS_AT_MOST } = {}): CatalogTexts {
  /** By location, least recently used first: a Map keeps the order of insertion. */
  const entries = new Map<string, Entry>()
  let newestEvent = 0

  async function load(r: Reader, entry: Entry): Promise<void> {
    entry.texts = [...(await catalogTexts(r, entry.place))]
    for (const [index, { keyId }] of entry.texts.entries()) entry.indexes.set(keyId, index)
    makeRoom(entries, textsAtMost)
  }

  async function read(id: string, entry: Entry, work: Promise<void>): Promise<void> {
    entry.reading = work
    try {
      await work
    } catch (error) {
      if (entries.get(id) === entry) entries.delete(id)
      throw error
    } finally {
      entry.reading = null
    }
  }

  return {
    async of(r, place, contained) {
      const id = `${place.projectId} ${place.language} ${place.namespace}`
      const newestBefore = newestEvent
      const known = entries.get(id)
      const entry = known ?? newEntry(place, contained?.newest ?? 0)
      entries.delete(id)
      entries.set(id, entry)
      if (known === undefined) await read(id, entry, load(r, entry))
      // What was written during the read is read again.
      while (entry.reading !== null || entry.stale.size > 0) {
        await (entry.reading ?? read(id, entry, readStale(r, entry)))
      }
      if (contained !== undefined) {
        // What events newestEvent of was read again, until one of them discarded these texts.
        const contains = entries.get(id) === entry ? newestEvent : newestBefore
        contained.texts = Math.min(contained.texts, Math.max(entry.contains, contains))
      }
      return entry.texts
    },

    noteNewestEvent(number) {
      newestEvent = number
    },

    changed(changeSet) {
      for (const [id, entry] of entries) {
        const stale = staleKeys(entry, changeSet)
        if (stale === 'all') entries.delete(id)
        else for (const keyId of stale) entry.stale.add(keyId)
      }
    },

    projectChanged(projectId) {
      for (const [id, { place }] of entries) if (place.projectId === projectId) entries.delete(id)
    },

    clear() {
      entries.clear()
      // Numbers can start over, as in a restored database.
      newestEvent = 0
    },
  }
}

/** `contains`: every event up to this number is in the texts once they are read. */
function newEntry(place: TextsLocation, contains: number): Entry {
  return { place, texts: [], indexes: new Map(), stale: new Set(), contains, reading: null }
}

/** Drops the least recently used texts until there are no more than `textsAtMost`. */
function makeRoom(entries: Map<string, Entry>, textsAtMost: number): void {
  let total = 0
  for (const { texts } of entries.values()) total += texts.length
  for (const [id, { texts }] of entries) {
    if (total <= textsAtMost) return
    entries.delete(id)
    total -= texts.length
  }
}

async function readStale(r: Reader, { place, texts, indexes, stale }: Entry): Promise<void> {
  const keyIds = [...stale]
  stale.clear()
  const read = new Map((await catalogTexts(r, place, keyIds)).map((text) => [text.keyId, text]))
  for (const keyId of keyIds) {
    const index = indexes.get(keyId) ?? -1
    const text = read.get(keyId)
    if (text !== undefined && texts[index] !== undefined) texts[index] = text
  }
}

/** Returns the keys of an entry whose texts a change has written; `all` if it contains other keys now. */
function staleKeys(
  { place, indexes }: Entry,
  { projectId, files, translations, keys }: ChangeSet,
): readonly number[] | 'all' {
  if (place.projectId !== projectId) return []
  // Keys or languages were added, removed or moved.
  if (keys === null || keys.length > 0) return 'all'
  if (!files.some((file) => file.namespace === place.namespace)) return []
  const own = translations?.filter((text) => text.language === place.language)
  if (!own?.every(({ keyId }) => indexes.has(keyId))) return 'all'
  // A changed source text can fail or pass checks in every language.
  return (translations ?? []).flatMap(({ keyId }) => (indexes.has(keyId) ? [keyId] : []))
}
