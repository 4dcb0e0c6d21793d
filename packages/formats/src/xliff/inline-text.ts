import { decodeXmlCdata, decodeXmlText } from '../source/xml-text.ts'
import { childNodes, hasOnlyText, type XmlElement } from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'

/**
 * A value in pieces: characters a person reads, and markup (inline elements, comments, instructions) exactly as the file writes it.
 * As one text, markup stands as it is and so do characters, `<` and `&` included. Only where characters look like markup they are
 * told apart: their `<` is written `&lt;`, what looks like that already gets one more `amp;`.
 */
export type InlinePiece = { readonly kind: 'characters' | 'markup'; readonly text: string }

/** Which elements may stand within a text, in XLIFF and in other files that hold their texts so. */
export type InlineElements = Pick<Dialect, 'containers' | 'codes'>

export type InlineSyntax = {
  readonly dialect: InlineElements
  /** Of the document's own elements, with its colon. */
  readonly prefix: string
  /** What follows a `<` that begins markup. */
  readonly opener: RegExp
  readonly escapable: RegExp
}

/** How inline elements look in a document whose elements have this prefix. */
export function inlineSyntax(dialect: InlineElements, prefix: string): InlineSyntax {
  if (prefix !== '') return makeSyntax(dialect, prefix)
  const known = UNPREFIXED.get(dialect) ?? makeSyntax(dialect, '')
  UNPREFIXED.set(dialect, known)
  return known
}

/** Nearly all files write their elements without a prefix; making the expressions took longer than reading a small file. */
const UNPREFIXED = new WeakMap<InlineElements, InlineSyntax>()

function makeSyntax(dialect: InlineElements, prefix: string): InlineSyntax {
  const names = [...dialect.containers, ...dialect.codes].map((name) => quoted(`${prefix}${name}`)).join('|')
  const attribute = '\\s+[A-Za-z_:\\u00b7-\\uffff][-.\\w:\\u00b7-\\uffff]*\\s*=\\s*(?:"[^<"]*"|\'[^<\']*\')'
  const opener = `(?:!--|\\?|/(?:${names})\\s*>|(?:${names})(?:${attribute})*\\s*/?>)`
  return { dialect, prefix, opener: new RegExp(opener, 'y'), escapable: new RegExp(`(?:<|&(?:amp;)*lt;)(?=${opener})`, 'g') }
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')
}

/** What the content of an element says as one text, or null where it holds what has no place in one. */
export function inlineText(text: string, element: XmlElement, syntax: InlineSyntax): string | null {
  if (hasOnlyText(element)) {
    const characters = decodeXmlText(text.slice(element.openEnd, element.closeStart))
    if (!looksLikeMarkup(characters)) return characters
  }
  const pieces = inlinePieces(text, element, syntax)
  return pieces === null ? null : printInline(pieces, syntax)
}

/** The pieces of an element's content, or null where it holds elements that are no inline elements. */
export function inlinePieces(text: string, element: XmlElement, syntax: InlineSyntax): readonly InlinePiece[] | null {
  const pieces: InlinePiece[] = []
  return collect(text, element, syntax, pieces) ? pieces : null
}

/** The pieces as one text, or null where no such text would give the same pieces again. */
export function printInline(pieces: readonly InlinePiece[], syntax: InlineSyntax): string | null {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && first.kind === 'characters' && !looksLikeMarkup(first.text)) return first.text
  let printed = ''
  for (const { kind, text } of pieces)
    printed += kind === 'markup' ? text : text.replace(syntax.escapable, (mark) => (mark === '<' ? '&lt;' : `&amp;${mark.slice(1)}`))
  const again = parseInline(printed, syntax)
  return again !== null && isSame(again, pieces) ? printed : null
}

function looksLikeMarkup(characters: string): boolean {
  return characters.includes('<') || (characters.includes('lt;') && /&(?:amp;)*lt;/.test(characters))
}

/** The pieces of a text, or null where its markup is not well-formed. */
export function parseInline(text: string, syntax: InlineSyntax): readonly InlinePiece[] | null {
  if (!text.includes('<') && !text.includes('lt;')) return text === '' ? [] : [{ kind: 'characters', text }]
  const pieces: InlinePiece[] = []
  const open: string[] = []
  let at = 0
  syntax.escapable.lastIndex = 0
  for (;;) {
    syntax.escapable.lastIndex = Math.max(syntax.escapable.lastIndex, at)
    const match = syntax.escapable.exec(text)
    if (match === null) break
    const start = match.index
    push(pieces, 'characters', text.slice(at, start))
    if (match[0] !== '<') {
      push(pieces, 'characters', match[0] === '&lt;' ? '<' : `&${match[0].slice(5)}`)
      at = start + match[0].length
      continue
    }
    const end = markupEnd(text, start, syntax, open)
    if (end < 0) return null
    push(pieces, 'markup', text.slice(start, end))
    at = end
  }
  push(pieces, 'characters', text.slice(at))
  return open.length === 0 ? pieces : null
}

function collect(text: string, element: XmlElement, syntax: InlineSyntax, pieces: InlinePiece[]): boolean {
  for (const child of childNodes(element)) {
    switch (child.kind) {
      case 'text':
        push(pieces, 'characters', decodeXmlText(text.slice(child.start, child.end)))
        break
      case 'cdata':
        push(pieces, 'characters', decodeXmlCdata(text.slice(child.contentStart, child.contentEnd)))
        break
      case 'element': {
        const name = localName(child.name, syntax.prefix)
        if (name === null) return false
        const isContainer = syntax.dialect.containers.has(name)
        if (!isContainer && !syntax.dialect.codes.has(name)) return false
        if (!isContainer || child.isSelfClosing) {
          push(pieces, 'markup', text.slice(child.start, child.end))
          break
        }
        push(pieces, 'markup', text.slice(child.start, child.openEnd))
        if (!collect(text, child, syntax, pieces)) return false
        push(pieces, 'markup', text.slice(child.closeStart, child.end))
        break
      }
      default:
        push(pieces, 'markup', text.slice(child.start, child.end))
    }
  }
  return true
}

/** A name without the document's prefix, or null where it has another. */
export function localName(name: string, prefix: string): string | null {
  if (prefix === '') return name.includes(':') ? null : name
  return name.startsWith(prefix) ? name.slice(prefix.length) : null
}

function push(pieces: InlinePiece[], kind: InlinePiece['kind'], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
  else pieces.push({ kind, text })
}

function isSame(a: readonly InlinePiece[], b: readonly InlinePiece[]): boolean {
  return a.length === b.length && a.every((piece, i) => piece.kind === b[i]?.kind && piece.text === b[i].text)
}

/** Where the markup that begins at `start` ends, -1 where it does not; an element that stands for code is one piece with all it holds. */
function markupEnd(text: string, start: number, syntax: InlineSyntax, open: string[]): number {
  if (text.startsWith('<!--', start)) return closeOf(text, '-->', start + 4)
  if (text.startsWith('<?', start)) return closeOf(text, '?>', start + 2)
  syntax.opener.lastIndex = start + 1
  if (!syntax.opener.test(text)) return -1
  const end = syntax.opener.lastIndex
  if (text[end - 2] === '/') return end
  const name = /[^\s/>]+/.exec(text.slice(start + 1, end))?.[0] ?? ''
  if (text[start + 1] === '/') return open.pop() === name ? end : -1
  if (syntax.dialect.containers.has(name.slice(syntax.prefix.length))) {
    open.push(name)
    return end
  }
  return codeEnd(text, end, name)
}

function closeOf(text: string, closer: string, from: number): number {
  const at = text.indexOf(closer, from)
  return at < 0 ? -1 : at + closer.length
}

function codeEnd(text: string, from: number, name: string): number {
  const tags = /<(\/?)([^\s<>/]+)[^<>]*?(\/?)>/g
  tags.lastIndex = from
  let depth = 1
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    if (tag[2] !== name || tag[3] === '/') continue
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return -1
}
