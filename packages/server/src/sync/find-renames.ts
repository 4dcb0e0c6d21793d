import { append, FORM_NAMES, type FormerNames, pairRenamed, type Unit, type UnitChange } from '@dragoman/core'

/** By the id of a new key: the key of the file that it was before. */
export type Renames = ReadonlyMap<string, Unit>

/**
 * Finds the removed and added keys that are one key with a new name: it had that name before, or has the same texts as
 * no other removed key.
 */
export function findRenames(changes: readonly UnitChange[], formerNames: FormerNames): Renames {
  const gone = changes.flatMap(({ before, after }) => (before !== null && after === null ? before : []))
  const added = changes.filter(({ before }) => before === null)
  if (gone.length === 0 || added.length === 0) return new Map()
  const units = added.flatMap(({ after }) => after ?? [])
  const renames = new Map<string, Unit>(pairRenamed(gone, units, formerNames))
  const paired = new Set(renames.values())
  const alike = new Map<string, Unit[]>()
  for (const unit of gone) if (!paired.has(unit)) append(alike, textsOf(unit), unit)
  for (const { id, after } of added) {
    if (after === null || renames.has(id)) continue
    const [old, ...others] = alike.get(textsOf(after)) ?? []
    if (old === undefined || others.length > 0) continue
    alike.delete(textsOf(after))
    renames.set(id, old)
  }
  return renames
}

/** Returns a text that is the same for keys of the same kind with the same texts. */
function textsOf({ plural, forms }: Unit): string {
  return JSON.stringify([plural, ...FORM_NAMES.map((name) => forms[name] ?? '')])
}

/** Returns the changes with those of a renamed key together. */
export function groupRenames(
  changes: readonly UnitChange[],
  renames: Renames,
): readonly (readonly UnitChange[])[] {
  if (renames.size === 0) return changes.map((change) => [change])
  const newIds = new Map([...renames].map(([id, old]) => [old, id]))
  const removals = new Map<string, UnitChange>()
  for (const change of changes) {
    const newId = change.before && change.after === null ? newIds.get(change.before) : undefined
    if (newId !== undefined) removals.set(newId, change)
  }
  const grouped = new Set(removals.values())
  return changes.flatMap((change) => {
    if (grouped.has(change)) return []
    const removal = change.before === null ? removals.get(change.id) : undefined
    return [removal === undefined ? [change] : [removal, change]]
  })
}
