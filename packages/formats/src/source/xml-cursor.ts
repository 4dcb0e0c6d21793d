import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import { xmlReferenceError } from './xml-text.ts'
import type { XmlElement, XmlNode } from './xml-tree.ts'

/** How far a text has been read, and what has been found so far. */
export type XmlCursor = {
  readonly text: string
  at: number
  values: number
  readonly issues: Issue[]
  readonly nodes: XmlNode[]
  readonly open: OpenXmlElement[]
  /** The next `&` at or after the place last looked from, so that looking stays linear. */
  amp: number
  hasRoot: boolean
  isStopped: boolean
}

/** An element while its end has not been seen. */
export type OpenXmlElement = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { readonly children: XmlNode[] }

export function failXml(
  cursor: XmlCursor,
  code: FileIssueCode,
  start: number,
  end: number,
  params: Readonly<Record<string, string | number>>,
): void {
  if (cursor.issues.length >= LIMITS.warnings) return
  const limit = cursor.text.length
  cursor.issues.push({ code, severity: 'error', span: { start: Math.min(start, limit), end: Math.min(end, limit) }, params })
}

/** Puts a node where it belongs; too many of them end the reading. */
export function addXmlNode(cursor: XmlCursor, node: XmlNode): void {
  if (++cursor.values > LIMITS.values) {
    failXml(cursor, 'too-many-values', node.start, node.start + 1, {})
    cursor.isStopped = true
    return
  }
  const parent = cursor.open[cursor.open.length - 1]
  if (parent === undefined) cursor.nodes.push(node)
  else parent.children.push(node)
}

/** Tells of an ampersand at `at` that begins no reference. */
export function checkXmlReference(cursor: XmlCursor, at: number): void {
  if (cursor.issues.length >= LIMITS.warnings) return
  const found = xmlReferenceError(cursor.text, at)
  if (found !== null) failXml(cursor, 'unknown-entity', at, at + found.length, { found })
}
