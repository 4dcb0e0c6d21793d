import { hasText, type PluralBases, sameForms, type Unit, unitId, unitsById } from '@dragoman/core'
import { type Document, type FileUnit, type Format, unitsOf } from '@dragoman/formats'
import type { ConflictRow, ImportedKey } from '@dragoman/store'
import { findUnseenWrites } from './find-unseen-writes.ts'
import type { FilePart } from './plan-sync.ts'

export type BaseRequest = {
  readonly file: FilePart
  readonly format: Format
  /** See `NamespaceSides.imported`. */
  readonly imported: ReadonlyMap<string, ImportedKey>
  readonly theirs: ReadonlyMap<string, FileUnit>
  readonly bases: PluralBases
}

/**
 * Returns what both sides last agreed on, by unit id: the texts of the last sync, except for those that the
 * file's author had not seen, and those in conflict. `synced` is the file as it was last synced; null if it
 * never was.
 */
export function baseOfPart({ file, format, imported, theirs, bases }: BaseRequest): {
  readonly base: ReadonlyMap<string, Unit>
  readonly synced: ReadonlyMap<string, FileUnit> | null
} {
  const synced = file.base === null ? null : unitsById(unitsOf(format, file.base.entries.values(), bases))
  const known = synced ?? baseOfImport(file.language, imported, theirs)
  const writes = file.ownWrites.map(({ before, after }) => ({
    before: unitsOfDocument(format, before, bases),
    after: unitsOfDocument(format, after, bases),
  }))
  const base = withConflicts(withUnseen(known, findUnseenWrites(writes, theirs)), theirs, file.conflicts)
  return { base, synced }
}

/**
 * Returns what an earlier step of the import has taken from a file. A key that was removed, renamed or moved
 * before its text in this language was read counts as read, so that it leaves the file as in all languages.
 */
function baseOfImport(
  language: string,
  imported: ReadonlyMap<string, ImportedKey>,
  theirs: ReadonlyMap<string, FileUnit>,
): ReadonlyMap<string, Unit> {
  const base = new Map<string, Unit>()
  for (const [id, unit] of theirs) {
    const key = imported.get(id)
    if (key === undefined) continue
    const forms = key.texts.get(language) ?? (key.isHere ? null : unit.forms)
    if (forms !== null) base.set(id, sameForms(forms, unit.forms) ? unit : { ...unit, forms })
  }
  return base
}

/** Texts that the file's author had not seen are compared with what they had read. */
function withUnseen(
  base: ReadonlyMap<string, Unit>,
  unseen: ReadonlyMap<string, Unit | null>,
): ReadonlyMap<string, Unit> {
  if (unseen.size === 0) return base
  const result = new Map(base)
  for (const [id, unit] of unseen) {
    if (unit === null) result.delete(id)
    else result.set(id, unit)
  }
  return result
}

/** Returns the units of a file by their ids. */
export function unitsOfDocument(
  format: Format,
  document: Document,
  bases: PluralBases,
): ReadonlyMap<string, Unit> {
  return unitsById(unitsOf(format, document.entries.values(), bases))
}

/** What the merge needs of a conflict that was found before. */
export type KnownConflict = Pick<ConflictRow, 'name' | 'plural' | 'path' | 'base' | 'theirs' | 'state'>

/**
 * An open conflict has its own base; once resolved, the file's text counts as seen, so that the decision goes
 * to the file.
 */
function withConflicts(
  base: ReadonlyMap<string, Unit>,
  theirs: ReadonlyMap<string, Unit>,
  conflicts: readonly KnownConflict[],
): ReadonlyMap<string, Unit> {
  if (conflicts.length === 0) return base
  const result = new Map(base)
  for (const conflict of conflicts) {
    const id = unitId(conflict)
    const forms = conflict.state === 'open' ? conflict.base : conflict.theirs
    if (hasText(forms) || theirs.has(id))
      result.set(id, { name: conflict.name, plural: conflict.plural, path: conflict.path, forms })
    else result.delete(id)
  }
  return result
}
