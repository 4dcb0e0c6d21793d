import { isXmlCharacter } from '@dragoman/core'
import { isTooLongToDecode } from '../limits/limits.ts'

/**
 * Decodes characters and references between tags: line ends become LF (XML 1.0, 2.11), references are
 * resolved once.
 */
export function decodeXmlText(raw: string): string {
  if (isTooLongToDecode(raw)) return raw
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  return text.includes('&')
    ? text.replace(REFERENCE, (reference) => resolveReference(reference) ?? reference)
    : text
}

/** Decodes the characters of a CDATA section, in which only line ends are converted. */
export function decodeXmlCdata(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
}

/**
 * Decodes the value of an attribute: like text, but whitespace that is not written as references becomes
 * spaces (XML 1.0, 3.3.3).
 */
export function decodeXmlAttribute(raw: string): string {
  if (isTooLongToDecode(raw)) return raw
  const text = /[\t\r\n]/.test(raw) ? raw.replace(/\r\n|[\t\r\n]/g, ' ') : raw
  return text.includes('&')
    ? text.replace(REFERENCE, (reference) => resolveReference(reference) ?? reference)
    : text
}

/**
 * Returns the text of the ampersand at `at` if it does not start a reference that XML defines without
 * declarations; null if it does.
 */
export function xmlReferenceError(text: string, at: number): string | null {
  const piece = text.slice(at, at + 40)
  const found = /^&(?:#?[\w.:-]*;?)/.exec(piece)?.[0] ?? '&'
  return resolveReference(found) === null ? found : null
}

const REFERENCE = /&(?:#[0-9]{1,8}|#x[0-9a-fA-F]{1,8}|amp|lt|gt|quot|apos);/g

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
])

/** Returns the character a reference means, or null if it is invalid or not a character of XML 1.0. */
function resolveReference(reference: string): string | null {
  const known = PREDEFINED.get(reference)
  if (known !== undefined) return known
  const match = /^&#(?:([0-9]{1,8})|x([0-9a-fA-F]{1,8}));$/.exec(reference)
  if (match === null) return null
  const code = match[1] === undefined ? Number.parseInt(match[2] ?? '', 16) : Number(match[1])
  return isXmlCharacter(code) ? String.fromCodePoint(code) : null
}
