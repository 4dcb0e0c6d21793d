import type { EntryPath } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'

/**
 * Returns the paths of keys, by their dotted names, whose texts are removed and then added with another kind: a text
 * gets plural forms, or loses them. What is at the key in the file, such as its comment, stays for the new texts.
 */
export function kindChanges(edits: readonly EntryEdit[]): ReadonlyMap<string, EntryPath> {
  const removed = new Map<string, boolean>()
  const changed = new Map<string, EntryPath>()
  for (const edit of edits) {
    if (edit.kind === 'remove') removed.set(keyOf(edit.name), edit.name.includes('\0'))
    if (edit.kind !== 'add') continue
    const { unit } = edit
    const path = unit?.path ?? edit.path
    const name = path.join('.')
    const hasForms = unit !== undefined && unit.plural !== 'none'
    if (removed.has(name) && removed.get(name) !== hasForms) changed.set(name, path)
  }
  return changed
}

/** Returns the name of the key of an entry. */
export function keyOf(name: string): string {
  return name.split('\0')[0] ?? name
}
