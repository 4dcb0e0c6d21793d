import { eolOf } from './line-ends.ts'
import { openTag } from './start-tag.ts'
import { blankLastLine, endOfWords } from './trailing-blanks.ts'
import { childrenOf, type DraftElement, type DraftNode, draftOf, draftXml, rawText } from './xml-draft.ts'
import type { XmlElement } from './xml-tree.ts'

/** The layout of an XML file, for the parts that an edit has to rewrite. */
export type XmlLayout = {
  readonly eol: string
  /** One level of indentation. */
  readonly indent: string
}

/**
 * Returns line ends and indentation of a file as it was read; anything it has no example of is taken from
 * `model`.
 */
export function xmlLayoutOf(root: XmlElement, model: XmlLayout): XmlLayout {
  const asRead = draftOf(draftXml(root.table), root)
  return { eol: eolOf(root.table.text) ?? model.eol, indent: firstIndent(asRead) || model.indent }
}

/**
 * Inserts nodes, each on its own line, after `previous` (with the rest of its line) or, if that is null,
 * before `next`, with the whitespace of the neighbour. A self-closing element is opened.
 */
export function insertLines(
  parent: DraftElement,
  nodes: readonly DraftNode[],
  place: { readonly previous: DraftNode | null; readonly next: DraftNode | null },
  layout: XmlLayout,
): void {
  for (const node of nodes) if (node.kind === 'element') node.parent = parent
  const children = childrenOf(parent)
  const neighbour = place.previous ?? place.next
  if (neighbour === null) {
    openParent(parent, nodes, layout)
    return
  }
  const separator = separatorBefore(parent, neighbour, layout)
  if (place.previous !== null) {
    const at = lineEndAfter(children, children.indexOf(place.previous))
    children.splice(at, 0, ...nodes.flatMap((node) => [rawText(separator), node]))
    return
  }
  const at = children.indexOf(neighbour)
  const above = neighbour.kind === 'comment' ? children[at - 1] : undefined
  children.splice(at, 0, ...nodes.flatMap((node) => [node, rawText(separator)]))
  // A comment above the one of the neighbour is not about the new nodes.
  if (above?.kind === 'text' && isOneLineBreak(above.raw) && endsWithCommentLine(children.slice(0, at - 1)))
    above.raw = layout.eol + above.raw
}

/** Removes nodes that are separated only by whitespace, with lines that have nothing else. */
export function removeLines(parent: DraftElement, nodes: readonly DraftNode[]): void {
  const children = childrenOf(parent)
  const first = children.indexOf(nodes[0] ?? rawText(''))
  const last = children.indexOf(nodes.at(-1) ?? rawText(''))
  if (first < 0 || last < first) return
  const before = children[first - 1]
  const after = children[last + 1]
  children.splice(first, last - first + 1)
  // The neighbours on the same line keep their positions; an empty line is removed.
  const endsLine = after === undefined || (after.kind === 'text' && /^[ \t]*(?:[\r\n]|$)/.test(after.raw))
  if (before?.kind !== 'text' || !endsLine) return
  const lineStart = /(?:^|\r\n|\n|\r)[ \t]*$/.exec(before.raw)
  if (lineStart === null || !/[\r\n]/.test(lineStart[0])) return
  if (after?.kind === 'text') after.raw = after.raw.replace(/^[ \t]+(?=[\r\n])/, '')
  before.raw = before.raw.slice(0, lineStart.index)
}

/** Returns the blanks between the start of its line and a child; null if something else is there. */
export function indentOf(child: DraftNode, parent: DraftElement): string | null {
  return indentAt(childrenOf(parent), childrenOf(parent).indexOf(child))
}

function indentAt(children: readonly DraftNode[], at: number): string | null {
  const before = children[at - 1]
  if (before?.kind !== 'text') return null
  return blankLastLine(before.raw)
}

/** Returns the indentation of the first child element that starts a line; null if none does. */
function firstIndent(parent: DraftElement): string | null {
  for (const [at, child] of childrenOf(parent).entries()) {
    const indent = child.kind === 'element' ? indentAt(childrenOf(parent), at) : null
    if (indent !== null) return indent
  }
  return null
}

/** Returns the indentation that children of `parent` have or would have. */
export function innerIndent(parent: DraftElement, layout: XmlLayout): string {
  return firstIndent(parent) ?? outerIndent(parent, layout) + layout.indent
}

function outerIndent(element: DraftElement, layout: XmlLayout): string {
  const { parent } = element
  if (parent === null || parent.parent === null) return ''
  return indentOf(element, parent) ?? innerIndent(parent, layout)
}

function openParent(parent: DraftElement, nodes: readonly DraftNode[], layout: XmlLayout): void {
  const inner = innerIndent(parent, layout)
  const outer = outerIndent(parent, layout)
  if (parent.close === '') {
    parent.open = openTag(parent.open)
    parent.close = `</${parent.name}>`
  }
  // Comments in an otherwise empty element stay before the new nodes, with a blank line between, because they are not
  // about them.
  const tail = childrenOf(parent).at(-1)
  if (tail?.kind === 'text' && tail.raw.trim() === '') childrenOf(parent).pop()
  const lead = layout.eol + inner
  const gap = endsWithCommentLine(childrenOf(parent)) ? layout.eol : ''
  childrenOf(parent).push(...nodes.flatMap((node, at) => [rawText(at === 0 ? gap + lead : lead), node]))
  childrenOf(parent).push(
    tail?.kind === 'text' && /[\r\n]/.test(tail.raw)
      ? rawText(lastLine(tail.raw))
      : rawText(layout.eol + outer),
  )
}

function isOneLineBreak(blanks: string): boolean {
  return /^[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(blanks)
}

/** Returns whether the last child is a comment that starts its line. */
function endsWithCommentLine(children: readonly DraftNode[]): boolean {
  return children.at(-1)?.kind === 'comment' && indentAt(children, children.length - 1) !== null
}

function separatorBefore(parent: DraftElement, neighbour: DraftNode, layout: XmlLayout): string {
  const before = childrenOf(parent)[childrenOf(parent).indexOf(neighbour) - 1]
  if (before?.kind === 'text' && /[\r\n]/.test(before.raw)) {
    // Text can precede it: only the whitespace at its end is repeated.
    return lastLine(before.raw.slice(endOfWords(before.raw))) || layout.eol
  }
  const indent = firstIndent(parent)
  return indent === null ? '' : layout.eol + indent
}

/** Returns the index after a comment on the same line. */
function lineEndAfter(children: readonly DraftNode[], at: number): number {
  const next = children[at + 1]
  if (next?.kind === 'comment') return at + 2
  const isBlank = next?.kind === 'text' && /^[ \t]*$/.test(next.raw)
  return isBlank && children[at + 2]?.kind === 'comment' ? at + 3 : at + 1
}

/**
 * Returns the last line break of the whitespace and the text after it: blank lines before a group are not
 * repeated inside it.
 */
function lastLine(blanks: string): string {
  const at = Math.max(blanks.lastIndexOf('\n'), blanks.lastIndexOf('\r'))
  if (at < 0) return ''
  return blanks.slice(blanks[at] === '\n' && blanks[at - 1] === '\r' ? at - 1 : at)
}
