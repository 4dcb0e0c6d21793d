import {
  type FormName,
  type Forms,
  type GroupedUnit,
  groupEntries,
  type PluralBases,
  unitId,
} from '@dragoman/core'
import { type Entry, type EntryState, type Format, leastState } from '../format.ts'
import { keyOfEntry } from './key-of-entry.ts'

/** A key of a file with all its data in addition to its texts. */
export type FileUnit = GroupedUnit & {
  /** The source texts by form, if the file has them alongside the translation. */
  readonly source?: Forms
  /** The least finished state of its forms, if the file defines it. */
  readonly state?: EntryState
  readonly comment?: string
  readonly maxLength?: number
  /** The syntax of its placeholders, if the file names one for it; an id of core's message syntaxes. */
  readonly syntax?: string
  readonly details?: string
}

/** Returns the keys of a document with their forms, in file order, in time proportional to the entries. */
export function unitsOf(
  format: Pick<Format, 'plurals'>,
  entries: Iterable<Entry>,
  bases: PluralBases,
): readonly FileUnit[] {
  return format.plurals === 'names'
    ? groupEntries(entries, bases)
    : groupEntriesOfKeys(format, entries, bases)
}

type Draft = {
  readonly forms: Partial<Record<FormName, string>>
  readonly source: Partial<Record<FormName, string>>
  readonly present: FormName[]
  readonly entries: Entry[]
}

function groupEntriesOfKeys(
  format: Pick<Format, 'plurals'>,
  entries: Iterable<Entry>,
  bases: PluralBases,
): readonly FileUnit[] {
  const units: FileUnit[] = []
  const open = new Map<string, Draft>()
  for (const entry of entries) {
    const { name, plural, form, path } = keyOfEntry(format, entry, bases)
    const { text, source } = entry
    if (plural === 'none') {
      const forms = text === '' ? NO_FORMS : { other: text }
      units.push({
        name,
        plural,
        path,
        forms,
        present: PLAIN,
        ...(source ? { source: { other: source } } : {}),
        ...metadataOf([entry]),
      })
      continue
    }
    const id = unitId({ name, plural })
    let draft = open.get(id)
    if (draft === undefined) {
      const made: Draft = { forms: {}, source: {}, present: [], entries: [] }
      draft = made
      open.set(id, draft)
      // Data of the unit is known only after all of its entries.
      units.push({ name, plural, path, forms: draft.forms, present: draft.present })
    }
    draft.present.push(form)
    draft.entries.push(entry)
    if (text !== '') draft.forms[form] = text
    if (source) draft.source[form] = source
  }
  if (open.size === 0) return units
  return units.map((unit) => {
    const draft = unit.plural === 'none' ? undefined : open.get(unitId(unit))
    if (draft === undefined) return unit
    return {
      ...unit,
      ...(Object.keys(draft.source).length > 0 ? { source: draft.source } : {}),
      ...metadataOf(draft.entries),
    }
  })
}

const PLAIN: readonly FormName[] = ['other']
const NO_FORMS: Forms = {}

function metadataOf(
  entries: readonly Entry[],
): Pick<FileUnit, 'state' | 'comment' | 'maxLength' | 'syntax' | 'details'> {
  const state = leastState(entries)
  const comment = entries.find((entry) => entry.comment !== undefined)?.comment
  const maxLength = entries.find((entry) => entry.maxLength !== undefined)?.maxLength
  const syntax = entries.find((entry) => entry.syntax !== undefined)?.syntax
  const details = entries.find((entry) => entry.details !== undefined)?.details
  return {
    ...(details === undefined ? {} : { details }),
    ...(syntax === undefined ? {} : { syntax }),
    ...(state === undefined ? {} : { state }),
    ...(comment === undefined ? {} : { comment }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}
