import { FORM_NAMES, type Forms, hasText, sameForms } from '../message/forms.ts'
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
    /** Texts that are missing, or have missing forms, and get them; no form is replaced. */
    readonly filled: number
    /** Texts that will be replaced, or get another state. */
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
      if (after !== null && isChanged(before, after)) {
        // The same words get another state.
        const isReplaced = sameForms(before.forms, after.forms) || replacesText(before.forms, after.forms)
        counts[isReplaced ? 'changed' : 'filled'] += 1
        changes.push({ id, before, after })
      } else counts[sameForms(before.forms, unit.forms) ? 'same' : 'kept'] += 1
    }
  }
  return { changes, counts }
}

function isChanged(before: Unit, after: Unit): boolean {
  return before.state !== after.state || !sameForms(before.forms, after.forms)
}

/** Returns whether the forms after an import replace one from before, instead of only filling gaps. */
export function replacesText(before: Forms, after: Forms): boolean {
  return FORM_NAMES.some((form) => before[form] && before[form] !== after[form])
}

/**
 * Returns the unit after the import: forms that are not imported stay; imported forms replace existing ones
 * or only fill gaps.
 */
function mergeUnit(before: Unit, incoming: Unit, mode: ImportMode): Unit | null {
  switch (mode) {
    case 'overwrite':
      return { ...before, forms: { ...before.forms, ...incoming.forms }, ...stateAfter(before, incoming) }
    case 'keep':
      return { ...before, forms: { ...incoming.forms, ...before.forms } }
    case 'new-only':
      return null
    default:
      return mode satisfies never
  }
}

/**
 * Returns the state after the import: that of the file, if a draft is finished there or a finished text is a draft.
 * Texts reviewed elsewhere do not count as reviewed here, and those reviewed here stay so.
 */
function stateAfter({ state: before }: Unit, { state: stated }: Unit): Pick<Unit, 'state'> {
  if (before === undefined || stated === undefined || (before === 'draft') === (stated === 'draft'))
    return before === undefined ? {} : { state: before }
  return { state: stated === 'draft' ? 'draft' : 'translated' }
}
