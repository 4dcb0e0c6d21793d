import { type PlacedMark, readMarks } from './mark.ts'

/** Attributes that people read or hear. */
const ATTRIBUTES = [
  'placeholder',
  'title',
  'alt',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'value',
]

/** The text of a node or attribute without marks, and its marks. */
type Marked = { readonly text: string; readonly marks: readonly PlacedMark[] }

const nodes = new WeakMap<Node, Marked>()
const attributes = new WeakMap<Element, Map<string, Marked>>()

/** Returns the current marks of a text node. */
export function marksOfNode(node: Text): readonly PlacedMark[] {
  return nodes.get(node)?.marks ?? []
}

/** Returns the marks of an element's attributes, by attribute name. */
export function marksOfAttributes(element: Element): ReadonlyMap<string, Marked> {
  return attributes.get(element) ?? new Map()
}

/**
 * Removes marks from the document and stores their positions, before anything is painted, so that they are
 * never copied, read aloud or counted. Nodes stay the same: libraries such as React compare new content with
 * what they wrote before, not with the document. Returns a function that ends it; the current marks are kept.
 */
export function watchMarks(page: Document): () => void {
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, attributeName, addedNodes } of mutations) {
      if (type === 'characterData') readNode(target)
      else if (type === 'attributes') readAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) readTree(node)
    }
  })
  readTree(page.documentElement)
  observer.observe(page, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  })
  return () => observer.disconnect()
}

function readTree(root: Node): void {
  readNode(root)
  const walker = root.ownerDocument?.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  while (walker?.nextNode()) readNode(walker.currentNode)
}

function readNode(node: Node): void {
  if (node.nodeType === Node.ELEMENT_NODE)
    for (const name of ATTRIBUTES)
      if ((node as Element).hasAttribute(name)) readAttribute(node as Element, name)
  if (node.nodeType !== Node.TEXT_NODE) return
  const next = newlyMarked(node.nodeValue ?? '', nodes.get(node))
  if (next === undefined) return
  if (next === null) nodes.delete(node)
  else {
    nodes.set(node, next)
    node.nodeValue = next.text
  }
}

function readAttribute(element: Element, name: string): void {
  // Text typed into a field belongs to the person who types it.
  if (
    name === 'value' &&
    !(element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type))
  )
    return
  const ofElement = attributes.get(element) ?? new Map<string, Marked>()
  const next = newlyMarked(element.getAttribute(name) ?? '', ofElement.get(name))
  if (next === undefined) return
  attributes.set(element, ofElement)
  if (next === null) ofElement.delete(name)
  else {
    ofElement.set(name, next)
    element.setAttribute(name, next.text)
  }
}

/**
 * Null: it no longer has marks. Undefined: nothing has changed, for example when we removed the marks
 * ourselves.
 */
function newlyMarked(written: string, before: Marked | undefined): Marked | null | undefined {
  const read = readMarks(written)
  if (read.marks.length > 0) return read
  return before === undefined || before.text === written ? undefined : null
}
