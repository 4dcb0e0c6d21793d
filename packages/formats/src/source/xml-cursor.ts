import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { CLOSE_START, END, NEXT, pushNode, setNodeField, type XmlTable } from './xml-table.ts'
import { xmlReferenceError } from './xml-text.ts'
import type { XmlElement } from './xml-tree.ts'

/** The position up to which a text has been read, and the results so far. */
export type XmlCursor = {
  readonly text: string
  at: number
  values: number
  readonly issues: Issue[]
  readonly table: XmlTable
  /** The open elements, by their index in the table. */
  readonly open: number[]
  /** The next `&` at or after the last search position, so that searching stays linear. */
  amp: number
  /** The next `]]>`, in the same way. */
  cdataEnd: number
  hasRoot: boolean
  hasDoctype: boolean
  isStopped: boolean
}

export function failXml(
  cursor: XmlCursor,
  code: FileIssueCode,
  start: number,
  end: number,
  params: Readonly<Record<string, string | number>>,
): void {
  if (cursor.issues.length >= FILE_LIMITS.warnings) return
  const limit = cursor.text.length
  cursor.issues.push({
    code,
    severity: 'error',
    span: { start: Math.min(start, limit), end: Math.min(end, limit) },
    params,
  })
}

export function failUnclosed(cursor: XmlCursor, { name, start, openEnd }: XmlElement): void {
  failXml(cursor, 'unclosed', start, openEnd, { opener: `<${name}>` })
}

/** Stops reading: the text after `at` is not examined. */
export function stopXml(cursor: XmlCursor, at: number): void {
  cursor.isStopped = true
  cursor.table.readEnd = Math.min(cursor.table.readEnd, at)
}

/** Counts a value, which takes memory; false: it exceeds the limit, which stops reading. */
export function countXmlValue(cursor: XmlCursor, start: number): boolean {
  if (++cursor.values <= FILE_LIMITS.values) return true
  failXml(cursor, 'too-many-values', start, start + 1, {})
  stopXml(cursor, start)
  return false
}

/** Adds a node; returns its index in the table, or -1 over the limit. */
export function addXmlNode(
  cursor: XmlCursor,
  kind: number,
  start: number,
  end: number,
  attributes: number,
): number {
  if (!countXmlValue(cursor, start)) return -1
  return pushNode(cursor.table, kind, start, end, cursor.open[cursor.open.length - 1] ?? -1, attributes)
}

/** Records the end of an element, and that nodes added since its start are inside. */
export function closeXmlElement({ table }: XmlCursor, at: number, closeStart: number, end: number): void {
  setNodeField(table, at, CLOSE_START, closeStart)
  setNodeField(table, at, END, end)
  setNodeField(table, at, NEXT, table.nodeCount)
}

/** Reports an ampersand at `at` that starts no reference. */
export function checkXmlReference(cursor: XmlCursor, at: number): void {
  if (cursor.issues.length >= FILE_LIMITS.warnings) return
  const found = xmlReferenceError(cursor.text, at)
  if (found !== null) failXml(cursor, 'unknown-entity', at, at + found.length, { found })
}
