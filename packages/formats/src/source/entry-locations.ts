import type { Document, Entry } from '../format.ts'

/** Entries that edits have used, with their current locations; null: no entry has the name any more. */
export type EntryLocations<S> = { readonly document: Document; readonly locations: Map<string, S | null> }

/** Returns the current location of a name, found by its entry at first use; null if no entry has it. */
export function locationNamed<S>(
  { document, locations }: EntryLocations<S>,
  name: string,
  find: (entry: Entry) => S,
): S | null {
  const known = locations.get(name)
  if (known !== undefined) return known
  const entry = document.entries.get(name)
  const location = entry === undefined ? null : find(entry)
  locations.set(name, location)
  return location
}
