import type { Span } from '../../text/span.ts'
import { type Part, textPart } from '../part.ts'

/**
 * Returns a form between two bars without the blanks around it: where it is in the text, and its parts. Only text is
 * trimmed: a blank at the end of a part of another kind, like that of vue-i18n's link `@:key⏎`, belongs to that part.
 */
export function trimForm(
  text: string,
  { start: from, end: to }: Span,
  { parts, isBlank }: { readonly parts: readonly Part[]; readonly isBlank: (code: number) => boolean },
): { readonly span: Span; readonly parts: readonly Part[] } {
  const first = parts.find(({ kind }) => kind !== 'text')?.span.start ?? to
  const last = parts.findLast(({ kind }) => kind !== 'text')?.span.end ?? from
  let start = from
  let end = to
  while (start < Math.min(end, first) && isBlank(text.charCodeAt(start))) start += 1
  while (end > Math.max(start, last) && isBlank(text.charCodeAt(end - 1))) end -= 1
  const within: Part[] = []
  for (const part of parts) {
    const span = { start: Math.max(part.span.start, start), end: Math.min(part.span.end, end) }
    if (span.start >= span.end) continue
    within.push(part.kind === 'text' ? textPart(text, span.start, span.end) : part)
  }
  return { span: { start, end }, parts: within }
}
