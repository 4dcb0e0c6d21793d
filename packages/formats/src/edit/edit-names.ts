import { type EntryEdit, unitEntryName } from '../format.ts'
import type { AddEdit, RenameEdit } from './apply-edits.ts'
import { EditError } from './edit-error.ts'

/** Returns the name of an edit's entry; for an added entry, the name by its path. */
export function nameOfEdit(edit: EntryEdit): string {
  return edit.kind === 'add' ? edit.path.join('.') : edit.name
}

/** Returns the name of the key whose text an edit creates. */
export function keyOfEdit({ unit, path }: AddEdit | RenameEdit): string {
  return (unit?.path ?? path).join('.')
}

/** Returns the name of the entry that an edit creates in a file that has plural forms as entries. */
export function formName({ unit, path }: AddEdit | RenameEdit): string {
  return unit !== undefined && unit.plural !== 'none' ? unitEntryName(unit) : path.join('.')
}

/** Returns the name of the entry that an edit creates in a file without plural forms; throws EditError for a form. */
export function nameWithoutForm({ unit, path }: AddEdit | RenameEdit): string {
  const name = path.join('.')
  if (unit !== undefined && unit.plural !== 'none') throw new EditError('not-representable', name)
  return name
}
