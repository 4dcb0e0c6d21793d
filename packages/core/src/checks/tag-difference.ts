import type { Part } from '../message/i18next/part.ts'
import type { Found } from './differences.ts'

/** Tags of a text, closing ones told apart from opening ones, so that each must be there as often as in the source. */
export function tagsOf(parts: readonly Part[]): Found[] {
  const found: Found[] = []
  const counts = new Map<string, number>()
  for (const part of parts) {
    if (part.kind !== 'tag') continue
    const kind = `${part.form === 'close' ? '/' : ''}${part.name}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    found.push({ id: `${kind} ${count}`, text: part.text, start: part.span.start, end: part.span.end })
  }
  return found
}
