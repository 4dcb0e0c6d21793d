import type { Entry } from '../format.ts'
import { eolOf } from './line-ends.ts'
import { type DraftElement, innerXml } from './xml-draft.ts'
import { cdataOf, escapeXmlText, requoteXmlText, type XmlStyle, xmlStyleOf } from './xml-style.ts'
import type { XmlTable } from './xml-table.ts'
import { decodeXmlCdata, decodeXmlText } from './xml-text.ts'
import { childNodes, elementStartingAt, hasOnlyText, type XmlElement } from './xml-tree.ts'

/**
 * Returns the text of an element, without comments within. `textOf` returns the text of a child element, by default null:
 * then the element has no text.
 */
export function readXmlValue(
  file: string,
  element: XmlElement,
  textOf: (child: XmlElement) => string | null = () => null,
): string | null {
  if (hasOnlyText(element)) return decodeXmlText(file.slice(element.openEnd, element.closeStart))
  const parts: string[] = []
  for (const child of childNodes(element)) {
    if (child.kind === 'text') parts.push(decodeXmlText(file.slice(child.start, child.end)))
    if (child.kind === 'cdata') parts.push(decodeXmlCdata(file.slice(child.contentStart, child.contentEnd)))
    if (child.kind !== 'element') continue
    const text = textOf(child)
    if (text === null) return null
    parts.push(text)
  }
  return parts.join('')
}

/**
 * Returns the raw content for `text`, in the style of the content of `element`. Null: XML 1.0 cannot write
 * it.
 */
export function writeXmlValue(element: DraftElement | null, text: string, style: XmlStyle): string | null {
  const old = element === null ? '' : innerXml(element)
  if (text === '' || old === '') return escapeXmlText(text, style)
  const hasMarkup = old.includes('<')
  if (!hasMarkup) return requoteXmlText(old, text, style)
  const own = xmlStyleOf([], { ...style, eol: eolOf(old) ?? style.eol })
  const section = old.includes('<![CDATA[') ? cdataOf(text, own) : null
  return section ?? escapeXmlText(text, own)
}

/** Returns the raw texts of the elements of entries. */
export function rawTexts(table: XmlTable, entries: ReadonlyMap<string, Entry>): readonly string[] {
  const raws: string[] = []
  for (const { span } of entries.values()) {
    const element = elementStartingAt(table, span.start)
    if (element !== null) raws.push(table.text.slice(element.openEnd, element.closeStart))
  }
  return raws
}
