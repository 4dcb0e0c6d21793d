import type { EntryEdit } from '../format.ts'
import { EditError } from './edit-error.ts'

export type SetEdit = Extract<EntryEdit, { kind: 'set' }>
export type AddEdit = Extract<EntryEdit, { kind: 'add' }>
export type RenameEdit = Extract<EntryEdit, { kind: 'rename' }>

/**
 * A file while it is being edited, with the format's own operations. `Location` is the data that the format
 * needs to change a text in location.
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
  setText(location: Location, edit: SetEdit | AddEdit, name: string): void
  /** Inserts a text whose name no entry has. */
  insert(edit: AddEdit, name: string): void
  /** Removes a text, and those hidden by its name, which must not become effective. */
  remove(location: Location, name: string): void
  /**
   * Gives a text a name that no entry has, and removes texts hidden by its old name. If others can only be
   * renamed with it, returns their old and new names; later edits must request these.
   */
  rename(
    location: Location,
    edit: RenameEdit,
    newName: string,
  ): Iterable<readonly [string, string]> | undefined
}

/** Applies edits in their order, by the rules that all formats share (see Format.edit). */
export function applyEdits<Location>(target: EditTarget<Location>, edits: readonly EntryEdit[]): void {
  const work: Work<Location> = { target, pendingRenames: new Map() }
  for (const edit of edits) applyEdit(work, edit)
  // Other texts of the key were renamed with one of them, without a request.
  for (const newName of work.pendingRenames.values())
    if (target.find(newName) !== null) throw new EditError('not-representable', newName)
}

type Work<Location> = {
  readonly target: EditTarget<Location>
  /** Entries that were renamed with another one, and their new names, until an edit requests the renaming. */
  readonly pendingRenames: Map<string, string>
}

function applyEdit<Location>(work: Work<Location>, edit: EntryEdit): void {
  const { target } = work
  switch (edit.kind) {
    case 'set':
      target.setText(target.find(edit.name) ?? missing(work, edit.name), edit, edit.name)
      return
    case 'add': {
      const name = target.nameOf(edit)
      const location = target.find(name)
      if (location === null) target.insert(edit, name)
      else if (edit.isBlank !== true) target.setText(location, edit, name)
      return
    }
    case 'remove': {
      const location = target.find(edit.name)
      if (location !== null) target.remove(location, edit.name)
      return
    }
    case 'rename':
      renameEntry(work, edit)
  }
}

function renameEntry<Location>(work: Work<Location>, edit: RenameEdit): void {
  const { target, pendingRenames } = work
  const { name } = edit
  const found = target.find(name)
  if (found === null && pendingRenames.has(name) && pendingRenames.get(name) === target.nameOf(edit)) {
    pendingRenames.delete(name)
    return
  }
  const location = found ?? missing(work, name)
  const newName = target.nameOf(edit)
  if (newName === name) return
  if (target.find(newName) !== null) throw new EditError('place-taken', newName)
  for (const [oldName, renamed] of target.rename(location, edit, newName) ?? [])
    pendingRenames.set(oldName, renamed)
}

function missing<Location>({ pendingRenames }: Work<Location>, name: string): never {
  throw new EditError(pendingRenames.has(name) ? 'not-representable' : 'no-entry', name)
}
