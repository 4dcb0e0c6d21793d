import type { DraftElement, DraftNode } from './xml-draft.ts'
import type { XmlNode } from './xml-tree.ts'

/** The comment that stands alone on the lines directly above a child, without its marks; null where there is none. */
export function commentAbove(file: string, children: readonly XmlNode[], at: number): string | null {
  const comment = children[at - 2]
  if (comment?.kind !== 'comment') return null
  const rawOf = (node: XmlNode | undefined) => (node?.kind === 'text' ? file.slice(node.start, node.end) : null)
  if (!isDirectlyAbove(rawOf(children[at - 3]), rawOf(children[at - 1]))) return null
  const text = commentText(file.slice(comment.start, comment.end))
  return text === '' ? null : text
}

/** A child with what belongs to it: the comment above, and one behind it on its line. */
export function withOwnComments(parent: DraftElement, child: DraftElement): readonly DraftNode[] {
  const { children } = parent
  const at = children.indexOf(child)
  const rawOf = (node: DraftNode | undefined) => (node?.kind === 'text' ? node.raw : null)
  const hasAbove = children[at - 2]?.kind === 'comment' && isDirectlyAbove(rawOf(children[at - 3]), rawOf(children[at - 1]))
  const first = hasAbove ? at - 2 : at
  let last = at
  if (children[at + 1]?.kind === 'comment') last = at + 1
  else if (children[at + 2]?.kind === 'comment' && /^[ \t]*$/.test(rawOf(children[at + 1]) ?? '-')) last = at + 2
  return children.slice(first, last + 1)
}

/** `text` as a comment; two hyphens in a row may not stand in one. */
export function commentOf(text: string, eol: string): string {
  return `<!-- ${text.replaceAll(/--+/g, (dashes) => [...dashes].join(' ')).replaceAll(/\r\n?|\n/g, eol)} -->`
}

function isDirectlyAbove(before: string | null, between: string | null): boolean {
  return before !== null && /[\r\n][ \t]*$/.test(before) && between !== null && /^[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(between)
}

function commentText(raw: string): string {
  const lines = raw.slice(4, -3).split(/\r\n|\n|\r/)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
