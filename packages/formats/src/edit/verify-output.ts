import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { EditError } from './edit-error.ts'
import { nameOfEdit } from './edit-names.ts'

/**
 * Returns whether a file that was just written reads as expected: with these entries and texts, and no
 * others.
 */
export function hasExactly(document: Document, expected: ReadonlyMap<string, string>): boolean {
  if (!isWhole(document) || document.entries.size !== expected.size) return false
  for (const [name, text] of expected) if (document.entries.get(name)?.text !== text) return false
  return true
}

/**
 * Throws an error for the last edit if a file that was just written does not read as expected, so that
 * nothing is saved.
 */
export function requireTexts(
  document: Document,
  expected: ReadonlyMap<string, string>,
  edits: readonly EntryEdit[],
): void {
  if (hasExactly(document, expected)) return
  const last = edits.at(-1)
  throw new EditError('not-representable', last === undefined ? '' : nameOfEdit(last))
}
