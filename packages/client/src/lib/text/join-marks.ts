import type { DiffPart } from '@dragoman/core'

/**
 * Joins marked words with only white space and punctuation between them, so that `schön, dass du da bist` is
 * one mark.
 */
export function joinMarks(parts: readonly DiffPart[]): readonly DiffPart[] {
  const joined: DiffPart[] = []
  for (const [index, part] of parts.entries()) {
    const last = joined.at(-1)
    const next = parts[index + 1]
    const isBridge =
      part.kind === 'same' &&
      !/[\p{L}\p{N}]/u.test(part.text) &&
      last !== undefined &&
      last.kind !== 'same' &&
      next?.kind === last.kind
    const kind = isBridge ? last.kind : part.kind
    if (last !== undefined && last.kind === kind)
      joined[joined.length - 1] = { kind, text: last.text + part.text }
    else joined.push({ kind, text: part.text })
  }
  return joined
}
