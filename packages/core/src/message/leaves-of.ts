import type { ChoicePart, Part } from './part.ts'

/**
 * A piece of a message without pieces of its own. A frame is what a choice is written with: `{count, plural,
 * one {`, `} other {`, `|`.
 */
export type Leaf =
  | Exclude<Part, ChoicePart>
  | { readonly kind: 'frame'; readonly text: string; readonly span: Part['span'] }

/**
 * A message as one run of pieces, for whoever draws it: choices are opened. Joined, the leaves are the
 * message.
 */
export function leavesOf(parts: readonly Part[]): readonly Leaf[] {
  return parts.flatMap((part) => (part.kind === 'choice' ? leavesOfChoice(part) : [part]))
}

function leavesOfChoice({ text, span, branches }: ChoicePart): readonly Leaf[] {
  const leaves: Leaf[] = []
  let at = span.start
  const frame = (end: number) => {
    if (end > at)
      leaves.push({
        kind: 'frame',
        text: text.slice(at - span.start, end - span.start),
        span: { start: at, end },
      })
  }
  for (const branch of branches) {
    frame(branch.span.start)
    leaves.push(...leavesOf(branch.parts))
    at = branch.span.end
  }
  frame(span.end)
  return leaves
}
