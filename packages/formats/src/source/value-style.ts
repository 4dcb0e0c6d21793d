import type { InlinePiece } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { eolOf } from './line-ends.ts'

/** A value's choices if XML allows several spellings. */
export type ValueStyle = {
  readonly isCdata: boolean
  readonly charset: string
  readonly eol: string
  /** Characters written as references without need, with their references. */
  readonly references: ReadonlyMap<string, string>
}

/** The style of a whole document, for values that do not show their own. */
export type DocumentStyles = {
  readonly charset: string
  readonly eol: string
  readonly references: ReadonlyMap<string, string>
}

/** How the value of an attribute is written: in these quotes, in a file with this charset. */
export type AttributeStyle = { readonly quote: '"' | "'"; readonly charset: string }

/** Characters that need no reference, by the references that files write for them. */
const FREE: ReadonlyMap<string, string> = new Map([
  ['&gt;', '>'],
  ...['&quot;', '&#34;', '&#x22;'].map((reference) => [reference, '"'] as const),
  ...['&apos;', '&#39;', '&#x27;'].map((reference) => [reference, "'"] as const),
  ...['&#160;', '&#xa0;'].map((reference) => [reference, '\u00a0'] as const),
])
const LONGEST_REFERENCE = 6

export function stylesOf(text: string, charset: string): DocumentStyles {
  return { charset, eol: eolOf(text) ?? '\n', references: referencesIn(text) }
}

/** Returns how the value between two tags is written: its own style takes precedence over the document's. */
export function valueStyle(raw: string, styles: DocumentStyles): ValueStyle {
  if (raw === '') return { isCdata: false, ...styles }
  const characters = raw.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>/g, '')
  const own = referencesIn(characters)
  const references = new Map(own)
  for (const [character, reference] of styles.references) {
    if (!characters.includes(character) && !own.has(character)) references.set(character, reference)
  }
  return { isCdata: raw.includes('<![CDATA['), charset: styles.charset, eol: styles.eol, references }
}

/** Returns the pieces as the file writes them. */
export function encodePieces(pieces: readonly InlinePiece[], style: ValueStyle): string {
  let raw = ''
  for (const { kind, text } of pieces)
    raw += kind === 'markup' ? text : encodeCharacters(text, style, pieces.length === 1)
  return raw
}

/** Whether XML 1.0 can write every character of the text (2.2 of XML 1.0; lone surrogates have no UTF-8). */
export function isXmlText(text: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text)
}

/** Returns an attribute with the blank before it. */
export function printAttribute(name: string, value: string, style: AttributeStyle): string {
  return ` ${name}=${style.quote}${encodeAttribute(value, style)}${style.quote}`
}

/** Returns the value of an attribute for this kind of quotes. */
export function encodeAttribute(value: string, { quote, charset }: AttributeStyle): string {
  const safe = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const quoted = quote === '"' ? safe.replace(/"/g, '&quot;') : safe.replace(/'/g, '&apos;')
  const written = quoted.replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)
  return isEncodable(written, charset) ? written : referTo(written, charset)
}

function encodeCharacters(text: string, style: ValueStyle, isAlone: boolean): string {
  if (
    style.isCdata &&
    !text.includes('\r') &&
    isEncodable(text, style.charset) &&
    (isAlone || /[<&>]/.test(text))
  ) {
    return `<![CDATA[${withEol(text, style.eol).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  }
  const safe = text
    .replace(
      /[&<>"'\u00a0\r]/g,
      (character) => REQUIRED.get(character) ?? style.references.get(character) ?? character,
    )
    .replaceAll(']]>', ']]&gt;')
  return withEol(isEncodable(safe, style.charset) ? safe : referTo(safe, style.charset), style.eol)
}

/** Writes characters that the file's charset does not have as references. */
function referTo(text: string, charset: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) =>
    isEncodable(character, charset) ? character : `&#${character.codePointAt(0)};`,
  )
}

const REQUIRED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['\r', '&#13;'],
])

function withEol(text: string, eol: string): string {
  return eol === '\n' ? text : text.replaceAll('\n', eol)
}

/** Returns the first reference of each character. */
function referencesIn(raw: string): ReadonlyMap<string, string> {
  const references = new Map<string, string>()
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', at + 1)) {
    const ahead = raw.slice(at, at + LONGEST_REFERENCE)
    const reference = ahead.slice(0, ahead.indexOf(';') + 1)
    const character = FREE.get(reference === '&gt;' ? reference : reference.toLowerCase())
    const isFree = character !== undefined && (character !== '>' || reference === '&gt;')
    if (isFree && !references.has(character)) references.set(character, reference)
  }
  return references
}
