import {
  type EntryPath,
  FORM_NAMES,
  type FormName,
  PLURAL_CATEGORIES,
  type PluralKind,
  type Unit,
  unitId,
} from '@dragoman/core'
import { type Document, type EntryOfUnit, entryOfUnit, type Format } from '@dragoman/formats'

/** Where the texts of keys are in a file, or would be. */
export type FileEntries = {
  /** Names of the entries, updated with each edit. */
  readonly present: Set<string>
  readonly formsIn: (plural: PluralKind) => readonly FormName[]
  readonly pathOf: (path: EntryPath, name: string) => EntryPath
  /**
   * Returns the existing or future entry of a form: a seemingly plain entry can be the only form of a plural
   * key.
   */
  readonly entryOf: (unit: Unit, form: FormName) => EntryOfUnit | null
  /** Returns the entry after which a new one goes: its nearest neighbour above. */
  readonly nearestAbove: (unit: Unit, form: FormName) => string | null
}

type FileEntriesParts = {
  readonly format: Format
  readonly document: Document | null
  /** The namespace's keys in the catalog's order. */
  readonly order: readonly Unit[]
  /** By `unitId`: positions in the order. */
  readonly places: ReadonlyMap<string, number>
}

export function openFileEntries({ format, document, order, places }: FileEntriesParts): FileEntries {
  const present = new Set(document?.entries.keys() ?? [])
  const isFlat = isFlatFile(document)

  // If the file itself defines the forms, they can include numbered ones.
  const formsIn = (plural: PluralKind) =>
    format.plurals === 'units' && plural !== 'none' ? FORM_NAMES : formsOf(plural)
  const pathOf = (path: EntryPath, name: string): EntryPath => (isFlat ? [name] : path)

  function entryOf(unit: Unit, form: FormName): EntryOfUnit | null {
    const place = entryOfUnit(format, unit, form)
    if (place === null || present.has(place.name)) return place
    const isPlain =
      form === 'other' && document?.entries.get(unit.name)?.unit?.plural === 'none' && present.has(unit.name)
    return isPlain ? { name: unit.name, path: unit.path } : place
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

  return { present, formsIn, pathOf, entryOf, nearestAbove }
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
