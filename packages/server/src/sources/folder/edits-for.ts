import {
  type EntryPath,
  entryNames,
  FORM_NAMES,
  type FormName,
  PLURAL_CATEGORIES,
  type PluralKind,
  sameForms,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import type { Document, EntryEdit } from '@dragoman/formats'

export type EditsRequest = {
  readonly document: Document | null
  readonly changes: readonly UnitChange[]
  /** The namespace's keys in the catalog's order: a new entry goes after its nearest neighbour above. */
  readonly order: readonly Unit[]
  /** A source file keeps the entry of an emptied text, so that the key stays visible where developers look. */
  readonly isSource: boolean
}

/** The edits that bring a file to what the catalog says. */
export function editsFor({ document, changes, order, isSource }: EditsRequest): EntryEdit[] {
  const present = new Set(document?.entries.keys() ?? [])
  const keepsEmpty = isSource || hasEmptyHabit(document)
  const isFlat = isFlatFile(document)
  const renames = renamesAmong(changes)
  const places = new Map(order.map((unit, index) => [unitId(unit), index]))
  const edits: EntryEdit[] = []

  const pathOf = (path: EntryPath, name: string): EntryPath => (isFlat ? [name] : path)

  function setForm(unit: Unit, form: FormName, text: string): void {
    const { name, path } = entryNames(unit, form)
    if (present.has(name)) edits.push({ kind: 'set', name, text })
    else {
      const nearest = nearestAbove(unit, form)
      edits.push({ kind: 'add', path: pathOf(path, name), text, after: nearest === null ? [] : [nearest] })
      present.add(name)
    }
  }

  function dropForm(unit: Unit, form: FormName): void {
    const { name } = entryNames(unit, form)
    if (!present.has(name)) return
    edits.push({ kind: 'remove', name })
    present.delete(name)
  }

  function nearestAbove(unit: Unit, form: FormName): string | null {
    for (const earlier of formsBefore(form)) {
      const { name } = entryNames(unit, earlier)
      if (unit.plural !== 'none' && present.has(name)) return name
    }
    const start = places.get(unitId(unit)) ?? order.length
    for (let index = start - 1; index >= 0; index--) {
      const neighbour = order[index]
      const name = neighbour && lastEntryOf(neighbour, present)
      if (name) return name
    }
    return null
  }

  for (const { id, before, after } of [...changes].sort((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1))) {
    const renamed = after && renames.get(id)
    if (after && renamed) {
      for (const form of formsOf(after.plural)) {
        const from = entryNames(renamed, form).name
        const to = entryNames(after, form)
        if (after.forms[form] === undefined || !present.has(from)) continue
        edits.push({ kind: 'rename', name: from, path: pathOf(to.path, to.name) })
        present.delete(from)
        present.add(to.name)
      }
      continue
    }
    if (before !== null && after === null && [...renames.values()].includes(before)) continue
    const unit = after ?? before
    if (unit === null) continue
    for (const form of formsOf(unit.plural)) {
      const text = after?.forms[form] ?? ''
      if (text !== '') setForm(unit, form, text)
      else if (after === null || !keepsEmpty) dropForm(unit, form)
      else if (present.has(entryNames(unit, form).name)) edits.push({ kind: 'set', name: entryNames(unit, form).name, text: '' })
    }
  }
  return edits
}

/** A key that went and one that came with the same texts are one key with a new name. Keyed by the id of the one that came. */
function renamesAmong(changes: readonly UnitChange[]): ReadonlyMap<string, Unit> {
  const gone = changes.filter((change) => change.after === null && change.before !== null)
  const renames = new Map<string, Unit>()
  if (gone.length === 0) return renames
  const taken = new Set<Unit>()
  for (const { id, before, after } of changes) {
    if (before !== null || after === null) continue
    const matches = gone.filter(
      ({ before: old }) => old !== null && !taken.has(old) && old.plural === after.plural && sameForms(old.forms, after.forms),
    )
    const old = matches[0]?.before
    if (matches.length !== 1 || !old) continue
    taken.add(old)
    renames.set(id, old)
  }
  return renames
}

/** The forms that have entries of their own: the others would have the same name. */
function formsOf(plural: PluralKind): readonly FormName[] {
  switch (plural) {
    case 'none':
      return ['other']
    case 'cardinal':
    case 'ordinal':
      return PLURAL_CATEGORIES
    case 'cardinal-v3':
      return OLD_FORMS
    default:
      return plural satisfies never
  }
}

const OLD_FORMS: readonly FormName[] = ['one', 'other', '0', '1', '2', '3', '4', '5']

function formsBefore(form: FormName): FormName[] {
  return FORM_NAMES.slice(0, FORM_NAMES.indexOf(form)).reverse()
}

function lastEntryOf(unit: Unit, present: ReadonlySet<string>): string | null {
  if (unit.plural === 'none') return present.has(unit.name) ? unit.name : null
  for (const form of [...formsOf(unit.plural)].reverse()) {
    const { name } = entryNames(unit, form)
    if (present.has(name)) return name
  }
  return null
}

function hasEmptyHabit(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.text === '') return true
  return false
}

/** All entries at the top although some names have dots: new ones are written the same way, whatever the source file does. */
function isFlatFile(document: Document | null): boolean {
  let hasDots = false
  for (const { path, name } of document?.entries.values() ?? []) {
    if (path.length > 1) return false
    hasDots ||= name.includes('.')
  }
  return hasDots
}
