import { type Edit, splice } from '@dragoman/core'
import type { Document, EntryEdit } from '../format.ts'
import { hasLoneSurrogate } from './lone-surrogates.ts'

/** The raw value after it became `text`; null where that cannot be told from the value alone. */
export type Rewrite = (raw: string, text: string, name: string) => string | null

/**
 * The text of a file after edits that set texts and do nothing else: the entries tell where the values stand,
 * so that nothing else has to be looked at. Null where other edits are among them or `rewrite` cannot do it.
 */
export function replaceTexts(
  { text: file, entries }: Document,
  edits: readonly EntryEdit[],
  rewrite: Rewrite,
): string | null {
  const replacements = new Map<string, Edit>()
  for (const edit of edits) {
    const entry = edit.kind === 'set' ? entries.get(edit.name) : undefined
    if (edit.kind !== 'set' || entry === undefined || hasLoneSurrogate(edit.text)) return null
    // What is read may be written in a way that no text asks for, as half a character: it stays.
    if (edit.text === entry.text && !replacements.has(edit.name)) continue
    const { span } = entry
    const raw = replacements.get(edit.name)?.text ?? file.slice(span.start, span.end)
    const written = rewrite(raw, edit.text, edit.name)
    if (written === null) return null
    replacements.set(edit.name, { span, text: written })
  }
  return splice(file, [...replacements.values()])
}
