import { type Forms, sameForms, unitId } from '@dragoman/core'
import { type ConflictRow, deleteConflict, putConflict, type Writer } from '@dragoman/store'
import type { DraftConflict, DraftPart } from './sync-draft.ts'

/**
 * Writes the conflicts of one part of a file: adds new ones, and removes those that no longer exist. Resolved
 * ones are removed once the file as it was read is the base: until then they store the text at the time of
 * the decision.
 */
export async function writeConflicts(
  w: Writer,
  { part, fileId, at }: { readonly part: DraftPart; readonly fileId: number; readonly at: string },
): Promise<void> {
  const { conflicts, conflictRows: rows, isNewBase } = part
  const still = new Set<string>()
  for (const conflict of conflicts) {
    still.add(conflict.id)
    const known = rows.find((row) => unitId(row) === conflict.id && row.state === 'open')
    if (known !== undefined && sameConflict(known, conflict)) continue
    const unit = conflict.ours ?? conflict.theirs ?? conflict.base
    if (unit === null) continue
    const theirs = formsOf(conflict.theirs)
    await putConflict(w, {
      fileId,
      name: unit.name,
      plural: unit.plural,
      path: unit.path,
      keyId: conflict.keyId,
      base: formsOf(conflict.base),
      theirs,
      ours: formsOf(conflict.ours),
      // When their text arrived.
      at: known !== undefined && sameForms(known.theirs, theirs) ? known.createdAt : at,
    })
  }
  for (const row of rows) {
    const isDone = row.state === 'open' ? !still.has(unitId(row)) : isNewBase
    if (isDone) await deleteConflict(w, row.id)
  }
}

function sameConflict(row: ConflictRow, { keyId, base, theirs, ours }: DraftConflict): boolean {
  return (
    row.keyId === keyId &&
    sameForms(row.base, formsOf(base)) &&
    sameForms(row.theirs, formsOf(theirs)) &&
    sameForms(row.ours, formsOf(ours))
  )
}

/** Returns the forms of a unit; none if there is no unit. */
export function formsOf(unit: { readonly forms: Forms } | null): Forms {
  return unit?.forms ?? {}
}
