import { hasText, sameForms } from '../message/forms.ts'
import type { Unit } from './unit.ts'

/** How one unit of a file changes; `null` if there is none. */
export type UnitChange = { readonly id: string; readonly before: Unit | null; readonly after: Unit | null }

/** A unit that both sides changed differently: a person has to decide. */
export type UnitConflict = {
  readonly id: string
  readonly base: Unit | null
  readonly theirs: Unit | null
  readonly ours: Unit | null
}

export type FileMerge = {
  readonly toCatalog: readonly UnitChange[]
  readonly toFile: readonly UnitChange[]
  readonly conflicts: readonly UnitConflict[]
}

/**
 * Units of one namespace in one language by `unitId`: as last synced (`base`), in the file (`theirs`), in the
 * catalog (`ours`).
 */
export type MergeInput = {
  readonly base: ReadonlyMap<string, Unit>
  readonly theirs: ReadonlyMap<string, Unit>
  readonly ours: ReadonlyMap<string, Unit>
}

/**
 * Merges one file three ways, key by key. A unit without text equals a missing unit, but an entry that was
 * added or removed on disk is always reported to the catalog, because it decides whether the key exists. If
 * both sides have the same words, their states are merged the same way; if both states changed, the catalog
 * wins. `before` of a change is the current unit of the receiving side.
 */
export function mergeFile({ base, theirs, ours }: MergeInput): FileMerge {
  const toCatalog: UnitChange[] = []
  const toFile: UnitChange[] = []
  const conflicts: UnitConflict[] = []
  for (const id of allIds(theirs, ours, base)) {
    const was = base.get(id) ?? null
    const disk = theirs.get(id) ?? null
    const catalog = ours.get(id) ?? null
    const diskChanged = !sameText(was, disk)
    const catalogChanged = !sameText(was, catalog)
    if (diskChanged && catalogChanged && !sameText(disk, catalog))
      conflicts.push({ id, base: was, theirs: disk, ours: catalog })
    else if (diskChanged && !catalogChanged) toCatalog.push({ id, before: catalog, after: disk })
    else if (catalogChanged && !diskChanged) toFile.push({ id, before: disk, after: catalog })
    else if ((was === null) !== (disk === null) && !diskChanged)
      toCatalog.push({ id, before: catalog, after: disk })
    else if (!sameState(disk, catalog)) {
      if (sameState(was, catalog)) toCatalog.push({ id, before: catalog, after: disk })
      else toFile.push({ id, before: disk, after: catalog })
    }
  }
  return { toCatalog, toFile, conflicts }
}

const NO_FORMS = {}

function sameText(a: Unit | null, b: Unit | null): boolean {
  return a === b || sameForms(a?.forms ?? NO_FORMS, b?.forms ?? NO_FORMS)
}

/** Returns whether states are equal; a missing state equals any. */
function sameState(a: Unit | null, b: Unit | null): boolean {
  if (a?.state === undefined || b?.state === undefined || a.state === b.state) return true
  return !hasText(a.forms) || !hasText(b.forms)
}

function allIds(...maps: readonly ReadonlyMap<string, Unit>[]): Set<string> {
  const ids = new Set<string>()
  for (const map of maps) for (const id of map.keys()) ids.add(id)
  return ids
}
