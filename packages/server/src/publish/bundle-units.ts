import type { Unit } from '@dragoman/core'
import { type ChangeSet, formsOfKeys, type Reader, unitsOfFile } from '@dragoman/store'

/** The texts of one language and namespace. */
export type UnitsPlace = { readonly projectId: number; readonly language: string; readonly namespace: string }

/** Gives the keys of a namespace in order with their texts in one language. */
export type ReadUnits = (r: Reader, place: UnitsPlace) => Promise<readonly Unit[]>

/** The texts of delivered files in memory: after a save, only what it touched is read again. */
export type BundleUnits = {
  readonly of: ReadUnits
  readonly changed: (changeSet: ChangeSet) => void
  readonly projectChanged: (projectId: number) => void
  readonly clear: () => void
}

/** Some 400 bytes each; the least lately used go first. */
const UNITS_AT_MOST = 60_000

type Entry = {
  readonly place: UnitsPlace
  units: Unit[]
  /** Where in `units` a key is. */
  readonly indexes: Map<number, number>
  /** Keys whose texts were written since they were read. */
  readonly stale: Set<number>
  /** What is being read for it; those who ask meanwhile wait for the same. */
  reading: Promise<void> | null
}

export function openBundleUnits({ unitsAtMost = UNITS_AT_MOST } = {}): BundleUnits {
  /** By place, in order of use: a Map keeps the order of insertion. */
  const entries = new Map<string, Entry>()

  async function load(r: Reader, entry: Entry): Promise<void> {
    const { projectId, language, namespace } = entry.place
    const rows = await unitsOfFile(r, projectId, language, namespace)
    entry.units = rows.map((row) => row.unit)
    for (const [index, { keyId }] of rows.entries()) entry.indexes.set(keyId, index)
    makeRoom()
  }

  function makeRoom(): void {
    let total = 0
    for (const { units } of entries.values()) total += units.length
    for (const [id, { units }] of entries) {
      if (total <= unitsAtMost) return
      entries.delete(id)
      total -= units.length
    }
  }

  async function readStale(r: Reader, { place, units, indexes, stale }: Entry): Promise<void> {
    const keyIds = [...stale]
    stale.clear()
    const forms = await formsOfKeys(r, place.projectId, place.language, keyIds)
    for (const keyId of keyIds) {
      const index = indexes.get(keyId) ?? -1
      const unit = units[index]
      if (unit !== undefined) units[index] = { ...unit, forms: forms.get(keyId) ?? {} }
    }
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
    async of(r, place) {
      const id = `${place.projectId} ${place.language} ${place.namespace}`
      const known = entries.get(id)
      const entry: Entry = known ?? { place, units: [], indexes: new Map(), stale: new Set(), reading: null }
      entries.delete(id)
      entries.set(id, entry)
      if (known === undefined) await read(id, entry, load(r, entry))
      // What was written while it was read is read once more.
      while (entry.reading !== null || entry.stale.size > 0) {
        await (entry.reading ?? read(id, entry, readStale(r, entry)))
      }
      return entry.units
    },

    changed({ projectId, files, translations, keys }) {
      for (const [id, entry] of entries) {
        const { language, namespace } = entry.place
        if (entry.place.projectId !== projectId) continue
        // Keys or languages came, went or moved.
        if (keys === null || keys.length > 0) entries.delete(id)
        else if (files.some((file) => file.language === language && file.namespace === namespace)) {
          const own = translations?.filter((text) => text.language === language)
          if (own?.every(({ keyId }) => entry.indexes.has(keyId)))
            for (const { keyId } of own) entry.stale.add(keyId)
          else entries.delete(id)
        }
      }
    },

    projectChanged(projectId) {
      for (const [id, { place }] of entries) if (place.projectId === projectId) entries.delete(id)
    },

    clear: () => entries.clear(),
  }
}
