import {
  type FormName,
  type Forms,
  hasText,
  requiredForms,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { type Document, type EntryEdit, type Format, wholeListOf } from '@dragoman/formats'
import { openEntryEdits } from './entry-edits.ts'
import { openFileEntries } from './file-entries.ts'
import type { Renames } from './find-renames.ts'

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
  /** Which keys among the changes are renamed ones; their removals are changes too. */
  readonly renames: Renames
}

/**
 * Returns the edits that make a file match the catalog. Forms that the format has no place for are left out: `editFile`
 * reports their keys.
 */
export function editsFor(request: EditsRequest): EntryEdit[] {
  const { format, document, changes, order, isSource, renames } = request
  // Next to its source text, a translation is emptied but never removed.
  const keepsEmpty = isSource || format.languages === 'two' || hasEmptyStyle(document)
  const renamed = new Set(renames.values())
  const places = new Map(order.map((unit, index) => [unitId(unit), index]))
  const entries = openFileEntries({ format, document, order, places })
  const edits = openEntryEdits(request, entries)

  function editForms(unit: Unit, after: Unit | null): void {
    if (after !== null) edits.dropPlain(after)
    else edits.keepComment(unit)
    for (const form of entries.formsIn(unit.plural)) editForm(unit, after, form)
  }

  function editForm(unit: Unit, after: Unit | null, form: FormName): void {
    const text = after?.forms[form] ?? ''
    if (text !== '' || (after !== null && isEmptySlot(request, unit, form))) edits.setForm(unit, form, text)
    else if (after === null || !(keepsEmpty || wholeListOf(format, unit) !== null)) edits.dropForm(unit, form)
    else edits.emptyForm(unit, form)
  }

  function rename(old: Unit, after: Unit): void {
    edits.rename(old, after)
    const isSameState = old.state === undefined || after.state === undefined || old.state === after.state
    for (const form of entries.formsIn(after.plural))
      if (!isSameState || (old.forms[form] ?? '') !== (after.forms[form] ?? '')) editForm(after, after, form)
  }

  const isLast = plainOfRemovedPlurals(changes)
  for (const { id, before, after } of [...changes].sort(
    (a, b) => Number(isLast(a)) - Number(isLast(b)) || (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1),
  )) {
    const old = after && renames.get(id)
    if (after && old) rename(old, after)
    else if (before === null || after !== null || !renamed.has(before)) {
      const unit = after ?? before
      if (unit !== null) editForms(unit, after)
    }
  }
  return [...edits.all]
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
 * Returns which changes remove a plain text that can be needed by plurals, which are removed too and must be first:
 * in a strings dictionary, a plural's variable needs the format of its key.
 */
function plainOfRemovedPlurals(changes: readonly UnitChange[]): (change: UnitChange) => boolean {
  const removed = changes.filter(({ after }) => !hasText(after?.forms ?? {}))
  const keys = new Set<string>()
  for (const { before, after } of removed) {
    const { name, plural } = after ?? before ?? { name: '', plural: 'none' }
    if (plural === 'none') continue
    keys.add(name)
    if (name.includes('.')) keys.add(name.slice(0, name.lastIndexOf('.')))
  }
  if (keys.size === 0) return () => false
  const last = new Set(
    removed.filter(({ before, after }) => {
      const unit = after ?? before
      return unit?.plural === 'none' && keys.has(unit.name)
    }),
  )
  return (change) => last.has(change)
}

function hasEmptyStyle(document: Document | null): boolean {
  for (const entry of document?.entries.values() ?? []) if (entry.text === '') return true
  return false
}
