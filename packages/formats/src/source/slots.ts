import type { Document, Entry } from '../format.ts'

/** Entries that an edit has met, with where they stand now; null: nothing has the name any more. */
export type Slots<S> = { readonly document: Document; readonly slots: Map<string, S | null> }

/** Where a name stands now, found by its entry when it is first asked for; null where nothing has it. */
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
