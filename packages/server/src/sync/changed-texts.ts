import { FORM_NAMES, mergeFile, type Unit, type UnitChange, unitId, unitsById } from '@dragoman/core'
import {
  type Document,
  type Entry,
  entryOfUnit,
  type Format,
  pluralBasesOf,
  statesIn,
  unitsOf,
} from '@dragoman/formats'
import type { UnitRow } from '@dragoman/store'
import { unitAsFilesSayIt } from './catalog-side.ts'

export type ChangedTextsRequest = {
  readonly format: Format
  readonly sourceLanguage: string
  /** The file as last synced, which is also its current content. */
  readonly document: Document
  /** The keys that the catalog has changed since, with their texts in the file's language. */
  readonly rows: readonly UnitRow[]
}

/**
 * Returns what some changed texts of the catalog change in a file that has not changed since the last sync,
 * so that all other texts are as in the catalog. Null if the whole namespace is needed: a text without an
 * entry is inserted next to its neighbours.
 */
export function changesOfTexts({
  format,
  sourceLanguage,
  document,
  rows,
}: ChangedTextsRequest): readonly UnitChange[] | null {
  const known = rows.map(({ unit }) => unit)
  const bases = pluralBasesOf(format, { known, files: [], sourceLanguage })
  const states = statesIn(format, document)
  const ours = new Map<string, Unit>()
  const entries: Entry[] = []
  for (const { unit, state } of rows) {
    // Two of its forms can have the same name.
    if (unit.plural === 'cardinal-v3') return null
    const present = FORM_NAMES.flatMap((form) => {
      const name = entryOfUnit(format, unit, form)?.name
      const entry = name === undefined ? undefined : document.entries.get(name)
      return entry === undefined ? [] : [{ form, entry }]
    })
    const forms = new Set(present.map(({ form }) => form))
    if (FORM_NAMES.some((form) => unit.forms[form] !== undefined && !forms.has(form))) return null
    entries.push(...present.map(({ entry }) => entry))
    ours.set(unitId(unit), unitAsFilesSayIt(unit, state, states))
  }
  const units = unitsOf(format, entries, bases)
  const inFile = unitsById(units)
  // An entry that is read as part of another key: only the whole file shows what belongs together.
  if (units.some((unit) => !ours.has(unitId(unit)))) return null
  return mergeFile({ base: inFile, theirs: inFile, ours }).toFile
}
