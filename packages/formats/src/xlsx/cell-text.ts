import { firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'

/**
 * Returns the text of a string item (ISO/IEC 29500-1, 18.4.8): all runs of rich text, without the readings
 * (`rPh`) above the characters.
 */
export function stringOf(file: string, item: XmlElement): string {
  const parts: string[] = []
  for (let child = firstElement(item); child !== null; child = nextElement(child)) {
    const name = child.name.slice(child.name.indexOf(':') + 1)
    if (name === 't') parts.push(unescapeXstring(readXmlValue(file, child) ?? ''))
    if (name === 'r') parts.push(stringOf(file, child))
  }
  return parts.join('')
}

/**
 * Decodes `_x000D_`, which represents a character that XML or a cell cannot contain (ISO/IEC 29500-1,
 * 22.9.2.19 ST_Xstring).
 */
export function unescapeXstring(raw: string): string {
  if (!raw.includes('_x')) return raw
  return raw.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Escapes `text` for `<t>`; an `_` that would look like the start of an escape is escaped itself. */
export function escapeXstring(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(UNUSUAL, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The maximum number of characters in a cell, by Excel's documentation. */
export const MOST_CELL_CHARACTERS = 32_767

const UNUSUAL = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g
