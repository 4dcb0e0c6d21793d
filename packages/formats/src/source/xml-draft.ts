import { attributeOf, type XmlElement, type XmlNode, type XmlTree } from './xml-tree.ts'

/**
 * An XML text taken apart so that it can be changed: every character belongs to exactly one piece, therefore printing an unchanged
 * draft gives the text itself. Changing a draft means changing its pieces; that is why these types are not readonly.
 */
export type DraftNode = DraftElement | DraftRaw

export type DraftElement = {
  readonly kind: 'element'
  readonly name: string
  /** The start tag, `<a/>` included. */
  open: string
  /** The end tag; empty after `<a/>`. */
  close: string
  children: DraftNode[]
  parent: DraftElement | null
  /** Where it was read from; null for what an edit has made. */
  readonly source: XmlElement | null
}

/** Text, a comment and everything else that is no element, as it is written. */
export type DraftRaw = { readonly kind: 'text' | 'comment' | 'other'; raw: string }

/** The draft of a whole document: its parent has no tags. `elements` finds the draft of an element that was read. */
export type XmlDraft = { readonly top: DraftElement; readonly elements: ReadonlyMap<XmlElement, DraftElement> }

export function draftXml(text: string, tree: XmlTree): XmlDraft {
  const elements = new Map<XmlElement, DraftElement>()
  const top: DraftElement = { kind: 'element', name: '', open: '', close: '', children: [], parent: null, source: null }
  for (const node of tree.nodes) top.children.push(draftNode(text, node, top, elements))
  return { top, elements }
}

export function printXml(node: DraftNode): string {
  const out: string[] = []
  printInto(node, out)
  return out.join('')
}

export function rawText(raw: string): DraftRaw {
  return { kind: 'text', raw }
}

/** Puts raw text between the tags; `<a/>` gets an end tag for it. */
export function setContent(element: DraftElement, raw: string): void {
  if (element.close === '') {
    element.open = `${element.open.replace(/[ \t\r\n]*\/>$/, '')}>`
    element.close = `</${element.name}>`
  }
  element.children = raw === '' ? [] : [rawText(raw)]
}

/** Sets an attribute, at its place or behind the others; null takes it away with the blanks before it. `raw` is escaped for double quotes. */
export function setDraftAttribute(element: DraftElement, name: string, raw: string | null): void {
  const pattern = new RegExp(`([ \\t\\r\\n]+)${escapePattern(name)}[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^"]*"|'[^']*')`)
  const match = pattern.exec(element.open)
  if (match === null) {
    if (raw !== null) element.open = element.open.replace(/([ \t\r\n]*\/?>)$/, (end) => ` ${name}="${raw}"${end}`)
    return
  }
  const [whole, blanks = ' ', quoted = '""'] = match
  const quote = quoted[0] === "'" && raw?.includes("'") !== true ? "'" : '"'
  const start = whole.slice(blanks.length, whole.length - quoted.length)
  const written = raw === null ? '' : `${blanks}${start}${quote}${raw}${quote}`
  element.open = element.open.slice(0, match.index) + written + element.open.slice(match.index + whole.length)
}

/** The value an attribute has in the file that was read. */
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
    parent: null,
    source: null,
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function draftNode(text: string, node: XmlNode, parent: DraftElement, elements: Map<XmlElement, DraftElement>): DraftNode {
  if (node.kind !== 'element') {
    const kind = node.kind === 'text' || node.kind === 'comment' ? node.kind : 'other'
    return { kind, raw: text.slice(node.start, node.end) }
  }
  const draft: DraftElement = {
    kind: 'element',
    name: node.name,
    open: text.slice(node.start, node.openEnd),
    close: text.slice(node.closeStart, node.end),
    children: [],
    parent,
    source: node,
  }
  elements.set(node, draft)
  for (const child of node.children) draft.children.push(draftNode(text, child, draft, elements))
  return draft
}

function printInto(node: DraftNode, out: string[]): void {
  if (node.kind !== 'element') {
    out.push(node.raw)
    return
  }
  out.push(node.open)
  for (const child of node.children) printInto(child, out)
  out.push(node.close)
}
