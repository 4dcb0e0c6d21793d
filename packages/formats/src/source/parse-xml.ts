import { readXmlInstruction, readXmlMarkup } from './read-xml-markup.ts'
import { readBadXmlTag, readXmlEndTag, readXmlStartTag } from './read-xml-tag.ts'
import { sortIssues } from './warnings.ts'
import {
  checkXmlReference,
  closeXmlElement,
  countXmlValue,
  failUnclosed,
  failXml,
  type XmlCursor,
} from './xml-cursor.ts'
import { ELEMENT, KIND, KIND_MASK, NEXT, newXmlTable, nodeField } from './xml-table.ts'
import { elementAt, type XmlElement, type XmlTree } from './xml-tree.ts'

// Our own scanner: parsers with positions have them for tags at most, not for attribute values, quotes and
// references.

/**
 * Parses XML 1.0 with positions. Only the five predefined entities and character references are supported; a
 * document type can name an external subset, which is never fetched, but cannot declare anything
 * (`doctype-not-allowed`).
 */
export function parseXml(text: string): XmlTree {
  const table = newXmlTable(text)
  const cursor: XmlCursor = {
    text,
    at: 0,
    values: 0,
    issues: [],
    table,
    open: [],
    amp: -1,
    cdataEnd: -1,
    hasRoot: false,
    hasDoctype: false,
    isStopped: false,
  }
  const control = text.search(FORBIDDEN)
  if (control >= 0) failXml(cursor, 'control-character', control, control + 1, {})
  while (cursor.at < text.length && !cursor.isStopped) readNext(cursor)
  for (let left = cursor.open.pop(); left !== undefined; left = cursor.open.pop()) {
    if (!cursor.isStopped) failUnclosed(cursor, elementAt(table, left))
    closeXmlElement(cursor, left, text.length, text.length)
  }
  const root = rootOf(cursor)
  if (root === null && cursor.issues.length === 0) {
    if (text.trim() === '') failXml(cursor, 'empty-file', 0, 0, {})
    else failXml(cursor, 'expected-text', text.length, text.length, { wanted: '<…>' })
  }
  return { table, root, issues: sortIssues(cursor.issues) }
}

function rootOf({ table }: XmlCursor): XmlElement | null {
  for (let at = 0; at < table.nodeCount; at = nodeField(table, at, NEXT)) {
    if ((nodeField(table, at, KIND) & KIND_MASK) === ELEMENT) return elementAt(table, at)
  }
  return null
}

/** Code points that are not characters in XML 1.0; tab, line feed and carriage return are. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

function readNext(cursor: XmlCursor): void {
  const { text, at } = cursor
  if (text.charCodeAt(at) !== LESS) {
    const next = text.indexOf('<', at)
    readText(cursor, at, next < 0 ? text.length : next)
    return
  }
  switch (text.charCodeAt(at + 1)) {
    case SLASH:
      if (!readXmlEndTag(cursor)) readBroken(cursor)
      return
    case QUESTION:
      readXmlInstruction(cursor)
      return
    case EXCLAMATION:
      if (!readXmlMarkup(cursor)) readBroken(cursor)
      return
    default:
      if (!readXmlStartTag(cursor)) readBroken(cursor)
  }
}

const LESS = 60
const SLASH = 47
const QUESTION = 63
const EXCLAMATION = 33

function readText(cursor: XmlCursor, start: number, end: number): void {
  if (cursor.open.length === 0) {
    const found = cursor.text.slice(start, end).trim()
    if (found !== '') failXml(cursor, 'unexpected-text', start, end, { found: found.slice(0, 40) })
  }
  // XML 1.0, 2.4: only a CDATA section ends like this.
  if (cursor.cdataEnd < start) cursor.cdataEnd = cdataEndFrom(cursor.text, start)
  if (cursor.cdataEnd < end)
    failXml(cursor, 'unexpected-text', cursor.cdataEnd, cursor.cdataEnd + 3, { found: ']]>' })
  takeText(cursor, start, end)
}

/** Keeps an invalid tag as text, so that the rest can still be read. */
function readBroken(cursor: XmlCursor): void {
  const start = cursor.at
  takeText(cursor, start, readBadXmlTag(cursor))
}

function takeText(cursor: XmlCursor, start: number, end: number): void {
  const { text } = cursor
  cursor.at = end
  // Not in the loop: V8 hoists a search whose position does not change out of a loop, and would run it for
  // every text of the file.
  if (cursor.amp < start) cursor.amp = ampersandFrom(text, start)
  while (cursor.amp < end) {
    checkXmlReference(cursor, cursor.amp)
    cursor.amp = ampersandFrom(text, cursor.amp + 1)
  }
  countXmlValue(cursor, start)
}

function cdataEndFrom(text: string, from: number): number {
  const at = text.indexOf(']]>', from)
  return at < 0 ? text.length : at
}

function ampersandFrom(text: string, from: number): number {
  const at = text.indexOf('&', from)
  return at < 0 ? text.length : at
}
