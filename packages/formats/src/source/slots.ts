import type { Document, Entry } from '../format.ts'

/** Entries that edits have used, with their current locations; null: no entry has the name any more. */
export type Slots<S> = { readonly document: Document; readonly slots: Map<string, S | null> }

/** Returns the current location of a name, found by its entry at first use; null if no entry has it. */
export function slotNamed<S>(
  { document, slots }: Slots<S>,
  name: string,
  find: (entry: Entry) => S,
): S | null {
  const known = slots.get(name)
  if (known !== undefined) return known
  const entry = document.entries.get(name)
  const slot = entry === undefined ? null : find(entry)
  slots.set(name, slot)
  return slot
}
