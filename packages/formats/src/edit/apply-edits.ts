import type { EntryEdit } from '../format.ts'
import { EditError } from './edit-error.ts'

export type SetEdit = Extract<EntryEdit, { kind: 'set' }>
export type AddEdit = Extract<EntryEdit, { kind: 'add' }>
export type RenameEdit = Extract<EntryEdit, { kind: 'rename' }>

/**
 * A file while it is being edited, as far as its format has ways of its own. `Place` is whatever the format
 * needs to change a text where it stands.
 */
export interface EditTarget<Place> {
  /** The name of the entry that an edit makes. Throws EditError where the file can have no such entry. */
  nameOf(edit: AddEdit | RenameEdit): string
  /** Where a name stands now; null where nothing has it. */
  find(name: string): Place | null
  /** Sets a text that is there, and its state if the edit says one. */
  setText(place: Place, edit: SetEdit | AddEdit, name: string): void
  /** Puts in a text whose name nothing has. */
  insert(edit: AddEdit, name: string): void
  /** Takes a text out, and what its name hid: that must not come into force. */
  remove(place: Place, name: string): void
  /**
   * Gives a text a name that nothing has; what its old name hid goes. Where other texts can only be renamed
   * with it, gives their old and new names: later edits have to ask for these.
   */
  rename(place: Place, edit: RenameEdit, newName: string): Iterable<readonly [string, string]> | undefined
}

/** Applies edits in their order, by the rules that all formats share (see Format.edit). */
export function applyEdits<Place>(target: EditTarget<Place>, edits: readonly EntryEdit[]): void {
  const work: Work<Place> = { target, owed: new Map() }
  for (const edit of edits) applyEdit(work, edit)
  // The rest of a key was renamed with one text of it, and nobody has asked for that.
  for (const newName of work.owed.values())
    if (target.find(newName) !== null) throw new EditError('not-representable', newName)
}

type Work<Place> = {
  readonly target: EditTarget<Place>
  /** Entries that were renamed with another one and the names they got, as long as no edit has asked for it. */
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
