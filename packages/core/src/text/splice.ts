import type { Edit } from './span.ts'

/**
 * Returns the text with all edits applied. Edits can be in any order; of two that overlap only the one that
 * starts first is applied.
 */
export function splice(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text
  const ordered = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  const pieces: string[] = []
  let at = 0
  for (const { span, text: replacement } of ordered) {
    if (span.start < at) continue
    pieces.push(text.slice(at, span.start), replacement)
    at = span.end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
