import { isXmlCharacter } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { keptEnds } from './kept-ends.ts'
import { lazy } from './lazy.ts'
import { eolOf } from './line-ends.ts'
import { decodeXmlText } from './xml-text.ts'

/** The choices of a file, or of one value of it, if XML allows several spellings. */
export type XmlStyle = {
  /** Characters that are written as references without need, or that can be written in several ways. */
  readonly references: ReadonlyMap<string, string>
  /** How a line break within a text is written. */
  readonly eol: string
  readonly charset: string
}

/** Returns the style of raw texts of a file; anything they have no example of is taken from `base`. */
export function xmlStyleOf(raws: readonly string[], base: XmlStyle): XmlStyle {
  const references = new Map(base.references)
  for (const raw of raws) if (raw.includes('&')) noteReferences(raw, references)
  for (const char of references.keys()) {
    if (char !== '&' && char !== '<' && raws.some((raw) => raw.includes(char))) references.delete(char)
  }
  return { ...base, references }
}

/**
 * Returns the style of a file as far as it is relevant for a text to be written. If the text has no character
 * that the file or `base` writes as a reference, the file's own texts (`raws`) are not examined.
 */
export function styleFor(
  file: string,
  base: XmlStyle,
  raws: () => readonly string[],
): (text: string) => XmlStyle {
  const whole = lazy(() => xmlStyleOf(raws(), base))
  const referenced = lazy(() => [...base.references.keys(), ...referencedIn(file)])
  return (text) => (referenced().some((char) => text.includes(char)) ? whole() : base)
}

/** Escapes `text` as characters between tags. Null: XML 1.0 cannot write one of its characters. */
export function escapeXmlText(text: string, style: XmlStyle): string | null {
  const out: string[] = []
  let from = 0
  SPECIAL.lastIndex = 0
  const isPlain = style.charset.startsWith('utf-') && !hasUnusual(text, style)
  if (isPlain && !SPECIAL.test(text)) return text
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (!isXmlCharacter(code)) return null
    const char = String.fromCodePoint(code)
    const written = writeCharacter(char, text, at, style)
    if (written !== null) {
      out.push(text.slice(from, at), written)
      from = at + char.length
    }
    at += char.length - 1
  }
  out.push(text.slice(from))
  return out.join('')
}

/**
 * Escapes `text` for the quotes of an attribute. Line breaks and tabs become references, because they are not
 * preserved otherwise.
 */
export function escapeXmlAttribute(text: string, quote: '"' | "'", style: XmlStyle): string | null {
  const references = new Map(style.references)
  for (const [char, reference] of ATTRIBUTE_REFERENCES)
    references.set(char, references.get(char) ?? reference)
  references.delete(quote === '"' ? "'" : '"')
  references.set(quote, references.get(quote) ?? (quote === '"' ? '&quot;' : '&apos;'))
  return escapeXmlText(text, { ...style, references, eol: '&#10;' })
}

/**
 * Returns a CDATA section, or several if the text contains its end delimiter. Null: a character in it can
 * only be written as a reference.
 */
export function cdataOf(text: string, style: XmlStyle): string | null {
  if (text.includes('\r') || !isEncodable(text, style.charset)) return null
  for (const char of text) if (!isXmlCharacter(char.codePointAt(0) ?? 0)) return null
  const body = text.replaceAll(']]>', ']]]]><![CDATA[>')
  return `<![CDATA[${style.eol === '\n' ? body : body.replaceAll('\n', style.eol)}]]>`
}

/**
 * Returns the raw text of a value with its text replaced by `text`: the unchanged parts at both ends keep
 * their exact characters, and new text follows the value's own style before the file's.
 */
export function requoteXmlText(raw: string, text: string, style: XmlStyle): string | null {
  const tokens = raw.match(TOKEN) ?? []
  const values = tokens.map(decodeXmlText)
  const { head, tail, start, end } = keptEnds(values, text)
  const own = xmlStyleOf([raw], { ...style, eol: eolOf(raw) ?? style.eol })
  const middle = escapeXmlText(text.slice(start, end), own)
  if (middle === null) return null
  const out = tokens.slice(0, head).join('') + middle + tokens.slice(tail).join('')
  return out.includes(']]>') ? escapeXmlText(text, own) : out
}

const TOKEN = /&[^;\s&<]*;|\r\n?|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g
const SPECIAL = /[&<>\r\n\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/g
const ATTRIBUTE_REFERENCES: readonly (readonly [string, string])[] = [
  ['\t', '&#9;'],
  ['\n', '&#10;'],
]

function hasUnusual(text: string, style: XmlStyle): boolean {
  for (const char of style.references.keys()) if (text.includes(char)) return true
  return false
}

function writeCharacter(char: string, text: string, at: number, style: XmlStyle): string | null {
  if (char === '\n' && !style.references.has(char)) return style.eol === '\n' ? null : style.eol
  const reference = style.references.get(char)
  if (reference !== undefined) return reference
  if (char === '&') return '&amp;'
  if (char === '<') return '&lt;'
  if (char === '>' && text.startsWith(']]', at - 2) && at >= 2) return '&gt;'
  if (char === '\r') return '&#13;'
  return char > '\x7f' && !isEncodable(char, style.charset) ? `&#${char.codePointAt(0)};` : null
}

function referencedIn(file: string): readonly string[] {
  const found = new Set<string>()
  for (let at = file.indexOf('&'); at >= 0; at = file.indexOf('&', at + 1)) {
    const ahead = file.slice(at, at + LONGEST_REFERENCE)
    found.add(ahead.slice(0, ahead.indexOf(';') + 1))
  }
  found.delete('')
  return [...found].map(decodeXmlText)
}

/** `&#x` and eight digits. */
const LONGEST_REFERENCE = 12

function noteReferences(raw: string, references: Map<string, string>): void {
  for (const [reference] of raw.matchAll(/&[#\w]+;/g)) {
    const char = decodeXmlText(reference)
    if (char !== reference) references.set(char, reference)
  }
}
