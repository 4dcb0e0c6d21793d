import { isEncodable } from '../bytes/charset.ts'
import { keptEnds } from '../source/kept-ends.ts'
import { parseXml } from '../source/parse-xml.ts'
import { cdataOf, escapeXmlText, type XmlStyle, xmlStyleOf } from '../source/xml-style.ts'
import { decodeXmlText } from '../source/xml-text.ts'
import type { XmlElement } from '../source/xml-tree.ts'
import { isStyling, readAndroidValue } from './android-text.ts'
import { hasDeclaredPrefixes, type Prefixes, prefixesWithin } from './tag-prefixes.ts'
import { readTag, writeTag } from './tag-text.ts'

/** How tags in a text are written. */
export type Markup = {
  /** As tags; otherwise as characters (`&lt;b>`). */
  readonly isTags: boolean
  /** Prefixes that are declared where the text is. */
  readonly prefixes: Prefixes
}

/**
 * Returns the raw content of a value that reads as `text`, with as much as possible of `old`, its quotes,
 * CDATA and escapes, otherwise a plain one. Each attempt is read again before it is accepted. Null: the text
 * cannot be written. If XML does not allow its tags, they become characters, which users see.
 */
export function writeAndroidValue(
  old: string | null,
  text: string,
  markup: Markup,
  file: XmlStyle,
): string | null {
  const style = xmlStyleOf(old === null ? [] : [old], file)
  const tries: (() => string | null)[] = []
  const isQuoted = old !== null && isWholeQuoted(old)
  if (old !== null) {
    const isCdata = /^\s*<!\[CDATA\[[\s\S]*\]\]>\s*$/.test(old)
    if (isCdata) tries.push(() => inCdata(text, style))
    else if (isQuoted || !/(?:^|[^\\])(?:\\\\)*"|<!\[CDATA\[/.test(decodeXmlText(old))) {
      tries.push(() => keepEdges({ old, text, isQuoted, markup, style }))
    }
  }
  if (isQuoted) tries.push(() => `"${writeParts(text, true, markup, style)}"`)
  tries.push(() => writeParts(text, false, markup, style))
  tries.push(() => writeParts(text, false, { ...markup, isTags: false }, style))
  return firstReadable(tries, { markup, style }, (probe, root) => {
    const value = readAndroidValue(probe, root)
    return !value.isReference && value.badEscape === null && value.text === text
  })
}

/** Returns the first content that is well-formed and that `isIntended` accepts as read; null: none is. */
export function firstReadable(
  tries: readonly (() => string | null)[],
  { markup, style }: { readonly markup: Markup; readonly style: XmlStyle },
  isIntended: (file: string, root: XmlElement) => boolean,
): string | null {
  for (const attempt of tries) {
    const raw = attempt()
    if (raw === null || !isEncodable(raw, style.charset)) continue
    const file = `<string>${raw}</string>`
    const { root, issues } = parseXml(file)
    if (root === null || issues.length > 0 || root.end !== file.length) continue
    if (hasDeclaredPrefixes(root, markup.prefixes) && isIntended(file, root)) return raw
  }
  return null
}

/** Returns whether the content has tags other than comments and CDATA. */
export function hasTags(raw: string): boolean {
  return /<[A-Za-z_]/.test(
    raw.includes('<!') ? raw.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '') : raw,
  )
}

/** Returns whether the content has tags as characters, escaped or in CDATA. */
export function hasTagsAsCharacters(raw: string): boolean {
  return /(?:&lt;|&#60;|&#x0*3c;)[a-z_/]|<!\[CDATA\[(?:(?!\]\]>)[\s\S])*?<[a-z_/]/i.test(raw)
}

function inCdata(text: string, style: XmlStyle): string | null {
  const escaped = escapeAndroid(text, { isQuoted: false, atStart: true, atEnd: true, isFirst: true })
  return escaped === null ? null : cdataOf(escaped, style)
}

type Edges = {
  readonly isQuoted: boolean
  readonly atStart: boolean
  readonly atEnd: boolean
  readonly isFirst: boolean
}

/** Applies aapt2's escapes, before those for XML. Null for U+0000, which would end a string. */
function escapeAndroid(text: string, edges: Edges): string | null {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) return null
  return text.replace(/[\\"'@? ]|[\u0001-\u001f\ufffe\uffff]/g, (char, at: number) => {
    switch (char) {
      case '\n':
        return '\\n'
      case '\t':
        return '\\t'
      case '\\':
      case '"':
        return `\\${char}`
      case "'":
        return edges.isQuoted ? char : "\\'"
      case '@':
      case '?':
        return edges.isFirst && at === 0 ? `\\${char}` : char
      case ' ': {
        if (edges.isQuoted) return char
        const isAlone =
          (at > 0 || !edges.atStart) && (at < text.length - 1 || !edges.atEnd) && text[at - 1] !== ' '
        return isAlone ? char : '\\u0020'
      }
      default:
        return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    }
  })
}

const TAG =
  /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g
const ATTRIBUTE = /(?<![\w.:-])([A-Za-z_][\w.:-]*)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Writes the whole text again: paired tags as tags if requested, everything else escaped. */
function writeParts(text: string, isQuoted: boolean, markup: Markup, style: XmlStyle): string | null {
  const tags = markup.isTags ? tagsIn(text, markup.prefixes) : []
  const bounds = [...tags, null].map((tag, i) => ({
    start: tags[i - 1]?.end ?? 0,
    end: tag?.start ?? text.length,
    tag,
  }))
  const filled = bounds.filter(({ start, end }) => start < end)
  const out: string[] = []
  let before = ''
  for (const bound of bounds) {
    const { start, end, tag } = bound
    const part = text.slice(start, end)
    const edges = {
      isQuoted,
      // Whitespace at the edges of the whole is removed, and the second of two spaces around a tag that is no styling.
      atStart: bound === filled[0] || before.endsWith(' '),
      atEnd: bound === filled.at(-1),
      isFirst: start === 0,
    }
    const escaped = escapeAndroid(part, edges)
    const raw = escaped === null ? null : escapeXmlText(escaped, style)
    if (raw === null) return null
    out.push(raw)
    if (part !== '') before = part
    if (tag !== null) {
      const written = text.slice(tag.start, tag.end)
      if (isStyling(written)) before = ''
      out.push(writeTag(written, style))
    }
  }
  return out.join('')
}

type TagPosition = { readonly start: number; readonly end: number }

/**
 * Returns the tags of a text that are paired and have declared prefixes, by order of their opening, so that the result
 * is well-formed.
 */
export function tagsIn(text: string, prefixes: Prefixes): readonly TagPosition[] {
  const tags: TagPosition[] = []
  const around: { readonly end: number; readonly prefixes: Prefixes }[] = []
  for (const { open, close, names } of pairsIn(text)) {
    while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= open.start) around.pop()
    const inner = prefixesWithin(names, around.at(-1)?.prefixes ?? prefixes)
    if (inner === null) continue
    tags.push(open)
    if (close === null) continue
    tags.push(close)
    around.push({ end: close.end, prefixes: inner })
  }
  return tags.sort((a, b) => a.start - b.start)
}

type TagPair = {
  readonly open: TagPosition
  /** Null: the tag closes itself. */
  readonly close: TagPosition | null
  /** Of the tag and its attributes. */
  readonly names: readonly string[]
}

/** Returns the pairs of tags, nested as in XML, by order of their opening. */
function pairsIn(text: string): readonly TagPair[] {
  const pairs: TagPair[] = []
  const unclosed: { readonly names: readonly string[]; readonly open: TagPosition }[] = []
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = '', end] = match
    const position = { start: match.index, end: match.index + whole.length }
    const names = () => [
      name,
      ...Array.from(attributes.matchAll(ATTRIBUTE), ([, attribute = '']) => attribute),
    ]
    if (slash === '/') {
      const level = unclosed.findLastIndex((other) => other.names[0] === name)
      const partner = unclosed[level]
      if (partner === undefined) continue
      unclosed.length = level
      pairs.push({ ...partner, close: position })
    } else if (end === '/') {
      pairs.push({ open: position, close: null, names: names() })
    } else if (unclosed.length < 50) {
      unclosed.push({ names: names(), open: position })
    }
  }
  return pairs.sort((a, b) => a.open.start - b.open.start)
}

const TOKEN =
  /<!--[\s\S]*?-->|<[^<>]*>|\\u[0-9a-fA-F]{4}|\\(?:&[^;\s&<]*;|[\s\S])|&[^;\s&<]*;|[ \t\r\n]+|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g

type Keeping = {
  readonly old: string
  readonly text: string
  readonly isQuoted: boolean
  readonly markup: Markup
  readonly style: XmlStyle
}

/** Keeps the old content and rewrites only the differing middle. */
function keepEdges({ old, text, isQuoted, markup, style }: Keeping): string | null {
  const tokens = old.match(TOKEN) ?? []
  const isStyled = tokens.some((token) => /^<[A-Za-z_]/.test(token) && isStyling(token))
  const values = tokens.map((token, i) =>
    tokenValue(token, isQuoted, !isStyled && (i === 0 || i === tokens.length - 1)),
  )
  const kept = keptEnds(values, text)
  const { start, end } = kept
  // The closing quote stays after the new text.
  const isBeforeQuote = isQuoted && kept.head === tokens.length
  const { head, tail } = isBeforeQuote ? { head: kept.head - 1, tail: kept.head - 1 } : kept
  const middle = text.slice(start, end)
  const tags = markup.isTags ? tagsIn(text, markup.prefixes) : []
  if (tags.some((tag) => tag.start >= start && tag.end <= end)) return null
  const isBlank = (token: string | undefined) => token !== undefined && /^[ \t\r\n]/.test(token)
  const edges = {
    isQuoted,
    atStart: start === 0 || isBlank(tokens[head - 1]),
    atEnd: end === text.length || isBlank(tokens[tail]),
    isFirst: start === 0,
  }
  const escaped = escapeAndroid(middle, edges)
  const raw = escaped === null ? null : escapeXmlText(escaped, style)
  return raw === null ? null : tokens.slice(0, head).join('') + raw + tokens.slice(tail).join('')
}

function tokenValue(token: string, isQuoted: boolean, isEdge: boolean): string {
  if (token.startsWith('<!--') || token === '"') return ''
  if (token.startsWith('<')) return readTag(token)
  if (/^[ \t\r\n]/.test(token)) {
    if (isQuoted) return isEdge ? '' : token.replace(/\r\n?/g, '\n')
    return isEdge ? '' : ' '
  }
  if (token[0] !== '\\') return decodeXmlText(token)
  if (token.length === 6 && token[1] === 'u') return String.fromCharCode(Number.parseInt(token.slice(2), 16))
  if (token === '\\n') return '\n'
  if (token === '\\t') return '\t'
  return decodeXmlText(token.slice(1))
}

function isWholeQuoted(raw: string): boolean {
  return /^\s*"(?:[^"\\<]|\\[\s\S])*"\s*$/.test(raw)
}
