import { isXmlCharacter } from '@dragoman/core'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { childrenOf, type DraftElement } from '../source/xml-draft.ts'
import { escapeXmlText, type XmlStyle } from '../source/xml-style.ts'
import { attributeOf, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue, writeXmlValue } from '../source/xml-value.ts'

/**
 * Returns the text of an element of a TS file: characters, and `<byte value="x1b"/>` for those that XML
 * cannot write. Null if it has other elements, like `<lengthvariant>`.
 */
export function readQtText(file: string, element: XmlElement): string | null {
  const text = readXmlValue(file, element, (child) =>
    child.name === 'byte' ? byteOf(attributeOf(child, 'value') ?? '') : null,
  )
  // `<byte>` can produce half a surrogate pair.
  return text === null ? null : withoutLoneSurrogates(text)
}

/**
 * Returns the raw content for `text`, in the style of the content of `element`. Null for a lone surrogate or
 * U+0000.
 */
export function writeQtText(element: DraftElement | null, text: string, style: XmlStyle): string | null {
  const hasElements =
    element !== null &&
    childrenOf(element).some((child) => child.kind === 'element' || child.raw.includes('<byte'))
  const plain = hasElements ? null : writeXmlValue(element, text, style)
  if (plain !== null) return plain
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) return null
  const out: string[] = []
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    if (at < text.length && (isXmlCharacter(code) || (code >= 0xd800 && code <= 0xdfff))) continue
    const raw = escapeXmlText(text.slice(from, at), style)
    if (raw === null) return null
    out.push(raw)
    if (at < text.length) out.push(`<byte value="x${code.toString(16)}"/>`)
    from = at + 1
  }
  return out.join('')
}

/** As lupdate writes them (protect() of ts.cpp). */
export const QT_REFERENCES: ReadonlyMap<string, string> = new Map([
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['>', '&gt;'],
  ['\u00a0', '&#xa0;'],
])

function byteOf(value: string): string | null {
  const match = /^(?:x([0-9a-fA-F]{1,4})|([0-9]{1,5}))$/.exec(value)
  if (match === null) return null
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  return code > 0 && code <= 0xffff ? String.fromCharCode(code) : null
}
