import { FILE_LIMITS } from '../limits/limits.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { decodeXmlCdata, decodeXmlText } from '../source/xml-text.ts'
import { childNodes, hasOnlyText, innerSpan, type XmlElement } from '../source/xml-tree.ts'
import { readTag } from './tag-text.ts'

/**
 * The content of a value of an Android resource, and anything in it that the resource compiler (aapt2) would
 * refuse.
 */
export type AndroidValue = {
  /** Escapes resolved, whitespace collapsed; inline tags as written. */
  readonly text: string
  /** An escape that the compiler refuses: half of a `\u`, an apostrophe without backslash. */
  readonly badEscape: string | null
  /** A reference to another resource, `@null` or `@empty`, and so not a text. */
  readonly isReference: boolean
}

/**
 * Reads a value as aapt2 does (ResourceUtils, StringBuilder): XML first, then whitespace at the edges is
 * removed unless there is styling, then whitespace outside double quotes becomes one space, and backslash
 * escapes are resolved. Styling ends quotes and whitespace.
 */
export function readAndroidValue(file: string, element: XmlElement): AndroidValue {
  // Such a file is never written, and resolving the text would take thirty times its memory.
  if (element.end - element.start > FILE_LIMITS.text) {
    const { start, end } = innerSpan(element)
    return { text: withoutLoneSurrogates(file.slice(start, end)), badEscape: null, isReference: false }
  }
  if (hasOnlyText(element)) {
    // Most values are words with single spaces between them and need no conversion; only escapes can produce
    // half a surrogate pair.
    const raw = decodeXmlText(file.slice(element.openEnd, element.closeStart))
    if (!SPECIAL_START.has(raw.charCodeAt(0)) && PLAIN.test(raw))
      return { text: raw, badEscape: null, isReference: false }
  }
  const pieces: Piece[] = []
  collectPieces(file, element, pieces)
  const isStyled = pieces.some((piece) => piece.kind === 'tag' && isStyling(piece.raw))
  const chars = pieces.filter((piece) => piece.kind === 'chars')
  if (!isStyled) {
    const first = chars[0]
    const last = chars.at(-1)
    if (first !== undefined) first.raw = first.raw.replace(/^[ \t\n\v\f\r]+/, '')
    if (last !== undefined) last.raw = trimEnd(last.raw)
  }
  const whole = pieces.length === 1 ? (chars[0]?.raw ?? '') : ''
  const state: State = { isQuoted: false, sawSpace: false, badEscape: null }
  const text = pieces.map((piece) => resolvePiece(piece, state)).join('')
  return {
    text: withoutLoneSurrogates(text),
    badEscape: state.badEscape,
    isReference: isAndroidReference(whole),
  }
}

/**
 * Returns whether aapt2 makes styling of a tag (ResourceParser, FlattenXmlSubtree): of all tags without a prefix. Others
 * are sections of XLIFF, or ignored.
 */
export function isStyling(tag: string): boolean {
  return !/^<\/?[^\s/>]*:/.test(tag)
}

/**
 * Whether aapt2 reads a value as a reference instead of a text (ResourceUtils, ParseReference and
 * ParseAttributeReference): any characters can follow the type, and a name of an attribute needs none.
 */
export function isAndroidReference(raw: string): boolean {
  if (raw === '@null' || raw === '@empty') return true
  const [, sign, , type] = /^([@?])([+*]?)(?:[^:/]+:)?(?:([^:/]+)\/)?(?=[\s\S])(?![:/])/.exec(raw) ?? []
  if (sign === '?') return type === undefined ? !raw.includes('/') : type === 'attr'
  return type !== undefined && RESOURCE_TYPES.has(type)
}

/** The types of resources that aapt2 knows (Resource.cpp). */
const RESOURCE_TYPES: ReadonlySet<string> = new Set([
  'anim',
  'animator',
  'array',
  'attr',
  '^attr-private',
  'bool',
  'color',
  'configVarying',
  'dimen',
  'drawable',
  'font',
  'fraction',
  'id',
  'integer',
  'interpolator',
  'layout',
  'macro',
  'menu',
  'mipmap',
  'navigation',
  'plurals',
  'raw',
  'string',
  'style',
  'styleable',
  'transition',
  'xml',
])

export type Piece = { readonly kind: 'tag' | 'chars'; raw: string }

type State = { isQuoted: boolean; sawSpace: boolean; badEscape: string | null }

/** Collects the runs of characters and the tags in an element. */
export function collectPieces(file: string, element: XmlElement, pieces: Piece[]): void {
  for (const child of childNodes(element)) {
    switch (child.kind) {
      case 'text':
        pushChars(pieces, decodeXmlText(file.slice(child.start, child.end)))
        break
      case 'cdata':
        pushChars(pieces, decodeXmlCdata(file.slice(child.contentStart, child.contentEnd)))
        break
      case 'element':
        pieces.push({ kind: 'tag', raw: readTag(file.slice(child.start, child.openEnd)) })
        collectPieces(file, child, pieces)
        if (child.closeStart < child.end)
          pieces.push({ kind: 'tag', raw: readTag(file.slice(child.closeStart, child.end)) })
        break
      default:
    }
  }
}

/** Characters without a tag between them are one run for the compiler. */
function pushChars(pieces: Piece[], raw: string): void {
  const last = pieces.at(-1)
  if (last?.kind === 'chars') last.raw += raw
  else pieces.push({ kind: 'chars', raw })
}

function trimEnd(raw: string): string {
  let end = raw.length
  while (end > 0 && /[ \t\n\v\f\r]/.test(raw[end - 1] ?? '')) end--
  return raw.slice(0, end)
}

/** A space, and the characters that references start with. */
const SPECIAL_START: ReadonlySet<number> = new Set([32, 63, 64])
const PLAIN = /^[^\\"'\s]*(?: [^\\"'\s]+)*$/
const ESCAPE_OR_BLANK = /\\u[0-9a-fA-F]{4}|\\[\s\S]?|["']|[ \t\n\v\f\r]+/g

function resolvePiece({ kind, raw }: Piece, state: State): string {
  if (kind === 'chars') return resolveChars(raw, state)
  if (isStyling(raw)) {
    state.isQuoted = false
    state.sawSpace = false
  }
  return raw
}

function resolveChars(raw: string, state: State): string {
  if (!state.isQuoted && !state.sawSpace && PLAIN.test(raw)) return raw
  let seen = 0
  const text = raw.replace(ESCAPE_OR_BLANK, (token: string, at: number) => {
    if (at > seen) state.sawSpace = false
    seen = at + token.length
    return resolveToken(token, state)
  })
  if (seen < raw.length) state.sawSpace = false
  return text
}

function resolveToken(token: string, state: State): string {
  const first = token[0] ?? ''
  if (/[ \t\n\v\f\r]/.test(first) && !state.isQuoted) {
    const isFirst = !state.sawSpace
    state.sawSpace = true
    return isFirst ? ' ' : ''
  }
  state.sawSpace = false
  if (first === '"') {
    state.isQuoted = !state.isQuoted
    return ''
  }
  if (first === "'" && !state.isQuoted) state.badEscape ??= "'"
  if (first !== '\\') return token
  const letter = token[1] ?? ''
  if (letter === 'n') return '\n'
  if (letter === 't') return '\t'
  if (letter !== 'u') return token.slice(1)
  if (token.length === 6) return String.fromCharCode(Number.parseInt(token.slice(2), 16))
  state.badEscape ??= token
  return token
}
