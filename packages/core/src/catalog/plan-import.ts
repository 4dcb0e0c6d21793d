import { hasText, sameForms } from '../message/forms.ts'
import type { UnitChange } from './merge.ts'
import type { Unit } from './unit.ts'

/**
 * `overwrite`: imported texts win. `keep`: existing texts stay, gaps are filled. `new-only`: only keys that
 * do not exist yet.
 */
export const IMPORT_MODES = ['overwrite', 'keep', 'new-only'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

export type ImportPlan = {
  readonly changes: readonly UnitChange[]
  readonly counts: {
    /** Keys that do not exist yet. */
    readonly added: number
    /** Keys without text here that get one. */
    readonly filled: number
    /** Texts that will be replaced. */
    readonly changed: number
    readonly same: number
    /** Texts that differ and stay because of the mode. */
    readonly kept: number
    /** Entries without text, which never empty an existing one. */
    readonly empty: number
  }
}

/**
 * Units by `unitId`. `current` has a unit for every key of the namespace, without forms if the language has
 * no text.
 */
export type ImportInput = {
  readonly incoming: ReadonlyMap<string, Unit>
  readonly current: ReadonlyMap<string, Unit>
  readonly mode: ImportMode
}

/** Plans the import of one namespace in one language. An import never empties or removes anything. */
export function planImport({ incoming, current, mode }: ImportInput): ImportPlan {
  const changes: UnitChange[] = []
  const counts = { added: 0, filled: 0, changed: 0, same: 0, kept: 0, empty: 0 }
  for (const [id, unit] of incoming) {
    const before = current.get(id) ?? null
    if (before === null) {
      counts.added += 1
      changes.push({ id, before, after: unit })
    } else if (!hasText(unit.forms)) counts.empty += 1
    else {
      const after = mergeUnit(before, unit, mode)
      if (sameForms(before.forms, unit.forms)) counts.same += 1
      else if (after === null || sameForms(before.forms, after.forms)) counts.kept += 1
      else {
        counts[hasText(before.forms) ? 'changed' : 'filled'] += 1
        changes.push({ id, before, after })
      }
    }
  }
  return { changes, counts }
}

/**
 * Returns the unit after the import: forms that are not imported stay; imported forms replace existing ones
 * or only fill gaps.
 */
function mergeUnit(before: Unit, incoming: Unit, mode: ImportMode): Unit | null {
  switch (mode) {
    case 'overwrite':
      return { ...before, forms: { ...before.forms, ...incoming.forms } }
    case 'keep':
      return { ...before, forms: { ...incoming.forms, ...before.forms } }
    case 'new-only':
      return null
    default:
      return mode satisfies never
  }
}
