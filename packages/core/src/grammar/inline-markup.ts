import { findClose, isWellFormedXml } from './well-formed-xml.ts'

/**
 * A text in pieces: characters that people read, and markup (inline elements, comments, instructions) exactly
 * as in the file. When pieces are joined to one text, both are copied unchanged, including `<` and `&`. Only
 * characters that look like markup are escaped: their `<` becomes `&lt;`, and text that already looks like
 * that gets another `amp;`.
 */
export type InlinePiece = { readonly kind: 'characters' | 'markup'; readonly text: string }

/**
 * The elements that a text can contain: containers have text to translate, codes are shown with their
 * content.
 */
export type InlineElements = { readonly containers: ReadonlySet<string>; readonly codes: ReadonlySet<string> }

export type InlineSyntax = {
  readonly elements: InlineElements
  /** Prefix of the document's own elements, with its colon. */
  readonly prefix: string
  /** The characters after a `<` that starts markup. */
  readonly opener: RegExp
  readonly escapable: RegExp
}

/** Returns the syntax of inline elements in a document whose elements have this prefix. */
export function inlineSyntax(elements: InlineElements, prefix: string): InlineSyntax {
  if (prefix !== '') return makeSyntax(elements, prefix)
  const known = UNPREFIXED.get(elements) ?? makeSyntax(elements, '')
  UNPREFIXED.set(elements, known)
  return known
}

/**
 * Cached because nearly all files have elements without a prefix, and building the expressions took longer
 * than parsing a small file.
 */
const UNPREFIXED = new WeakMap<InlineElements, InlineSyntax>()

function makeSyntax(elements: InlineElements, prefix: string): InlineSyntax {
  const names = [...elements.containers, ...elements.codes]
    .map((name) => quoteName(`${prefix}${name}`))
    .join('|')
  const blank = '[ \\t\\r\\n]'
  const attribute = `${blank}+[A-Za-z_:\\u00b7-\\uffff][-.\\w:\\u00b7-\\uffff]*${blank}*=${blank}*(?:"[^<"]*"|'[^<']*')`
  const opener = `(?:!--|\\?|/(?:${names})${blank}*>|(?:${names})(?:${attribute})*${blank}*/?>)`
  return {
    elements,
    prefix,
    opener: new RegExp(opener, 'y'),
    escapable: new RegExp(`(?:<|&(?:amp;)*lt;)(?=${opener})`, 'g'),
  }
}

function quoteName(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')
}

/** Returns whether characters could be read as markup. */
export function looksLikeMarkup(characters: string): boolean {
  return characters.includes('<') || (characters.includes('lt;') && /&(?:amp;)*lt;/.test(characters))
}

/** Joins the pieces into one text; null if parsing it would not result in the same pieces. */
export function printInline(pieces: readonly InlinePiece[], syntax: InlineSyntax): string | null {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && first.kind === 'characters' && !looksLikeMarkup(first.text)) return first.text
  let printed = ''
  for (const { kind, text } of pieces)
    printed +=
      kind === 'markup'
        ? text
        : text.replace(syntax.escapable, (mark) => (mark === '<' ? '&lt;' : `&amp;${mark.slice(1)}`))
  const again = parseInline(printed, syntax)
  return again !== null && isSame(again, pieces) ? printed : null
}

/** Returns the pieces of a text, or null if its markup is not well-formed. */
export function parseInline(text: string, syntax: InlineSyntax): readonly InlinePiece[] | null {
  const pieces: InlinePiece[] = []
  return readInlinePieces(text, syntax, pieces) === null ? pieces : null
}

/**
 * Returns the range of the first markup that is not closed, not opened or not well-formed; null if there is
 * none.
 */
export function findInvalidMarkup(
  text: string,
  syntax: InlineSyntax,
): { readonly start: number; readonly end: number } | null {
  const at = readInlinePieces(text, syntax, [])
  if (at === null) return null
  const close = text.indexOf('>', at)
  return { start: at, end: close < 0 ? text.length : close + 1 }
}

type Open = { readonly name: string; readonly at: number }

/** Adds the pieces to a list. Returns where the first issue is, or null. */
function readInlinePieces(text: string, syntax: InlineSyntax, pieces: InlinePiece[]): number | null {
  if (!text.includes('<') && !text.includes('lt;')) {
    pushInlinePiece(pieces, 'characters', text)
    return null
  }
  const open: Open[] = []
  let at = 0
  syntax.escapable.lastIndex = 0
  for (;;) {
    syntax.escapable.lastIndex = Math.max(syntax.escapable.lastIndex, at)
    const match = syntax.escapable.exec(text)
    if (match === null) break
    const start = match.index
    pushInlinePiece(pieces, 'characters', text.slice(at, start))
    if (match[0] !== '<') {
      pushInlinePiece(pieces, 'characters', match[0] === '&lt;' ? '<' : `&${match[0].slice(5)}`)
      at = start + match[0].length
      continue
    }
    const end = markupEnd(text, start, syntax, open)
    if (end < 0) return start
    pushInlinePiece(pieces, 'markup', text.slice(start, end))
    at = end
  }
  pushInlinePiece(pieces, 'characters', text.slice(at))
  return open.at(-1)?.at ?? null
}

/** Adds to the pieces, joining those of the same kind. */
export function pushInlinePiece(pieces: InlinePiece[], kind: InlinePiece['kind'], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
  else pieces.push({ kind, text })
}

function isSame(a: readonly InlinePiece[], b: readonly InlinePiece[]): boolean {
  return a.length === b.length && a.every((piece, i) => piece.kind === b[i]?.kind && piece.text === b[i].text)
}

/** Maximum depth of elements in a text; those of the file can be deeper. */
const MOST_OPEN = 60

/**
 * Returns the end of the markup that starts at `start`, -1 if it has none; a code element is one piece with
 * its content.
 */
function markupEnd(text: string, start: number, syntax: InlineSyntax, open: Open[]): number {
  if (text.startsWith('<!--', start)) return findClose(text, '-->', start + 4)
  if (text.startsWith('<?', start)) return findClose(text, '?>', start + 2)
  syntax.opener.lastIndex = start + 1
  if (!syntax.opener.test(text)) return -1
  const end = syntax.opener.lastIndex
  const name = /[^\s/>]+/.exec(text.slice(start + 1, end))?.[0] ?? ''
  if (text[start + 1] === '/') return open.pop()?.name === name ? end : -1
  const isClosed = text[end - 2] === '/'
  if (!isClosed && syntax.elements.containers.has(name.slice(syntax.prefix.length))) {
    if (open.length >= MOST_OPEN || !isWellFormedXml(`${text.slice(start, end - 1)}/>`)) return -1
    open.push({ name, at: start })
    return end
  }
  const whole = isClosed ? end : codeEnd(text, end, name)
  return whole >= 0 && isWellFormedXml(text.slice(start, whole)) ? whole : -1
}

function codeEnd(text: string, from: number, name: string): number {
  const tags = /<(\/?)([^\s<>/]+)(?![^\s<>/])[^<>]*?(\/?)>/g
  tags.lastIndex = from
  let depth = 1
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    if (tag[2] !== name || tag[3] === '/') continue
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return -1
}
