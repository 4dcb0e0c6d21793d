import type { Part, TagPart, TextPart } from '../message/part.ts'
import type { Span } from '../text/span.ts'

/** The texts of a message a person reads, those in the branches of choices included, in order. */
export function textPieces(parts: readonly Part[]): readonly TextPart[] {
  if (!parts.some((part) => part.kind === 'choice')) return parts.filter((part) => part.kind === 'text')
  return parts.flatMap((part) =>
    part.kind === 'text' ? [part] : part.kind === 'choice' ? part.branches.flatMap((branch) => textPieces(branch.parts)) : [],
  )
}

/** The tags that a reader of the message meets on one way through it: of a choice by words those of the branch with most, of others those of the last. */
export function tagPieces(parts: readonly Part[]): readonly TagPart[] {
  if (!parts.some((part) => part.kind === 'choice')) return parts.filter((part) => part.kind === 'tag')
  return parts.flatMap((part) => {
    if (part.kind === 'tag') return [part]
    if (part.kind !== 'choice') return []
    const branches = part.by === 'select' ? part.branches : part.branches.slice(-1)
    const lists = branches.map((branch) => tagPieces(branch.parts))
    return lists.reduce<readonly TagPart[]>((most, list) => (list.length > most.length ? list : most), [])
  })
}

/** Every list of parts that is read as one: the message, and each branch of its choices. */
export function partLists(parts: readonly Part[]): readonly (readonly Part[])[] {
  const inner = parts.flatMap((part) => (part.kind === 'choice' ? part.branches.flatMap((branch) => partLists(branch.parts)) : []))
  return inner.length === 0 ? [parts] : [parts, ...inner]
}

/** The stretch that the message ends with: of a choice at its end the last branch, which stands for most numbers. */
export function lastStretch(parts: readonly Part[], whole: Span): Span {
  const last = parts.at(-1)
  const branch = last?.kind === 'choice' ? last.branches.at(-1) : undefined
  return branch === undefined ? whole : lastStretch(branch.parts, branch.span)
}
