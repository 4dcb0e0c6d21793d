import { openTag, withAttribute } from './start-tag.ts'
import type { XmlTable } from './xml-table.ts'
import { attributeOf, childNodes, documentOf, parentOf, type XmlElement, type XmlNode } from './xml-tree.ts'

/**
 * An XML text split so that it can be changed, as far as edits require: everything else is printed as in the
 * text. Every character belongs to exactly one piece, so printing an unchanged draft returns the text itself.
 * Changing a draft means changing its pieces, so these types are not readonly.
 */
export type DraftNode = DraftElement | DraftRaw

export type DraftElement = {
  readonly kind: 'element'
  readonly name: string
  /** The start tag, including `<a/>`. */
  open: string
  /** The end tag; empty after `<a/>`. */
  close: string
  /** Null while it equals the text except for the elements in `changeSet`; `childrenOf` creates them. */
  children: DraftNode[] | null
  /** Child elements that were requested before all of them were. */
  readonly changeSet: DraftElement[]
  parent: DraftElement | null
  /** Where it was read from; null if an edit created it. */
  readonly source: XmlElement | null
  /** The drafts of the file by their elements' index in the table. */
  readonly drafts: Map<number, DraftElement>
}

/** Text, a comment and everything else other than elements, as written. */
export type DraftRaw = { readonly kind: 'text' | 'comment' | 'other'; raw: string }

/** Returns the draft of a whole document, which has no tags of its own. */
export function draftXml(table: XmlTable): DraftElement {
  return sourceDraft(documentOf(table), null, new Map())
}

/** Returns the draft of an element that was read. `top` is the draft of its document. */
export function draftOf(top: DraftElement, element: XmlElement): DraftElement {
  const known = top.drafts.get(element.at)
  if (known !== undefined) return known
  const around = parentOf(element)
  const parent = around === null ? top : draftOf(top, around)
  const draft = sourceDraft(element, parent, top.drafts)
  parent.changeSet.push(draft)
  return draft
}

/** Returns the nodes between the tags of an element, to be changed. */
export function childrenOf(element: DraftElement): DraftNode[] {
  element.children ??=
    element.source === null ? [] : childNodes(element.source).map((node) => draftNode(node, element))
  return element.children
}

/** Returns the child elements, all or those with one name. */
export function elementsOf(parent: DraftElement, name?: string): readonly DraftElement[] {
  return childrenOf(parent).filter((child): child is DraftElement => isElement(child, name))
}

/** Returns the first child element, of all or of those with one name. */
export function firstElementOf(parent: DraftElement, name?: string): DraftElement | null {
  return childrenOf(parent).find((child): child is DraftElement => isElement(child, name)) ?? null
}

export function lastElementOf(parent: DraftElement): DraftElement | null {
  return childrenOf(parent).findLast((child) => child.kind === 'element') ?? null
}

function isElement(node: DraftNode, name: string | undefined): boolean {
  return node.kind === 'element' && (name === undefined || node.name === name)
}

export function printXml(node: DraftNode): string {
  const out: string[] = []
  printInto(node, out)
  return out.join('')
}

/** Returns the text between the tags. */
export function innerXml(element: DraftElement): string {
  const out: string[] = []
  printInner(element, out)
  return out.join('')
}

export function rawText(raw: string): DraftRaw {
  return { kind: 'text', raw }
}

/** Sets the raw text between the tags; `<a/>` gets an end tag for it. */
export function setContent(element: DraftElement, raw: string): void {
  if (element.close === '') {
    element.open = openTag(element.open)
    element.close = `</${element.name}>`
  }
  element.children = raw === '' ? [] : [rawText(raw)]
}

/**
 * Sets an attribute, in place or after the others; null removes it with the blanks before it. `raw` is
 * escaped for double quotes.
 */
export function setDraftAttribute(element: DraftElement, name: string, raw: string | null): void {
  const pattern = new RegExp(
    `(?<![ \\t\\r\\n])([ \\t\\r\\n]+)${escapePattern(name)}[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^"]*"|'[^']*')`,
  )
  const match = pattern.exec(element.open)
  if (match === null) {
    if (raw !== null) element.open = withAttribute(element.open, ` ${name}="${raw}"`)
    return
  }
  const [whole, blanks = ' ', quoted = '""'] = match
  const quote = quoted[0] === "'" && raw?.includes("'") !== true ? "'" : '"'
  const start = whole.slice(blanks.length, whole.length - quoted.length)
  const written = raw === null ? '' : `${blanks}${start}${quote}${raw}${quote}`
  element.open = element.open.slice(0, match.index) + written + element.open.slice(match.index + whole.length)
}

/** Returns the value of an attribute in the file that was read. */
export function readAttribute(element: DraftElement, name: string): string | null {
  return element.source === null ? null : attributeOf(element.source, name)
}

export function newElement(name: string, attributes: string, raw: string): DraftElement {
  return {
    kind: 'element',
    name,
    open: `<${name}${attributes}>`,
    close: `</${name}>`,
    children: raw === '' ? [] : [rawText(raw)],
    changeSet: [],
    parent: null,
    source: null,
    drafts: new Map(),
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function sourceDraft(
  source: XmlElement,
  parent: DraftElement | null,
  drafts: Map<number, DraftElement>,
): DraftElement {
  const { text } = source.table
  const draft: DraftElement = {
    kind: 'element',
    name: source.name,
    open: text.slice(source.start, source.openEnd),
    close: text.slice(source.closeStart, source.end),
    children: null,
    changeSet: [],
    parent,
    source,
    drafts,
  }
  drafts.set(source.at, draft)
  return draft
}

function draftNode(node: XmlNode, parent: DraftElement): DraftNode {
  if (node.kind === 'element') return parent.drafts.get(node.at) ?? sourceDraft(node, parent, parent.drafts)
  const kind = node.kind === 'text' || node.kind === 'comment' ? node.kind : 'other'
  return { kind, raw: parent.source?.table.text.slice(node.start, node.end) ?? '' }
}

function printInto(node: DraftNode, out: string[]): void {
  if (node.kind !== 'element') {
    out.push(node.raw)
    return
  }
  out.push(node.open)
  printInner(node, out)
  out.push(node.close)
}

function printInner({ children, changeSet, source }: DraftElement, out: string[]): void {
  if (children !== null || source === null) {
    for (const child of children ?? []) printInto(child, out)
    return
  }
  const { text } = source.table
  let at = source.openEnd
  for (const child of changeSet.toSorted((a, b) => startOf(a) - startOf(b))) {
    out.push(text.slice(at, startOf(child)))
    printInto(child, out)
    at = child.source?.end ?? at
  }
  out.push(text.slice(at, source.closeStart))
}

function startOf({ source }: DraftElement): number {
  return source?.start ?? 0
}
