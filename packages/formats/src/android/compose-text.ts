import type { Span } from '@dragoman/core'
import { FILE_LIMITS } from '../limits/limits.ts'
import { keptEnds } from '../source/kept-ends.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { cdataOf, escapeXmlText, type XmlStyle, xmlStyleOf } from '../source/xml-style.ts'
import { decodeXmlCdata, decodeXmlText } from '../source/xml-text.ts'
import { innerSpan, type XmlElement } from '../source/xml-tree.ts'
import { type AndroidValue, collectPieces, type Piece } from './android-text.ts'
import { readTag, writeTag } from './tag-text.ts'
import { firstReadable, type Markup, tagsIn } from './write-android-value.ts'

// Resources of Compose Multiplatform look like Android's and are read by another program: the resource generator of its
// Gradle plugin (`handleSpecialCharacters`). Only `\n`, `\t`, `\uXXXX` and `\\` are escapes; quotes, apostrophes, `@`,
// `?`, blanks and line breaks are text.

/** Reads a value; tags stay as written. */
export function readComposeValue(file: string, element: XmlElement): AndroidValue {
  // Such a file is never written.
  const isLong = element.end - element.start > FILE_LIMITS.text
  const { start, end } = innerSpan(element)
  const text = isLong ? file.slice(start, end) : readContent(file, element)
  return { text: withoutLoneSurrogates(text), badEscape: null, isReference: false }
}

function readContent(file: string, element: XmlElement): string {
  const pieces: Piece[] = []
  collectPieces(file, element, pieces)
  return pieces.map(({ kind, raw }) => (kind === 'tag' ? raw : resolve(raw))).join('')
}

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|[nt\\])/g

function resolve(raw: string): string {
  return raw.includes('\\') ? raw.replace(ESCAPE, escapedCharacter) : raw
}

function escapedCharacter(token: string): string {
  if (token === '\\n') return '\n'
  if (token === '\\t') return '\t'
  return token === '\\\\' ? '\\' : String.fromCharCode(Number.parseInt(token.slice(2), 16))
}

/** Returns the raw content of a value that reads as `text`, with as much as possible of `old`; null: impossible. */
export function writeComposeValue(
  old: string | null,
  text: string,
  markup: Markup,
  file: XmlStyle,
): string | null {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) return null
  const style = xmlStyleOf(old === null ? [] : [old], file)
  const isCdata = old !== null && /^\s*<!\[CDATA\[[\s\S]*\]\]>\s*$/.test(old)
  const tries: (() => string | null)[] = [
    ...(isCdata ? [() => cdataOf(escapeText(text), style)] : []),
    ...(old !== null && !isCdata ? [() => keepEnds(old, text, markup, style)] : []),
    () => writeParts(text, markup, style),
    () => writeParts(text, { ...markup, isTags: false }, style),
  ]
  return firstReadable(tries, { markup, style }, (probe, root) => readComposeValue(probe, root).text === text)
}

/** Escapes line breaks, control characters, and backslashes that would begin an escape. */
function escapeText(text: string): string {
  return text.replace(/\\(?=[nt\\]|u[0-9a-fA-F]{4}|$)|[\u0000-\u001f\ufffe\uffff]/g, (char) => {
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    return char === '\\' ? '\\\\' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Writes a text, or a part of it: paired tags as tags if requested, everything else escaped. */
function writeParts(
  text: string,
  { isTags, prefixes }: Markup,
  style: XmlStyle,
  part: Span = { start: 0, end: text.length },
): string | null {
  const out: string[] = []
  let at = part.start
  const tags = isTags ? tagsIn(text, prefixes) : []
  for (const tag of [...tags.filter(({ start, end }) => start >= part.start && end <= part.end), null]) {
    const raw = escapeXmlText(escapeText(text.slice(at, tag?.start ?? part.end)), style)
    if (raw === null) return null
    out.push(raw)
    if (tag === null) break
    out.push(writeTag(text.slice(tag.start, tag.end), style))
    at = tag.end
  }
  return out.join('')
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]*>|\\(?:u[0-9a-fA-F]{4}|[nt\\])|&[^;\s&<]*;|\r\n?|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g

/** Keeps the start and the end of the old content, and writes what differs between them. */
function keepEnds(old: string, text: string, markup: Markup, style: XmlStyle): string | null {
  const tokens = old.match(TOKEN) ?? []
  const values = tokens.map(valueOfToken)
  const { head, tail, start, end } = keptEnds(values, text)
  const middle = writeParts(text, markup, style, { start, end })
  return middle === null ? null : tokens.slice(0, head).join('') + middle + tokens.slice(tail).join('')
}

function valueOfToken(token: string): string {
  if (token.startsWith('<!--')) return ''
  if (token.startsWith('<![CDATA[')) return resolve(decodeXmlCdata(token.slice(9, -3)))
  if (token.startsWith('<')) return readTag(token)
  return token.length > 1 && token.startsWith('\\') ? escapedCharacter(token) : decodeXmlText(token)
}
