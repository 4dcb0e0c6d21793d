import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import { decodeXmlAttribute, xmlReferenceError } from './xml-text.ts'

// Our own scanner: parsers that give positions give them for tags at most, not for attribute values, quotes and references.

/** All positions are UTF-16 code units in the text that was read; `end` is exclusive. */
export type XmlNode = XmlElement | XmlText | XmlCdata | XmlOther

export type XmlElement = {
  readonly kind: 'element'
  /** As written: `prefix:local`. Prefixes are not resolved. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** End of the start tag. `openEnd === closeStart` where there is nothing inside. */
  readonly openEnd: number
  /** Start of the end tag; `end` for `<a/>`, which has none. */
  readonly closeStart: number
  /** Written as `<a/>`. */
  readonly isSelfClosing: boolean
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
}

export type XmlAttribute = {
  readonly name: string
  /** The value with references resolved and blanks normalised (XML 1.0, 3.3.3). */
  readonly value: string
  /** From the name to the closing quote. */
  readonly start: number
  readonly end: number
  /** Between the quotes. */
  readonly valueStart: number
  readonly valueEnd: number
  readonly quote: '"' | "'"
}

/** Characters and references between tags, raw: `decodeXmlText` gives what they mean. */
export type XmlText = { readonly kind: 'text'; readonly start: number; readonly end: number }

/** `<![CDATA[…]]>`; the characters stand between `contentStart` and `contentEnd`. */
export type XmlCdata = {
  readonly kind: 'cdata'
  readonly start: number
  readonly end: number
  readonly contentStart: number
  readonly contentEnd: number
}

export type XmlOther = { readonly kind: 'comment' | 'instruction' | 'doctype'; readonly start: number; readonly end: number }

export type XmlTree = {
  /** Null where the text has no element at all. */
  readonly root: XmlElement | null
  /** Everything outside and including the root, in order. */
  readonly nodes: readonly XmlNode[]
  /** Errors of well-formedness, in file order. After each the reading goes on where sense can be made of the rest. */
  readonly issues: readonly Issue[]
}

/**
 * XML 1.0 with positions. Only the five predefined entities and character references are known; a document type may name an external
 * subset, which is never fetched, but may not declare anything (`doctype-not-allowed`).
 */
export function parseXml(text: string): XmlTree {
  const cursor: Cursor = { text, at: 0, values: 0, issues: [], nodes: [], open: [], amp: -1, hasRoot: false, isStopped: false }
  const control = text.search(FORBIDDEN)
  if (control >= 0) fail(cursor, 'control-character', control, control + 1, {})
  while (cursor.at < text.length && !cursor.isStopped) readNext(cursor)
  for (let left = cursor.open.pop(); left !== undefined; left = cursor.open.pop()) {
    if (!cursor.isStopped) fail(cursor, 'unclosed', left.start, left.openEnd, { opener: `<${left.name}>` })
    left.end = left.closeStart = text.length
  }
  const root = cursor.nodes.find((node) => node.kind === 'element') ?? null
  if (root === null && cursor.issues.length === 0) {
    if (text.trim() === '') fail(cursor, 'empty-file', 0, 0, {})
    else fail(cursor, 'expected-text', text.length, text.length, { wanted: '<…>' })
  }
  return { root, nodes: cursor.nodes, issues: cursor.issues.toSorted((a, b) => a.span.start - b.span.start) }
}

/** The value of an attribute, or null where the element has none of that name. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return findAttribute(element, name)?.value ?? null
}

export function findAttribute(element: XmlElement, name: string): XmlAttribute | null {
  return element.attributes.find((attribute) => attribute.name === name) ?? null
}

/** The child elements, all or those of one name. */
export function childElements(element: XmlElement, name?: string): readonly XmlElement[] {
  const found: XmlElement[] = []
  for (const child of element.children) {
    if (child.kind === 'element' && (name === undefined || child.name === name)) found.push(child)
  }
  return found
}

/** The first child element of a name, or null. */
export function childElement(element: XmlElement, name: string): XmlElement | null {
  for (const child of element.children) if (child.kind === 'element' && child.name === name) return child
  return null
}

/** What stands between the tags. */
export function innerSpan(element: XmlElement): { readonly start: number; readonly end: number } {
  return { start: element.openEnd, end: element.closeStart }
}

/** An element while its end has not been seen. */
type OpenElement = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { readonly children: XmlNode[] }

type Cursor = {
  readonly text: string
  at: number
  values: number
  readonly issues: Issue[]
  readonly nodes: XmlNode[]
  readonly open: OpenElement[]
  /** The next `&` at or after the place last looked from, so that looking stays linear. */
  amp: number
  hasRoot: boolean
  isStopped: boolean
}

/** What XML 1.0 calls no character; tab, line feed and carriage return are. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const NAME = /[A-Za-z_:\u00b7-\uffff][-.\w:\u00b7-\uffff]*/y
const ATTRIBUTE = /([ \t\r\n]+)([A-Za-z_:\u00b7-\uffff][-.\w:\u00b7-\uffff]*)[ \t\r\n]*=[ \t\r\n]*(?:"[^<"]*"|'[^<']*')/y
const TAG_END = /[ \t\r\n]*(\/?>)/y
const END_TAG = /<\/([^<>\s]*)[ \t\r\n]*>/y
const QUOTED_OR_MARK = /["'[\]<>]/g

function fail(cursor: Cursor, code: FileIssueCode, start: number, end: number, params: Readonly<Record<string, string | number>>): void {
  if (cursor.issues.length >= LIMITS.warnings) return
  const limit = cursor.text.length
  cursor.issues.push({ code, severity: 'error', span: { start: Math.min(start, limit), end: Math.min(end, limit) }, params })
}

function readNext(cursor: Cursor): void {
  const { text, at } = cursor
  if (text.charCodeAt(at) !== 60) {
    const next = text.indexOf('<', at)
    readText(cursor, at, next < 0 ? text.length : next)
    return
  }
  switch (text[at + 1]) {
    case '/':
      readEndTag(cursor)
      return
    case '?':
      readUntil(cursor, 'instruction', '<?', '?>')
      return
    case '!':
      readMarkup(cursor)
      return
    default:
      readStartTag(cursor)
  }
}

function add(cursor: Cursor, node: XmlNode): void {
  if (++cursor.values > LIMITS.values) {
    fail(cursor, 'too-many-values', node.start, node.start + 1, {})
    cursor.isStopped = true
    return
  }
  const parent = cursor.open.at(-1)
  if (parent === undefined) cursor.nodes.push(node)
  else parent.children.push(node)
}

function readText(cursor: Cursor, start: number, end: number): void {
  const { text } = cursor
  cursor.at = end
  for (;;) {
    if (cursor.amp < start) {
      const amp = text.indexOf('&', start)
      cursor.amp = amp < 0 ? text.length : amp
    }
    if (cursor.amp >= end) break
    checkReference(cursor, cursor.amp)
    const next = text.indexOf('&', cursor.amp + 1)
    cursor.amp = next < 0 ? text.length : next
  }
  if (cursor.open.length === 0) {
    const found = text.slice(start, end).trim()
    if (found !== '') fail(cursor, 'unexpected-text', start, end, { found: found.slice(0, 40) })
  }
  add(cursor, { kind: 'text', start, end })
}

function checkReference(cursor: Cursor, at: number): void {
  const found = xmlReferenceError(cursor.text, at)
  if (found !== null) fail(cursor, 'unknown-entity', at, at + found.length, { found })
}

function readUntil(cursor: Cursor, kind: XmlOther['kind'], opener: string, closer: string): void {
  const { text, at } = cursor
  const close = text.indexOf(closer, at + opener.length)
  if (close < 0) fail(cursor, 'unclosed', at, at + opener.length, { opener })
  cursor.at = close < 0 ? text.length : close + closer.length
  add(cursor, { kind, start: at, end: cursor.at })
}

function readMarkup(cursor: Cursor): void {
  const { text, at } = cursor
  if (text.startsWith('<!--', at)) {
    readUntil(cursor, 'comment', '<!--', '-->')
    return
  }
  if (text.startsWith('<![CDATA[', at)) {
    const close = text.indexOf(']]>', at + 9)
    if (close < 0) fail(cursor, 'unclosed', at, at + 9, { opener: '<![CDATA[' })
    if (cursor.open.length === 0) fail(cursor, 'unexpected-text', at, at + 9, { found: '<![CDATA[' })
    cursor.at = close < 0 ? text.length : close + 3
    const contentEnd = close < 0 ? text.length : close
    add(cursor, { kind: 'cdata', start: at, end: cursor.at, contentStart: at + 9, contentEnd })
    return
  }
  if (text.startsWith('<!DOCTYPE', at)) {
    if (cursor.open.length > 0 || cursor.hasRoot) fail(cursor, 'bad-tag', at, at + 9, { found: '<!DOCTYPE' })
    readDoctype(cursor)
    return
  }
  badTag(cursor, at)
}

function readDoctype(cursor: Cursor): void {
  const { text, at: start } = cursor
  let isInside = false
  QUOTED_OR_MARK.lastIndex = start + 9
  for (let match = QUOTED_OR_MARK.exec(text); match !== null; match = QUOTED_OR_MARK.exec(text)) {
    const mark = match[0]
    if (mark === '"' || mark === "'") {
      const close = text.indexOf(mark, match.index + 1)
      if (close < 0) break
      QUOTED_OR_MARK.lastIndex = close + 1
    } else if (mark === '[') {
      isInside = true
    } else if (mark === ']') {
      isInside = false
    } else if (mark === '<' && isInside) {
      fail(cursor, 'doctype-not-allowed', match.index, match.index + 1, {})
      cursor.isStopped = true
      return
    } else if (mark === '>' && !isInside) {
      cursor.at = match.index + 1
      add(cursor, { kind: 'doctype', start, end: cursor.at })
      return
    }
  }
  fail(cursor, 'unclosed', start, start + 9, { opener: '<!DOCTYPE' })
  cursor.at = text.length
}

/** What begins like a tag and is none stays as text, so that the rest can still be read. */
function badTag(cursor: Cursor, at: number): void {
  const { text } = cursor
  const found = /^<[^\s<>]{0,40}>?/.exec(text.slice(at, at + 45))?.[0] ?? '<'
  fail(cursor, 'bad-tag', at, at + found.length, { found })
  const next = text.indexOf('<', at + 1)
  readText(cursor, at, next < 0 ? text.length : next)
}

function readStartTag(cursor: Cursor): void {
  const { text, at: start } = cursor
  NAME.lastIndex = start + 1
  const name = NAME.exec(text)?.[0]
  if (name === undefined) {
    badTag(cursor, start)
    return
  }
  cursor.at = start + 1 + name.length
  const attributes = readAttributes(cursor)
  if (cursor.isStopped) return
  TAG_END.lastIndex = cursor.at
  const end = TAG_END.exec(text)
  if (end === null) skipBrokenTag(cursor, start, name)
  else cursor.at = TAG_END.lastIndex
  const isSelfClosing = end?.[1] === '/>' || text[cursor.at - 2] === '/'
  if (cursor.open.length === 0 && cursor.hasRoot) fail(cursor, 'bad-tag', start, cursor.at, { found: `<${name}>` })
  cursor.hasRoot = true
  const openEnd = cursor.at
  const element: OpenElement = {
    kind: 'element',
    name,
    start,
    end: openEnd,
    openEnd,
    closeStart: openEnd,
    isSelfClosing,
    attributes,
    children: isSelfClosing ? NOTHING : [],
  }
  add(cursor, element)
  if (isSelfClosing || cursor.isStopped) return
  if (cursor.open.length >= LIMITS.nesting) {
    fail(cursor, 'too-deep', start, openEnd, {})
    cursor.isStopped = true
    return
  }
  cursor.open.push(element)
}

/** Nothing is ever put into an element that is closed at once: one list serves them all. */
const NOTHING: XmlNode[] = []

function readAttributes(cursor: Cursor): readonly XmlAttribute[] {
  const { text } = cursor
  const attributes: XmlAttribute[] = []
  ATTRIBUTE.lastIndex = cursor.at
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const end = ATTRIBUTE.lastIndex
    const [, blanks = '', name = ''] = match
    const start = cursor.at + blanks.length
    const quote = text[end - 1] === "'" ? "'" : '"'
    const valueStart = text.indexOf(quote, start + name.length) + 1
    const valueEnd = end - 1
    for (let amp = indexBefore(text, '&', valueStart, valueEnd); amp >= 0; amp = indexBefore(text, '&', amp + 1, valueEnd)) {
      checkReference(cursor, amp)
    }
    if (attributes.some((other) => other.name === name)) fail(cursor, 'unexpected-text', start, end, { found: name })
    attributes.push({ name, value: decodeXmlAttribute(text.slice(valueStart, valueEnd)), start, end, valueStart, valueEnd, quote })
    cursor.at = end
    if (++cursor.values > LIMITS.values || attributes.length > MOST_ATTRIBUTES) {
      fail(cursor, 'too-many-values', start, end, {})
      cursor.isStopped = true
      break
    }
  }
  return attributes.length === 0 ? NO_ATTRIBUTES : attributes
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = []
/** Of one element: each is compared with those before it. */
const MOST_ATTRIBUTES = 1000

function indexBefore(text: string, wanted: string, from: number, end: number): number {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === wanted.charCodeAt(0)) return at
  return -1
}

/** A start tag that cannot be read to its end: the rest of it is passed over, at most up to the next tag. */
function skipBrokenTag(cursor: Cursor, start: number, name: string): void {
  const { text, at } = cursor
  const match = /[<>]/g
  match.lastIndex = at
  const mark = match.exec(text)
  if (mark === null) fail(cursor, 'unclosed', start, start + 1 + name.length, { opener: `<${name}` })
  else fail(cursor, 'bad-tag', at, mark.index, { found: text.slice(start, Math.min(mark.index + 1, start + 60)) })
  cursor.at = mark === null ? text.length : mark.index + (mark[0] === '>' ? 1 : 0)
}

function readEndTag(cursor: Cursor): void {
  const { text, at: start, open } = cursor
  END_TAG.lastIndex = start
  const match = END_TAG.exec(text)
  if (match === null) {
    badTag(cursor, start)
    return
  }
  const end = END_TAG.lastIndex
  cursor.at = end
  const name = match[1] ?? ''
  const level = open.findLastIndex((element) => element.name === name)
  if (level < 0) {
    fail(cursor, 'bad-tag', start, end, { found: `</${name}>` })
    return
  }
  while (open.length > level + 1) {
    const lost = open.pop()
    if (lost === undefined) break
    fail(cursor, 'unclosed', lost.start, lost.openEnd, { opener: `<${lost.name}>` })
    lost.end = lost.closeStart = start
  }
  const element = open.pop()
  if (element === undefined) return
  element.closeStart = start
  element.end = end
}
