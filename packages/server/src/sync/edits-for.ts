import {
  type EntryPath,
  FORM_NAMES,
  type FormName,
  type Forms,
  PLURAL_CATEGORIES,
  type PluralKind,
  requiredForms,
  sameForms,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { type Document, type EntryEdit, type EntryOfUnit, entryOfUnit, type Format } from '@dragoman/formats'

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
export function editsFor({
  format,
  language,
  document,
  changes,
  order,
  isSource,
  sourceOf,
}: EditsRequest): EntryEdit[] {
  const present = new Set(document?.entries.keys() ?? [])
  // Next to its source text, a translation is emptied but never removed.
  const keepsEmpty = isSource || format.languages === 'two' || hasEmptyStyle(document)
  const isFlat = isFlatFile(document)
  const renames = renamesAmong(changes)
  const places = new Map(order.map((unit, index) => [unitId(unit), index]))
  const saysStates = format.states !== undefined && hasStates(document)
  const edits: EntryEdit[] = []

  // If the file itself defines the forms, they can include numbered ones.
  const formsIn = (plural: PluralKind) =>
    format.plurals === 'units' && plural !== 'none' ? FORM_NAMES : formsOf(plural)
  const pathOf = (path: EntryPath, name: string): EntryPath => (isFlat ? [name] : path)

  /**
   * Returns the existing or future entry of a form: a seemingly plain entry can be the only form of a plural
   * key.
   */
  function entryOf(unit: Unit, form: FormName): EntryOfUnit | null {
    const place = entryOfUnit(format, unit, form)
    if (place === null || present.has(place.name)) return place
    const isPlain =
      form === 'other' && document?.entries.get(unit.name)?.unit?.plural === 'none' && present.has(unit.name)
    return isPlain ? { name: unit.name, path: unit.path } : place
  }

  function setForm(unit: Unit, form: FormName, text: string): void {
    const place = entryOf(unit, form)
    if (place === null) return
    const { name, path } = place
    const state = stateToSay(unit, name)
    if (present.has(name)) edits.push({ kind: 'set', name, text, ...state })
    else {
      const nearest = nearestAbove(unit, form)
      const at = place.unit === undefined || format.plurals === 'names' ? pathOf(path, name) : path
      const source = sourceText(unit, form)
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

  function sourceText(unit: Unit, form: FormName): string | undefined {
    if (format.languages !== 'two') return undefined
    const source = sourceOf(unitId(unit))
    return source?.[form] ?? source?.other ?? source?.one
  }

  /** Whether an empty entry is written: a new bilingual file has one for every untranslated text. */
  function isEmptyPlace(unit: Unit, form: FormName): boolean {
    return (
      document === null &&
      format.languages === 'two' &&
      requiredForms(unit.plural, language, {}, 'whole').includes(form)
    )
  }

  function dropForm(unit: Unit, form: FormName): void {
    const name = entryOf(unit, form)?.name
    if (name === undefined || !present.has(name)) return
    edits.push({ kind: 'remove', name })
    present.delete(name)
  }

  function nearestAbove(unit: Unit, form: FormName): string | null {
    for (const earlier of formsBefore(form)) {
      const name = entryOf(unit, earlier)?.name
      if (unit.plural !== 'none' && name !== undefined && present.has(name)) return name
    }
    const start = places.get(unitId(unit)) ?? order.length
    for (let index = start - 1; index >= 0; index--) {
      const neighbour = order[index]
      const name = neighbour && lastEntryOf(neighbour)
      if (name) return name
    }
    return null
  }

  function lastEntryOf(unit: Unit): string | null {
    if (unit.plural === 'none') return present.has(unit.name) ? unit.name : null
    for (const form of [...formsIn(unit.plural)].reverse()) {
      const name = entryOf(unit, form)?.name
      if (name !== undefined && present.has(name)) return name
    }
    return null
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
      if (text !== '' || (after !== null && isEmptyPlace(unit, form))) setForm(unit, form, text)
      else if (after === null || !keepsEmpty) dropForm(unit, form)
      else {
        const name = entryOf(unit, form)?.name
        if (name !== undefined && present.has(name)) edits.push({ kind: 'set', name, text: '' })
      }
    }
  }
  return edits
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

/** Returns the forms with their own entries; the others would have the same name. */
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

function hasEmptyStyle(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.text === '') return true
  return false
}

/** Whether the file has states: only then are more of them written. */
function hasStates(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.state !== undefined) return true
  return false
}

/**
 * Whether all entries are at the top level although some names have dots: new ones are written the same way,
 * whatever the source file does.
 */
function isFlatFile(document: Document | null): boolean {
  let hasDots = false
  for (const { path, name } of document?.entries.values() ?? []) {
    if (path.length > 1) return false
    hasDots ||= name.includes('.')
  }
  return hasDots
}
