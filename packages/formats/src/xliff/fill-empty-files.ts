import { type Edit, splice } from '@dragoman/core'
import { localName } from '../source/inline-text.ts'
import { eolOf } from '../source/line-ends.ts'
import { parseXml } from '../source/parse-xml.ts'
import { openTag } from '../source/start-tag.ts'
import { childElements } from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { indentAt } from './element-edit.ts'
import { openXliff } from './read-xliff.ts'

/**
 * Adds an empty group to a `<file>` that lost its last unit: XLIFF 2.0, 4.2.2.2 requires a unit or a group.
 */
export function fillEmptyFiles(text: string, dialect: Dialect): string {
  const { session } = openXliff(parseXml(text), dialect)
  if (session === null) return text
  const { prefix } = session.syntax
  const edits: Edit[] = []
  for (const { element } of session.layout.files) {
    const hasContent = childElements(element).some((child) =>
      ['unit', 'group'].includes(localName(child.name, prefix) ?? ''),
    )
    if (hasContent) continue
    const group = `<${prefix}group id="empty"/>`
    const indent = indentAt(text, element.start)
    const eol = eolOf(text) ?? '\n'
    const inner = indent === null ? group : `${eol}${indent}${indent === '' ? '  ' : indent}${group}`
    if (element.isSelfClosing) {
      const opened = openTag(text.slice(element.start, element.openEnd))
      edits.push({
        span: { start: element.start, end: element.end },
        text: `${opened}${inner}${indent === null ? '' : eol + indent}</${element.name}>`,
      })
      continue
    }
    const at = childElements(element).at(-1)?.end ?? element.openEnd
    edits.push({ span: { start: at, end: at }, text: inner })
  }
  return splice(text, edits)
}
