import type { ChoicePart, Part } from './part.ts'

/**
 * A piece of a message without children. A frame is the syntax of a choice: `{count, plural, one {`, `} other
 * {`, `|`.
 */
export type Leaf =
  | Exclude<Part, ChoicePart>
  | { readonly kind: 'frame'; readonly text: string; readonly span: Part['span'] }

/**
 * Flattens a message for rendering: choices are replaced by their pieces. Joined, the leaves are the message.
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
