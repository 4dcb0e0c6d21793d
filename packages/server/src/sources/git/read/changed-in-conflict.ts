import { type Forms, type PluralBases, sameForms, unitId } from '@dragoman/core'
import { type Document, type Format, isWhole, keyOfEntry, pluralBasesOf } from '@dragoman/formats'
import type { ConflictRow } from '@dragoman/store'
import { unitsOfDocument } from '../../../sync/base-of-part.ts'

export type ChangedInConflict = {
  readonly conflict: ConflictRow
  /** Names of its entries in either version of the file. */
  readonly names: readonly string[]
  /** Its text on the branch of our pull request. */
  readonly forms: Forms
}

type ConflictsOfFile = {
  readonly format: Format
  readonly language: string
  readonly sourceLanguage: string
  /** Conflicts of the file. */
  readonly conflicts: readonly ConflictRow[]
}

/**
 * Returns the open conflicts with the target whose text others also changed on the branch of our pull
 * request, from the file as we sent it (`sent`) to `theirs`.
 */
export function changedInConflict({
  sent,
  theirs,
  ...of
}: ConflictsOfFile & { readonly sent: Document; readonly theirs: Document }): readonly ChangedInConflict[] {
  const { format, conflicts } = of
  if (conflicts.length === 0 || !isWhole(sent) || !isWhole(theirs)) return []
  const bases = basesOf(of, [sent, theirs])
  const [before, after] = [sent, theirs].map((document) => unitsOfDocument(format, document, bases))
  const entries = [...sent.entries.values(), ...theirs.entries.values()]
  return conflicts.flatMap((conflict) => {
    const id = unitId(conflict)
    const forms = after?.get(id)?.forms ?? {}
    if (sameForms(before?.get(id)?.forms ?? {}, forms)) return []
    const own = entries.filter((entry) => unitId(keyOfEntry(format, entry, bases)) === id)
    return [{ conflict, names: own.map(({ name }) => name), forms }]
  })
}

/**
 * Returns the conflicts with a text that the target neither had nor has: others committed it onto the branch
 * of our pull request.
 */
export function conflictsOfRequest({
  targets,
  ...of
}: ConflictsOfFile & { readonly targets: readonly Document[] }): readonly ConflictRow[] {
  if (of.conflicts.length === 0 || !targets.every(isWhole)) return []
  const bases = basesOf(of, targets)
  const versions = targets.map((document) => unitsOfDocument(of.format, document, bases))
  return of.conflicts.filter((one) =>
    versions.every((units) => !sameForms(units.get(unitId(one))?.forms ?? {}, one.theirs)),
  )
}

function basesOf(
  { format, language, sourceLanguage, conflicts }: ConflictsOfFile,
  documents: readonly Document[],
): PluralBases {
  const known = conflicts.map(({ name, plural, path }) => ({ name, plural, path, forms: {} }))
  const files = documents.map(({ entries }) => ({ language, entries: [...entries.values()] }))
  return pluralBasesOf(format, { known, files, sourceLanguage })
}
