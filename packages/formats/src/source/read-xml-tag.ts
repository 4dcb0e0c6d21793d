import { FILE_LIMITS } from '../limits/limits.ts'
import {
  addXmlNode,
  checkXmlReference,
  closeXmlElement,
  failUnclosed,
  failXml,
  stopXml,
  type XmlCursor,
} from './xml-cursor.ts'
import {
  NAME_START as ATTRIBUTE_START,
  attributeField,
  ELEMENT,
  KIND,
  NAME_END,
  NAME_SHIFT,
  nodeField,
  pushAttribute,
  SELF_CLOSING,
  START,
  STRAY,
  type XmlTable,
} from './xml-table.ts'
import { elementAt } from './xml-tree.ts'

/** Reads a start tag with its attributes. False: no name follows the `<`. */
export function readXmlStartTag(cursor: XmlCursor): boolean {
  const { text, at: start, table } = cursor
  const nameEnd = endOfName(text, start + 1)
  if (nameEnd < 0) return false
  const firstAttribute = table.attributeCount
  cursor.at = nameEnd
  readAttributes(cursor, start, firstAttribute)
  if (cursor.isStopped) return dropTag(cursor, start, firstAttribute)
  const mark = skipBlanks(text, cursor.at)
  const close = text.charCodeAt(mark) === SLASH ? mark + 1 : mark
  if (text.charCodeAt(close) === GREATER) cursor.at = close + 1
  else if (!skipBrokenTag(cursor, start, nameEnd)) return dropTag(cursor, start, firstAttribute)
  const isSelfClosing = text.charCodeAt(cursor.at - 2) === SLASH && text.charCodeAt(cursor.at - 1) === GREATER
  if (cursor.open.length === 0 && cursor.hasRoot)
    failXml(cursor, 'bad-tag', start, cursor.at, { found: `<${text.slice(start + 1, nameEnd)}>` })
  cursor.hasRoot = true
  const kind = ELEMENT | (isSelfClosing ? SELF_CLOSING : 0) | ((nameEnd - start - 1) << NAME_SHIFT)
  const element = addXmlNode(cursor, kind, start, cursor.at, firstAttribute)
  if (element < 0) return dropTag(cursor, start, firstAttribute)
  if (isSelfClosing) return true
  if (cursor.open.length >= FILE_LIMITS.nesting) {
    failXml(cursor, 'too-deep', start, cursor.at, {})
    stopXml(cursor, cursor.at)
    return true
  }
  cursor.open.push(element)
  return true
}

/** Reads an end tag, which also closes unclosed elements inside its own. False: it is unclosed itself. */
export function readXmlEndTag(cursor: XmlCursor): boolean {
  const { text, at: start, open, table } = cursor
  const last = open[open.length - 1]
  // Nearly every end tag is that of the element opened last.
  const plainEnd = last === undefined ? -1 : endOfSameName(table, last, start + 2)
  if (last !== undefined && plainEnd >= 0 && text.charCodeAt(plainEnd) === GREATER) {
    open.pop()
    cursor.at = plainEnd + 1
    closeXmlElement(cursor, last, start, cursor.at)
    return true
  }
  END_TAG.lastIndex = start
  const match = END_TAG.exec(text)
  if (match === null) return false
  const end = END_TAG.lastIndex
  cursor.at = end
  const name = match[1] ?? ''
  const level = open.findLastIndex((element) => elementAt(table, element).name === name)
  if (level < 0) {
    failXml(cursor, 'bad-tag', start, end, { found: `</${name}>` })
    addXmlNode(cursor, STRAY, start, end, table.attributeCount)
    return true
  }
  while (open.length > level + 1) {
    const lost = open.pop()
    if (lost === undefined) break
    failUnclosed(cursor, elementAt(table, lost))
    closeXmlElement(cursor, lost, start, start)
  }
  const element = open.pop()
  if (element !== undefined) closeXmlElement(cursor, element, start, end)
  return true
}

/** Reports one or several `<` that start no tag. Returns the position up to which they are text. */
export function readBadXmlTag(cursor: XmlCursor): number {
  const { text, at } = cursor
  BAD_TAG.lastIndex = at
  const found = BAD_TAG.exec(text)?.[0] ?? '<'
  failXml(cursor, 'bad-tag', at, at + found.length, { found })
  const next = text.indexOf('<', at + found.length)
  return next < 0 ? text.length : next
}

/** Per element, because each is compared with those before it. */
const MOST_ATTRIBUTES = 1000

const END_TAG = /<\/([^<>\s]*)[ \t\r\n]*>/y
/** Also matches conflict markers of an unfinished merge. */
const BAD_TAG = /<{1,10}[^\s<>]{0,40}>?/y
const SLASH = 47
const EQUALS = 61
const LESS = 60
const GREATER = 62
const AMPERSAND = 38
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39

/** Drops the data recorded for an invalid tag: the text, or the reading, ends inside it. */
function dropTag({ table }: XmlCursor, start: number, firstAttribute: number): true {
  table.attributeCount = firstAttribute
  table.readEnd = Math.min(table.readEnd, start)
  return true
}

function readAttributes(cursor: XmlCursor, tag: number, first: number): void {
  const { table } = cursor
  while (readAttribute(cursor)) {
    const attribute = table.attributeCount - 1
    const start = attributeField(table, attribute, ATTRIBUTE_START)
    for (let other = first; other < attribute; other++) {
      if (isSameName(table, other, attribute)) {
        failXml(cursor, 'unexpected-text', start, cursor.at, {
          found: cursor.text.slice(start, attributeField(table, attribute, NAME_END)),
        })
      }
    }
    if (++cursor.values > FILE_LIMITS.values || attribute - first >= MOST_ATTRIBUTES) {
      failXml(cursor, 'too-many-values', start, cursor.at, {})
      stopXml(cursor, tag)
      return
    }
  }
}

function isSameName(table: XmlTable, a: number, b: number): boolean {
  const start = attributeField(table, a, ATTRIBUTE_START)
  const other = attributeField(table, b, ATTRIBUTE_START)
  const length = attributeField(table, a, NAME_END) - start
  return length === attributeField(table, b, NAME_END) - other && isSameText(table.text, start, other, length)
}

function isSameText(text: string, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (text.charCodeAt(a + i) !== text.charCodeAt(b + i)) return false
  return true
}

/** Returns the end of the name at `from` if it is that of an element; -1 if it differs. */
function endOfSameName(table: XmlTable, element: number, from: number): number {
  const length = nodeField(table, element, KIND) >> NAME_SHIFT
  return isSameText(table.text, nodeField(table, element, START) + 1, from, length) ? from + length : -1
}

/** Reads the next attribute into the table. False: there is none, and the cursor stays. */
function readAttribute(cursor: XmlCursor): boolean {
  const { text } = cursor
  const start = skipBlanks(text, cursor.at)
  if (start === cursor.at) return false
  const nameEnd = endOfName(text, start)
  if (nameEnd < 0) return false
  const equals = skipBlanks(text, nameEnd)
  if (text.charCodeAt(equals) !== EQUALS) return false
  const open = skipBlanks(text, equals + 1)
  const mark = text.charCodeAt(open)
  if (mark !== DOUBLE_QUOTE && mark !== SINGLE_QUOTE) return false
  const valueStart = open + 1
  const { length } = text
  let valueEnd = valueStart
  let hasReferences = false
  for (; valueEnd < length; valueEnd++) {
    const code = text.charCodeAt(valueEnd)
    if (code === mark || code === LESS) break
    if (code === AMPERSAND) hasReferences = true
  }
  if (text.charCodeAt(valueEnd) !== mark) return false
  if (hasReferences) {
    for (let amp = valueStart; amp < valueEnd; amp++)
      if (text.charCodeAt(amp) === AMPERSAND) checkXmlReference(cursor, amp)
  }
  cursor.at = valueEnd + 1
  pushAttribute(cursor.table, start, nameEnd, valueStart, valueEnd)
  return true
}

/**
 * Returns the end of the name at `at` (XML 1.0, 2.3, where nearly everything beyond ASCII can be in a name);
 * -1 if there is none.
 */
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
  // Beyond the end of the text the code is NaN.
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

/** Skips the rest of an incomplete start tag, at most up to the next tag. False: nothing follows it. */
function skipBrokenTag(cursor: XmlCursor, start: number, nameEnd: number): boolean {
  const { text, at } = cursor
  const match = /[<>]/g
  match.lastIndex = at
  const mark = match.exec(text)
  if (mark === null) failXml(cursor, 'unclosed', start, nameEnd, { opener: text.slice(start, nameEnd) })
  else
    failXml(cursor, 'bad-tag', at, mark.index, {
      found: text.slice(start, Math.min(mark.index + 1, start + 60)),
    })
  cursor.at = mark === null ? text.length : mark.index + (mark[0] === '>' ? 1 : 0)
  return mark !== null
}
