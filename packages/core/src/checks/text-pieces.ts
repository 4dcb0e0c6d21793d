import type { Branch, ChoicePart, Part, TagPart, TextPart } from '../message/part.ts'
import type { Span } from '../text/span.ts'

/** Returns the readable texts of a message in order, including those in the branches of choices. */
export function textPieces(parts: readonly Part[]): readonly TextPart[] {
  const pieces: TextPart[] = []
  for (const part of parts) {
    if (part.kind === 'text') pieces.push(part)
    else if (part.kind === 'choice')
      for (const branch of part.branches) pieces.push(...textPieces(branch.parts))
  }
  return pieces
}

/**
 * Returns the tags on one path through the message: for a choice by words, those of the branch with the most
 * tags; for other choices, those of the last branch, or the last form between bars that is not for single numbers.
 */
export function tagPieces(parts: readonly Part[]): readonly TagPart[] {
  const pieces: TagPart[] = []
  for (const part of parts) {
    if (part.kind === 'tag') pieces.push(part)
    else if (part.kind === 'choice') pieces.push(...mostTags(part))
  }
  return pieces
}

/** Returns the form between bars that most numbers select: the last that is not for single numbers, such as `{0}`. */
export function usualForm(branches: readonly Branch[]): Branch | undefined {
  return branches.findLast(({ selector }) => !selector.startsWith('{')) ?? branches.at(-1)
}

function mostTags({ by, branches }: ChoicePart): readonly TagPart[] {
  let most: readonly TagPart[] = []
  const [usual] = by === 'pipe' ? [usualForm(branches)] : branches.slice(-1)
  for (const branch of by === 'select' || usual === undefined ? branches : [usual]) {
    const tags = tagPieces(branch.parts)
    if (tags.length > most.length) most = tags
  }
  return most
}

/** Returns every list of adjacent parts: the message, and each branch of its choices. */
export function partLists(parts: readonly Part[]): readonly (readonly Part[])[] {
  const inner = parts.flatMap((part) =>
    part.kind === 'choice' ? part.branches.flatMap((branch) => partLists(branch.parts)) : [],
  )
  return inner.length === 0 ? [parts] : [parts, ...inner]
}

/** Returns the end of the message: if it is a choice, its last branch, which most numbers select. */
export function lastStretch(parts: readonly Part[], whole: Span): Span {
  const last = parts.at(-1)
  const branch = last?.kind === 'choice' ? last.branches.at(-1) : undefined
  return branch === undefined ? whole : lastStretch(branch.parts, branch.span)
}
