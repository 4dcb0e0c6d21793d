import { type Document, type EntryEdit, unitEntryName } from '../format.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'

/** Returns the names and texts that a document must have after the edits. */
export function textsAfter(document: Document, edits: readonly EntryEdit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { name, text } of document.entries.values()) texts.set(name, text)
  for (const edit of edits) {
    switch (edit.kind) {
      case 'set':
        texts.set(edit.name, withoutLoneSurrogates(edit.text))
        break
      case 'add':
        texts.set(nameOf(edit), withoutLoneSurrogates(edit.text))
        break
      case 'remove':
        texts.delete(edit.name)
        break
      case 'rename': {
        const text = texts.get(edit.name) ?? ''
        texts.delete(edit.name)
        texts.set(nameOf(edit), text)
      }
    }
  }
  return texts
}

/** Returns the name of the entry that an edit creates. */
export function nameOf(edit: Extract<EntryEdit, { kind: 'add' | 'rename' }>): string {
  return edit.unit === undefined ? edit.path.join('.') : unitEntryName(edit.unit)
}
