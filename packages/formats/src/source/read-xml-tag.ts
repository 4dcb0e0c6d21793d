import { LIMITS } from '../limits.ts'
import { addXmlNode, checkXmlReference, failXml, type OpenXmlElement, type XmlCursor } from './xml-cursor.ts'
import { decodeXmlAttribute } from './xml-text.ts'
import type { XmlAttribute, XmlNode } from './xml-tree.ts'

/** A start tag with its attributes. False: no name follows the `<`. */
export function readXmlStartTag(cursor: XmlCursor): boolean {
  const { text, at: start } = cursor
  const nameEnd = endOfName(text, start + 1)
  if (nameEnd < 0) return false
  const name = text.slice(start + 1, nameEnd)
  cursor.at = nameEnd
  const attributes = readAttributes(cursor)
  if (cursor.isStopped) return true
  const mark = skipBlanks(text, cursor.at)
  const isSlash = text.charCodeAt(mark) === SLASH
  const close = isSlash ? mark + 1 : mark
  if (text.charCodeAt(close) === GREATER) cursor.at = close + 1
  else if (!skipBrokenTag(cursor, start, name)) return true
  const isSelfClosing = text.charCodeAt(cursor.at - 2) === SLASH && text.charCodeAt(cursor.at - 1) === GREATER
  if (cursor.open.length === 0 && cursor.hasRoot) failXml(cursor, 'bad-tag', start, cursor.at, { found: `<${name}>` })
  cursor.hasRoot = true
  const openEnd = cursor.at
  const element: OpenXmlElement = {
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
  addXmlNode(cursor, element)
  if (isSelfClosing || cursor.isStopped) return true
  if (cursor.open.length >= LIMITS.nesting) {
    failXml(cursor, 'too-deep', start, openEnd, {})
    cursor.isStopped = true
    return true
  }
  cursor.open.push(element)
  return true
}

/** An end tag, which closes what was left open within its element. False: it is not closed itself. */
export function readXmlEndTag(cursor: XmlCursor): boolean {
  const { text, at: start, open } = cursor
  const last = open[open.length - 1]
  // Nearly every end tag is that of the element opened last.
  if (last !== undefined && text.startsWith(last.name, start + 2) && text.charCodeAt(start + 2 + last.name.length) === GREATER) {
    open.pop()
    last.closeStart = start
    last.end = cursor.at = start + 3 + last.name.length
    return true
  }
  END_TAG.lastIndex = start
  const match = END_TAG.exec(text)
  if (match === null) return false
  const end = END_TAG.lastIndex
  cursor.at = end
  const name = match[1] ?? ''
  const level = open.findLastIndex((element) => element.name === name)
  if (level < 0) {
    failXml(cursor, 'bad-tag', start, end, { found: `</${name}>` })
    return true
  }
  while (open.length > level + 1) {
    const lost = open.pop()
    if (lost === undefined) break
    failXml(cursor, 'unclosed', lost.start, lost.openEnd, { opener: `<${lost.name}>` })
    lost.end = lost.closeStart = start
  }
  const element = open.pop()
  if (element === undefined) return true
  element.closeStart = start
  element.end = end
  return true
}

/** Tells of a `<`, or several, that begin no tag. The result is the place up to which they are text. */
export function readBadXmlTag(cursor: XmlCursor): number {
  const { text, at } = cursor
  BAD_TAG.lastIndex = at
  const found = BAD_TAG.exec(text)?.[0] ?? '<'
  failXml(cursor, 'bad-tag', at, at + found.length, { found })
  const next = text.indexOf('<', at + found.length)
  return next < 0 ? text.length : next
}

/** Nothing is ever put into an element that is closed at once: one list serves them all. */
const NOTHING: XmlNode[] = []
const NO_ATTRIBUTES: readonly XmlAttribute[] = []
/** Of one element: each is compared with those before it. */
const MOST_ATTRIBUTES = 1000

const END_TAG = /<\/([^<>\s]*)[ \t\r\n]*>/y
/** With the marks of a merge that was left undone. */
const BAD_TAG = /<{1,10}[^\s<>]{0,40}>?/y
const SLASH = 47
const EQUALS = 61
const LESS = 60
const GREATER = 62
const AMPERSAND = 38
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39

function readAttributes(cursor: XmlCursor): readonly XmlAttribute[] {
  let attributes: XmlAttribute[] | null = null
  for (let next = readAttribute(cursor); next !== null; next = readAttribute(cursor)) {
    attributes ??= []
    for (const { name } of attributes) {
      if (name === next.name) failXml(cursor, 'unexpected-text', next.start, next.end, { found: name })
    }
    attributes.push(next)
    if (++cursor.values > LIMITS.values || attributes.length > MOST_ATTRIBUTES) {
      failXml(cursor, 'too-many-values', next.start, next.end, {})
      cursor.isStopped = true
      break
    }
  }
  return attributes ?? NO_ATTRIBUTES
}

/** The next attribute, or null where none can be read: the cursor stays. */
function readAttribute(cursor: XmlCursor): XmlAttribute | null {
  const { text } = cursor
  const start = skipBlanks(text, cursor.at)
  if (start === cursor.at) return null
  const nameEnd = endOfName(text, start)
  if (nameEnd < 0) return null
  const equals = skipBlanks(text, nameEnd)
  if (text.charCodeAt(equals) !== EQUALS) return null
  const open = skipBlanks(text, equals + 1)
  const mark = text.charCodeAt(open)
  if (mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE) return null
  const valueStart = open + 1
  const { length } = text
  let valueEnd = valueStart
  let isPlain = true
  for (; valueEnd < length; valueEnd++) {
    const code = text.charCodeAt(valueEnd)
    if (code === mark || code === LESS) break
    if (code === AMPERSAND || code < 32) isPlain = false
  }
  if (text.charCodeAt(valueEnd) !== mark) return null
  const raw = text.slice(valueStart, valueEnd)
  if (!isPlain) {
    for (let amp = raw.indexOf('&'); amp >= 0; amp = raw.indexOf('&', amp + 1)) checkXmlReference(cursor, valueStart + amp)
  }
  cursor.at = valueEnd + 1
  return {
    name: text.slice(start, nameEnd),
    value: isPlain ? raw : decodeXmlAttribute(raw),
    start,
    end: cursor.at,
    valueStart,
    valueEnd,
    quote: mark === SINGLE_QUOTE ? "'" : '"',
  }
}

/** Where the name at `at` ends (XML 1.0, 2.3, where nearly everything beyond ASCII may be in a name); -1: there is none. */
function endOfName(text: string, at: number): number {
  if ((kindOf(text.charCodeAt(at)) & NAME_START) === 0) return -1
  let end = at + 1
  while ((kindOf(text.charCodeAt(end)) & NAME_CHARACTER) !== 0) end++
  return end
}

const NAME_START = 1
const NAME_CHARACTER = 2
const KINDS = Uint8Array.from({ length: 0xb7 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[A-Za-z_:]/.test(char)) return NAME_START | NAME_CHARACTER
  return /[-.0-9]/.test(char) ? NAME_CHARACTER : 0
})

function kindOf(code: number): number {
  // Behind the end of the text the code is no number.
  return code >= KINDS.length ? NAME_START | NAME_CHARACTER : (KINDS[code] ?? 0)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13) return at
    at++
  }
}

/** A start tag that cannot be read to its end: the rest of it is passed over, at most up to the next tag. False: nothing comes behind it. */
function skipBrokenTag(cursor: XmlCursor, start: number, name: string): boolean {
  const { text, at } = cursor
  const match = /[<>]/g
  match.lastIndex = at
  const mark = match.exec(text)
  if (mark === null) failXml(cursor, 'unclosed', start, start + 1 + name.length, { opener: `<${name}` })
  else failXml(cursor, 'bad-tag', at, mark.index, { found: text.slice(start, Math.min(mark.index + 1, start + 60)) })
  cursor.at = mark === null ? text.length : mark.index + (mark[0] === '>' ? 1 : 0)
  return mark !== null
}
