import { blankLastLine } from './trailing-blanks.ts'
import { childrenOf, type DraftElement, type DraftNode } from './xml-draft.ts'
import { COMMENT, END, KIND, KIND_MASK, nodeField, PARENT, START } from './xml-table.ts'
import type { XmlElement } from './xml-tree.ts'

/**
 * Returns the comment alone on the lines directly above an element, without its delimiters; null if there is
 * none.
 */
export function commentAbove({ table, at, start: elementStart }: XmlElement): string | null {
  const previous = at - 1
  if (previous < 0 || (nodeField(table, previous, KIND) & KIND_MASK) !== COMMENT) return null
  if (nodeField(table, previous, PARENT) !== nodeField(table, at, PARENT)) return null
  const start = nodeField(table, previous, START)
  const end = nodeField(table, previous, END)
  const { text } = table
  let lineStart = start
  while (isBlank(text.charCodeAt(lineStart - 1))) lineStart--
  if (!isDirectlyAbove(text.slice(Math.max(lineStart - 1, 0), start), text.slice(end, elementStart)))
    return null
  const comment = commentText(text.slice(start, end))
  return comment === '' ? null : comment
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

/** Returns a child with its comments: the one above, and one after it on its line. */
export function withOwnComments(parent: DraftElement, child: DraftElement): readonly DraftNode[] {
  const children = childrenOf(parent)
  const at = children.indexOf(child)
  const rawOf = (node: DraftNode | undefined) => (node?.kind === 'text' ? node.raw : null)
  const hasAbove =
    children[at - 2]?.kind === 'comment' && isDirectlyAbove(rawOf(children[at - 3]), rawOf(children[at - 1]))
  const first = hasAbove ? at - 2 : at
  let last = at
  if (children[at + 1]?.kind === 'comment') last = at + 1
  else if (children[at + 2]?.kind === 'comment' && /^[ \t]*$/.test(rawOf(children[at + 1]) ?? '-'))
    last = at + 2
  return children.slice(first, last + 1)
}

/** Returns the start of a child with its comments, before which others can be inserted. */
export function startOf(parent: DraftElement, child: DraftElement): DraftNode {
  return withOwnComments(parent, child)[0] ?? child
}

/**
 * Returns `text` as a comment, in which two consecutive hyphens are not allowed. Characters that XML does not have,
 * which a comment cannot escape either, become blanks.
 */
export function commentOf(text: string, eol: string): string {
  const written = text
    .replaceAll(NO_CHAR, ' ')
    .replaceAll(/--+/g, (dashes) => [...dashes].join(' '))
    .replaceAll(/\r\n?|\n/g, eol)
  return `<!-- ${written} -->`
}

const NO_CHAR = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function isDirectlyAbove(before: string | null, between: string | null): boolean {
  return (
    before !== null &&
    blankLastLine(before) !== null &&
    between !== null &&
    /^[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(between)
  )
}

function commentText(raw: string): string {
  const lines = raw.slice(4, -3).split(/\r\n|\n|\r/)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
