import type { Span } from '@dragoman/core'
import type { EntryList } from '../source/entry-list.ts'
import { type EntryExtras, newEntry } from '../source/new-entry.ts'
import { warn } from '../source/warnings.ts'
import type { Item } from './draft.ts'
import type { TextLocation } from './text-locations.ts'

/** Adds the entry of a text. Of two with the same name, programs find the one with the longer path; a warning reports the other. */
export function putText(list: EntryList, { name, path, leaf }: TextLocation, extras: EntryExtras): void {
  const span = { start: leaf.start, end: leaf.start + leaf.raw.length }
  const previous = list.entries.get(name)
  if (previous !== undefined) {
    const isBetter = path.length >= previous.path.length
    warn(list, 'name-collision', isBetter ? previous.span : span, { name })
    if (!isBetter) return
    // Deleting first keeps the map in file order.
    list.entries.delete(name)
  }
  list.entries.set(name, newEntry(path, name, leaf.text, span, extras))
}

/** Returns the location of an item's key, or of a character if it has none. */
export function keySpan({ start, rawKey }: Item): Span {
  return { start, end: start + Math.max(rawKey.length, 1) }
}
