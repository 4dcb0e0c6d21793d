import {
  type FormName,
  type Forms,
  requiredForms,
  sameForms,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { type Document, type EntryEdit, entryOfUnit, type Format } from '@dragoman/formats'
import { openFileEntries } from './file-entries.ts'

export type EditsRequest = {
  readonly format: Format
  readonly language: string
  readonly document: Document | null
  readonly changes: readonly UnitChange[]
  /** The namespace's keys in the catalog's order: a new entry goes after its nearest neighbour above. */
  readonly order: readonly Unit[]
  /** A source file keeps the entry of an emptied text, so that the key stays visible to developers. */
  readonly isSource: boolean
  /** The source texts, for files that contain them alongside the translations. */
  readonly sourceOf: (id: string) => Forms | undefined
}

/**
 * Returns the edits that make a file match the catalog. Keys that the format has no place for are left out.
 */
export function editsFor(request: EditsRequest): EntryEdit[] {
  const { format, document, changes, order, isSource } = request
  // Next to its source text, a translation is emptied but never removed.
  const keepsEmpty = isSource || format.languages === 'two' || hasEmptyStyle(document)
  const renames = renamesAmong(changes)
  const places = new Map(order.map((unit, index) => [unitId(unit), index]))
  const { present, formsIn, pathOf, entryOf, nearestAbove } = openFileEntries({
    format,
    document,
    order,
    places,
  })
  const saysStates = format.states !== undefined && hasStates(document)
  const edits: EntryEdit[] = []

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
    const known = document?.entries.get(name)
    const isSilent = known !== undefined && known.text !== '' && known.state === undefined
    return isSilent && state === 'translated' ? {} : { state }
  }

  function dropForm(unit: Unit, form: FormName): void {
    const name = entryOf(unit, form)?.name
    if (name === undefined || !present.has(name)) return
    edits.push({ kind: 'remove', name })
    present.delete(name)
  }

  function rename(old: Unit, unit: Unit): void {
    for (const form of formsIn(unit.plural)) {
      const from = entryOf(old, form)
      const to = entryOfUnit(format, unit, form)
      if (from === null || to === null || unit.forms[form] === undefined || !present.has(from.name)) continue
      const path = to.unit === undefined ? pathOf(to.path, to.name) : to.path
      edits.push({ kind: 'rename', name: from.name, path, ...(to.unit ? { unit: to.unit } : {}) })
      present.delete(from.name)
      present.add(to.name)
    }
  }

  for (const { id, before, after } of [...changes].sort(
    (a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1),
  )) {
    const renamed = after && renames.get(id)
    if (after && renamed) {
      rename(renamed, after)
      continue
    }
    if (before !== null && after === null && [...renames.values()].includes(before)) continue
    const unit = after ?? before
    if (unit === null) continue
    for (const form of formsIn(unit.plural)) {
      const text = after?.forms[form] ?? ''
      if (text !== '' || (after !== null && isEmptySlot(request, unit, form))) setForm(unit, form, text)
      else if (after === null || !keepsEmpty) dropForm(unit, form)
      else {
        const name = entryOf(unit, form)?.name
        if (name !== undefined && present.has(name)) edits.push({ kind: 'set', name, text: '' })
      }
    }
  }
  return edits
}

function sourceText({ format, sourceOf }: EditsRequest, unit: Unit, form: FormName): string | undefined {
  if (format.languages !== 'two') return undefined
  const source = sourceOf(unitId(unit))
  return source?.[form] ?? source?.other ?? source?.one
}

/** Whether an empty entry is written: a new bilingual file has one for every untranslated text. */
function isEmptySlot({ document, format, language }: EditsRequest, unit: Unit, form: FormName): boolean {
  return (
    document === null &&
    format.languages === 'two' &&
    requiredForms(unit.plural, language, {}, 'whole').includes(form)
  )
}

/**
 * Finds renames: a removed and an added key with the same texts are one key with a new name. By the id of the
 * added key.
 */
function renamesAmong(changes: readonly UnitChange[]): ReadonlyMap<string, Unit> {
  const gone = changes.filter((change) => change.after === null && change.before !== null)
  const renames = new Map<string, Unit>()
  if (gone.length === 0) return renames
  const taken = new Set<Unit>()
  for (const { id, before, after } of changes) {
    if (before !== null || after === null) continue
    const matches = gone.filter(
      ({ before: old }) =>
        old !== null && !taken.has(old) && old.plural === after.plural && sameForms(old.forms, after.forms),
    )
    const old = matches[0]?.before
    if (matches.length !== 1 || !old) continue
    taken.add(old)
    renames.set(id, old)
  }
  return renames
}

function hasEmptyStyle(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.text === '') return true
  return false
}

/** Whether the file has states: only then are more of them written. */
function hasStates(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.state !== undefined) return true
  return false
}
