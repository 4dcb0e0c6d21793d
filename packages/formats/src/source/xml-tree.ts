import type { Issue, Span } from '@dragoman/core'
import {
  ATTRIBUTES,
  attributeField,
  CDATA,
  CLOSE_START,
  COMMENT,
  DOCTYPE,
  ELEMENT,
  END,
  INSTRUCTION,
  KIND,
  KIND_MASK,
  NAME_END,
  NAME_SHIFT,
  NAME_START,
  NEXT,
  nodeField,
  OPEN_END,
  PARENT,
  SELF_CLOSING,
  START,
  VALUE_END,
  VALUE_START,
  type XmlTable,
} from './xml-table.ts'
import { decodeXmlAttribute } from './xml-text.ts'

/** All positions are UTF-16 code units in the text that was read; `end` is exclusive. */
export type XmlNode = XmlElement | XmlText | XmlCdata | XmlOther

/** Created from the table on request, so two objects can represent the same element: compare `at`. */
export type XmlElement = {
  readonly kind: 'element'
  /** As written: `prefix:local`. Prefixes are not resolved. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** End of the start tag. `openEnd === closeStart` if there is nothing inside. */
  readonly openEnd: number
  /** Start of the end tag; `end` for `<a/>`, which has none. */
  readonly closeStart: number
  /** Written as `<a/>`. */
  readonly isSelfClosing: boolean
  readonly table: XmlTable
  /** Its index in the table. */
  readonly at: number
}

export type XmlAttribute = {
  readonly name: string
  /** The value with references resolved and whitespace normalised (XML 1.0, 3.3.3). */
  readonly value: string
  /** From the name to the closing quote. */
  readonly start: number
  readonly end: number
  /** Between the quotes. */
  readonly valueStart: number
  readonly valueEnd: number
  readonly quote: '"' | "'"
}

/** Characters and references between tags, raw: `decodeXmlText` decodes them. */
export type XmlText = { readonly kind: 'text'; readonly start: number; readonly end: number }

/** `<![CDATA[…]]>`; the characters are between `contentStart` and `contentEnd`. */
export type XmlCdata = {
  readonly kind: 'cdata'
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
}

export type XmlOther = {
  readonly kind: 'comment' | 'instruction' | 'doctype'
  readonly start: number
  readonly end: number
}

export type XmlTree = {
  readonly table: XmlTable
  /** Null if the text has no element at all. */
  readonly root: XmlElement | null
  /**
   * Errors of well-formedness, in file order. After each, reading continues if the rest can be understood.
   */
  readonly issues: readonly Issue[]
}

/** Returns the value of an attribute, or null if the element has none with that name. */
export function attributeOf({ table, at }: XmlElement, name: string): string | null {
  const found = attributeSlot(table, at, name)
  return found < 0 ? null : attributeValue(table, found)
}

export function findAttribute({ table, at }: XmlElement, name: string): XmlAttribute | null {
  const found = attributeSlot(table, at, name)
  return found < 0 ? null : attributeAt(table, found)
}

/** Returns all attributes, in order. */
export function attributesOf({ table, at }: XmlElement): readonly XmlAttribute[] {
  const found: XmlAttribute[] = []
  const end = attributesEnd(table, at)
  for (let attribute = nodeField(table, at, ATTRIBUTES); attribute < end; attribute++)
    found.push(attributeAt(table, attribute))
  return found
}

/** Returns the child elements, all or those with one name. */
export function childElements(element: XmlElement, name?: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  for (let child = firstElement(element, name); child !== null; child = nextElement(child, name))
    found.push(child)
  return found
}

/** Returns the first child element, of all or of those with one name. */
export function firstElement({ table, at }: XmlElement, name?: string): XmlElement | null {
  return elementFrom(table, at + 1, nodesEnd(table, at), name)
}

/** Returns the next sibling element, of all or of those with one name. */
export function nextElement({ table, at }: XmlElement, name?: string): XmlElement | null {
  return elementFrom(table, nodeField(table, at, NEXT), nodesEnd(table, nodeField(table, at, PARENT)), name)
}

/** Returns the parent element; null for the root. */
export function parentOf({ table, at }: XmlElement): XmlElement | null {
  const parent = nodeField(table, at, PARENT)
  return parent < 0 ? null : elementAt(table, parent)
}

/** Returns the element whose start tag starts at a position of the text; null if none does. */
export function elementStartingAt(table: XmlTable, start: number): XmlElement | null {
  let low = 0
  let high = table.nodeCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (nodeField(table, middle, START) < start) low = middle + 1
    else high = middle
  }
  const isFound = low < table.nodeCount && nodeField(table, low, START) === start
  return isFound && (nodeField(table, low, KIND) & KIND_MASK) === ELEMENT ? elementAt(table, low) : null
}

/** Returns the document, with the root and everything outside it, like an element without tags. */
export function documentOf(table: XmlTable): XmlElement {
  const end = table.text.length
  return {
    kind: 'element',
    name: '',
    start: 0,
    end,
    openEnd: 0,
    closeStart: end,
    isSelfClosing: false,
    table,
    at: DOCUMENT,
  }
}

const DOCUMENT = -1

/** Whether there are only characters between the tags. */
export function hasOnlyText({ table, at, openEnd, closeStart }: XmlElement): boolean {
  return nodeField(table, at, NEXT) === at + 1 && openEnd < closeStart && closeStart <= table.readEnd
}

/** Returns the location of a start tag. */
export function tagSpan({ start, openEnd }: XmlElement): Span {
  return { start, end: openEnd }
}

/** Returns the span between the tags. */
export function innerSpan(element: XmlElement): { readonly start: number; readonly end: number } {
  return { start: element.openEnd, end: element.closeStart }
}

export function elementAt(table: XmlTable, at: number, name?: string): XmlElement {
  const kind = nodeField(table, at, KIND)
  const start = nodeField(table, at, START)
  return {
    kind: 'element',
    name: name ?? table.text.slice(start + 1, start + 1 + (kind >> NAME_SHIFT)),
    start,
    end: nodeField(table, at, END),
    openEnd: nodeField(table, at, OPEN_END),
    closeStart: nodeField(table, at, CLOSE_START),
    isSelfClosing: (kind & SELF_CLOSING) !== 0,
    table,
    at,
  }
}

function elementFrom(
  table: XmlTable,
  from: number,
  end: number,
  name: string | undefined,
): XmlElement | null {
  for (let at = from; at < end; at = nodeField(table, at, NEXT)) {
    const kind = nodeField(table, at, KIND)
    if ((kind & KIND_MASK) !== ELEMENT) continue
    if (name === undefined) return elementAt(table, at)
    const isNamed =
      kind >> NAME_SHIFT === name.length && table.text.startsWith(name, nodeField(table, at, START) + 1)
    if (isNamed) return elementAt(table, at, name)
  }
  return null
}

/** Returns everything between the tags, in order. */
export function childNodes(element: XmlElement): readonly XmlNode[] {
  const { table } = element
  const found: XmlNode[] = []
  let seen = element.openEnd
  const end = nodesEnd(table, element.at)
  for (let at = element.at + 1; at < end; at = nodeField(table, at, NEXT)) {
    const start = nodeField(table, at, START)
    if (seen < start) found.push({ kind: 'text', start: seen, end: start })
    seen = nodeField(table, at, END)
    const kind = nodeField(table, at, KIND) & KIND_MASK
    if (kind === ELEMENT) found.push(elementAt(table, at))
    else if (kind === CDATA) {
      found.push({
        kind: 'cdata',
        start,
        end: seen,
        contentStart: nodeField(table, at, OPEN_END),
        contentEnd: nodeField(table, at, CLOSE_START),
      })
    } else {
      const other = OTHERS[kind]
      if (other !== undefined) found.push({ kind: other, start, end: seen })
    }
  }
  const last = Math.min(element.closeStart, table.readEnd)
  if (seen < last) found.push({ kind: 'text', start: seen, end: last })
  return found
}

/** Returns the end of the nodes within an element. */
function nodesEnd(table: XmlTable, at: number): number {
  return at === DOCUMENT ? table.nodeCount : nodeField(table, at, NEXT)
}

const OTHERS: Readonly<Record<number, XmlOther['kind']>> = {
  [COMMENT]: 'comment',
  [INSTRUCTION]: 'instruction',
  [DOCTYPE]: 'doctype',
}

function attributeSlot(table: XmlTable, at: number, name: string): number {
  const end = attributesEnd(table, at)
  for (let attribute = nodeField(table, at, ATTRIBUTES); attribute < end; attribute++) {
    const start = attributeField(table, attribute, NAME_START)
    if (
      attributeField(table, attribute, NAME_END) - start === name.length &&
      table.text.startsWith(name, start)
    )
      return attribute
  }
  return -1
}

function attributesEnd(table: XmlTable, at: number): number {
  return at + 1 < table.nodeCount ? nodeField(table, at + 1, ATTRIBUTES) : table.attributeCount
}

function attributeValue(table: XmlTable, attribute: number): string {
  const { text } = table
  const start = attributeField(table, attribute, VALUE_START)
  const end = attributeField(table, attribute, VALUE_END)
  const raw = text.slice(start, end)
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === AMPERSAND || code < SPACE) return decodeXmlAttribute(raw)
  }
  return raw
}

const SPACE = 32
const AMPERSAND = 38

function attributeAt(table: XmlTable, attribute: number): XmlAttribute {
  const start = attributeField(table, attribute, NAME_START)
  const valueStart = attributeField(table, attribute, VALUE_START)
  const valueEnd = attributeField(table, attribute, VALUE_END)
  return {
    name: table.text.slice(start, attributeField(table, attribute, NAME_END)),
    value: attributeValue(table, attribute),
    start,
    end: valueEnd + 1,
    valueStart,
    valueEnd,
    quote: table.text[valueEnd] === "'" ? "'" : '"',
  }
}
