import { entryNames, type FormName, type PluralEntry, type Unit } from '../src/index.ts'

/** Returns the entries that a unit is written as, one per form with text, in the order of the forms. */
export function entriesOf(unit: Unit): PluralEntry[] {
  const entries: PluralEntry[] = []
  for (const form in unit.forms) {
    const text = unit.forms[form as FormName] // `Forms` has no other names.
    if (text !== undefined) entries.push({ ...entryNames(unit, form as FormName), text })
  }
  return entries
}
