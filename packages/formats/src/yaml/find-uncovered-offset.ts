import { type Draft, printDraft } from '../tree/draft.ts'

/**
 * Returns the position at which a text differs from its draft; null if there is none. The library skips
 * syntax that it does not understand, such as `a: {b: c} : d`, and the next edit would lose or duplicate text
 * outside all pieces.
 */
export function findUncoveredOffset(text: string, draft: Draft): number | null {
  const printed = printDraft(draft)
  if (printed === text) return null
  let at = 0
  while (at < printed.length && printed.charCodeAt(at) === text.charCodeAt(at)) at++
  return Math.min(at, Math.max(text.length - 1, 0))
}
