import { type Edit, splice } from '@dragoman/core'
import type { Document, EntryEdit } from '../format.ts'
import { hasLoneSurrogate } from './lone-surrogates.ts'

/** Returns the raw value with its text replaced by `text`; null if the value alone is not enough for that. */
export type Rewrite = (raw: string, text: string, name: string) => string | null

/**
 * Returns the text of a file after edits that only set texts. The entries locate the values, so that nothing
 * else has to be read. Null if there are other edits or `rewrite` cannot do it.
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
    // The file can spell a text as no edit would, for example a lone surrogate; that spelling is kept.
    if (edit.text === entry.text && !replacements.has(edit.name)) continue
    const { span } = entry
    const raw = replacements.get(edit.name)?.text ?? file.slice(span.start, span.end)
    const written = rewrite(raw, edit.text, edit.name)
    if (written === null) return null
    replacements.set(edit.name, { span, text: written })
  }
  return splice(file, [...replacements.values()])
}
