import { type FormName, type Unit, unitId } from '@dragoman/core'
import { type EntryEdit, entryOfUnit, hasStates } from '@dragoman/formats'
import type { EditsRequest } from './edits-for.ts'
import type { FileEntries } from './file-entries.ts'

/** Edits of a file, collected one by one. */
export type EntryEdits = {
  readonly all: readonly EntryEdit[]
  /** Sets the text of a form, which gets an entry if it has none; ignored if the format has no place for it. */
  readonly setForm: (unit: Unit, form: FormName, text: string) => void
  /** Empties the entry of a form, if there is one. */
  readonly emptyForm: (unit: Unit, form: FormName) => void
  /** Removes the entry of a form, if there is one. */
  readonly dropForm: (unit: Unit, form: FormName) => void
  /** Keeps the comment of a removed key for another key of that name: its plural kind changes. */
  readonly keepComment: (unit: Unit) => void
  /** Removes the entry of a key that is one text in the file and gets forms, which cannot stand next to it. */
  readonly dropPlain: (unit: Unit) => void
  /** Gives all entries of a key another name. */
  readonly rename: (old: Unit, unit: Unit) => void
}

export function openEntryEdits(request: EditsRequest, entries: FileEntries): EntryEdits {
  const { format, document } = request
  const { present, formsIn, pathOf, entryOf, nearestAbove } = entries
  const saysStates = document !== null && hasStates(format, document)
  const edits: EntryEdit[] = []
  /** Comments of removed entries, by the name of their key, for its first new form. */
  const comments = new Map<string, string>()
  /** By the new name of a renamed entry: the name that it has in the document. */
  const namesInFile = new Map<string, string>()

  function setForm(unit: Unit, form: FormName, text: string): void {
    const place = entryOf(unit, form)
    if (place === null) return
    const { name, path } = place
    const state = stateToSay(unit, name)
    if (present.has(name)) edits.push({ kind: 'set', name, text, ...state })
    else {
      const nearest = nearestAbove(unit, form)
      const at = place.unit === undefined || format.plurals === 'names' ? pathOf(path, name) : path
      const source = sourceText(request, unit, form)
      edits.push({
        kind: 'add',
        path: at,
        text,
        after: nearest === null ? [] : [nearest],
        ...(place.unit ? { unit: place.unit } : {}),
        ...(source === undefined ? {} : { source }),
        ...takeComment(comments, unit),
        ...(unit.syntax === undefined ? {} : { syntax: unit.syntax }),
        ...state,
      })
      present.add(name)
    }
  }

  /** Returns the state to write to the file; none if its absence means the same. */
  function stateToSay({ state }: Unit, name: string): Pick<EntryEdit & { kind: 'set' }, 'state'> {
    // A draft is never written as if it were done.
    if (state === undefined || (!saysStates && state !== 'draft')) return {}
    const known = document?.entries.get(namesInFile.get(name) ?? name)
    const isSilent = known !== undefined && known.text !== '' && known.state === undefined
    return isSilent && state === 'translated' ? {} : { state }
  }

  function emptyForm(unit: Unit, form: FormName): void {
    const name = entryOf(unit, form)?.name
    if (name !== undefined && present.has(name)) edits.push({ kind: 'set', name, text: '' })
  }

  function dropForm(unit: Unit, form: FormName): void {
    const name = entryOf(unit, form)?.name
    if (name === undefined || !present.has(name)) return
    edits.push({ kind: 'remove', name })
    present.delete(name)
  }

  function keepComment(unit: Unit): void {
    for (const form of formsIn(unit.plural)) {
      const comment = document?.entries.get(entryOf(unit, form)?.name ?? '')?.comment
      if (comment === undefined) continue
      comments.set(unit.name, comment)
      return
    }
  }

  function dropPlain(unit: Unit): void {
    const { name, plural, forms } = unit
    if (plural === 'none' || Object.keys(forms).every((form) => form === 'other')) return
    const known = document?.entries.get(name)
    if (known?.unit?.plural !== 'none' || !present.has(name)) return
    if (known.comment !== undefined) comments.set(name, known.comment)
    edits.push({ kind: 'remove', name })
    present.delete(name)
  }

  function rename(old: Unit, unit: Unit): void {
    for (const form of formsIn(unit.plural)) {
      const from = entryOf(old, form)
      const to = entryOfUnit(format, unit, form)
      if (from === null || to === null || !present.has(from.name)) continue
      const path = to.unit === undefined ? pathOf(to.path, to.name) : to.path
      edits.push({ kind: 'rename', name: from.name, path, ...(to.unit ? { unit: to.unit } : {}) })
      present.delete(from.name)
      present.add(to.name)
      namesInFile.set(to.name, from.name)
    }
  }

  return { all: edits, setForm, emptyForm, dropForm, keepComment, dropPlain, rename }
}

function takeComment(comments: Map<string, string>, { name }: Unit): { readonly comment?: string } {
  const comment = comments.get(name)
  comments.delete(name)
  return comment === undefined ? {} : { comment }
}

function sourceText({ format, sourceOf }: EditsRequest, unit: Unit, form: FormName): string | undefined {
  if (format.languages !== 'two') return undefined
  const source = sourceOf(unitId(unit))
  return format.sourceInName?.(unit.name, unit.path) ?? source?.[form] ?? source?.other ?? source?.one
}
