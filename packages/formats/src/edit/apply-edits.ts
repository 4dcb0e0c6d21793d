import type { EntryEdit } from '../format.ts'
import { EditError } from './edit-error.ts'

export type SetEdit = Extract<EntryEdit, { kind: 'set' }>
export type AddEdit = Extract<EntryEdit, { kind: 'add' }>
export type RenameEdit = Extract<EntryEdit, { kind: 'rename' }>

/**
 * A file while it is being edited, with the format's own operations. `Location` is the data that the format
 * needs to change a text in place.
 */
export interface EditTarget<Location> {
  /**
   * Returns the name of the entry that an edit creates. Throws EditError if the file cannot have such an
   * entry.
   */
  nameOf(edit: AddEdit | RenameEdit): string
  /** Returns the current location of a name; null if no entry has it. */
  find(name: string): Location | null
  /** Sets an existing text, and its state if the edit has one. */
  setText(place: Location, edit: SetEdit | AddEdit, name: string): void
  /** Inserts a text whose name no entry has. */
  insert(edit: AddEdit, name: string): void
  /** Removes a text, and those hidden by its name, which must not become effective. */
  remove(place: Location, name: string): void
  /**
   * Gives a text a name that no entry has, and removes texts hidden by its old name. If others can only be
   * renamed with it, returns their old and new names; later edits must request these.
   */
  rename(place: Location, edit: RenameEdit, newName: string): Iterable<readonly [string, string]> | undefined
}

/** Applies edits in their order, by the rules that all formats share (see Format.edit). */
export function applyEdits<Place>(target: EditTarget<Place>, edits: readonly EntryEdit[]): void {
  const work: Work<Place> = { target, owed: new Map() }
  for (const edit of edits) applyEdit(work, edit)
  // Other texts of the key were renamed with one of them, without a request.
  for (const newName of work.owed.values())
    if (target.find(newName) !== null) throw new EditError('not-representable', newName)
}

type Work<Place> = {
  readonly target: EditTarget<Place>
  /** Entries that were renamed with another one, and their new names, until an edit requests the renaming. */
  readonly owed: Map<string, string>
}

function applyEdit<Place>(work: Work<Place>, edit: EntryEdit): void {
  const { target } = work
  switch (edit.kind) {
    case 'set':
      target.setText(target.find(edit.name) ?? missing(work, edit.name), edit, edit.name)
      return
    case 'add': {
      const name = target.nameOf(edit)
      const place = target.find(name)
      if (place === null) target.insert(edit, name)
      else target.setText(place, edit, name)
      return
    }
    case 'remove': {
      const place = target.find(edit.name)
      if (place !== null) target.remove(place, edit.name)
      return
    }
    case 'rename':
      renameEntry(work, edit)
  }
}

function renameEntry<Place>(work: Work<Place>, edit: RenameEdit): void {
  const { target, owed } = work
  const { name } = edit
  const found = target.find(name)
  if (found === null && owed.has(name) && owed.get(name) === target.nameOf(edit)) {
    owed.delete(name)
    return
  }
  const place = found ?? missing(work, name)
  const newName = target.nameOf(edit)
  if (newName === name) return
  if (target.find(newName) !== null) throw new EditError('place-taken', newName)
  for (const [oldName, renamed] of target.rename(place, edit, newName) ?? []) owed.set(oldName, renamed)
}

function missing<Place>({ owed }: Work<Place>, name: string): never {
  throw new EditError(owed.has(name) ? 'not-representable' : 'no-entry', name)
}
