import { type Edit, splice } from '@dragoman/core'
import type { Document, EntryEdit } from '../format.ts'
import { escapeStyleOf, requoteJson } from '../source/json-string.ts'

/**
 * Replaces texts without parsing the file, in the most common case: all entries exist and are JSON strings.
 * Null in other cases.
 */
export function spliceTexts(document: Document, edits: readonly EntryEdit[]): string | null {
  const texts = new Map<string, string>()
  for (const edit of edits) {
    if (edit.kind !== 'set' || edit.state !== undefined || !document.entries.has(edit.name)) return null
    texts.set(edit.name, edit.text)
  }
  const { text } = document
  const escapes = escapeStyleOf(text)
  const replacements: Edit[] = []
  for (const [name, after] of texts) {
    const entry = document.entries.get(name)
    if (entry === undefined || entry.text === after) continue
    const raw = text.slice(entry.span.start, entry.span.end)
    // A text that is not written anywhere, such as a key that is its own source text, has no string to
    // replace.
    if (!raw.endsWith('"')) return null
    replacements.push({ span: entry.span, text: requoteJson(raw, after, escapes) })
  }
  return splice(text, replacements)
}
