import { withAttribute } from '../source/start-tag.ts'
import { encodeAttribute, printAttribute } from '../source/value-style.ts'
import type { XmlElement } from '../source/xml-tree.ts'
import { attributesOf, findAttribute } from '../source/xml-tree.ts'

/** New values of attributes; null removes an attribute. */
export type AttributeChanges = ReadonlyMap<string, string | null>

/**
 * Returns the start tag with its attributes changed, keeping quotes and whitespace; a new attribute comes
 * last. Characters that the charset of the file lacks are references.
 */
export function changeTag(
  text: string,
  element: XmlElement,
  changes: AttributeChanges,
  charset: string,
): string {
  let tag = text.slice(element.start, element.openEnd)
  const present = attributesOf(element).toReversed()
  for (const attribute of present) {
    const value = changes.get(attribute.name)
    if (value === undefined || value === attribute.value) continue
    if (value === null) {
      const before = tag.slice(0, attribute.start - element.start).trimEnd()
      tag = before + tag.slice(attribute.end - element.start)
    } else {
      const start = attribute.valueStart - element.start
      tag =
        tag.slice(0, start) +
        encodeAttribute(value, { quote: attribute.quote, charset }) +
        tag.slice(attribute.valueEnd - element.start)
    }
  }
  const quote = attributesOf(element)[0]?.quote ?? '"'
  for (const [name, value] of changes) {
    if (value === null || findAttribute(element, name) !== null) continue
    tag = withAttribute(tag, printAttribute(name, value, { quote, charset }))
  }
  return tag
}

/** Returns the blanks before `at` on its line, or null if something else is there. */
export function indentAt(text: string, at: number): string | null {
  let start = at
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--
  const isLineStart = text[start - 1] === '\n' || text[start - 1] === '\r'
  return isLineStart ? text.slice(start, at) : null
}

/** Returns a range, extended to whole lines if nothing else is on them. */
export function wholeLines(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const indent = indentAt(text, start)
  const rest = /[ \t]*(?:\r\n|[\r\n])/y
  rest.lastIndex = end
  return indent !== null && rest.test(text)
    ? { start: start - indent.length, end: rest.lastIndex }
    : { start, end }
}
