import {
  type InlinePiece,
  type InlineSyntax,
  looksLikeMarkup,
  printInline,
  pushInlinePiece as push,
} from '@dragoman/core'
import { parseXml } from './parse-xml.ts'
import { decodeXmlCdata, decodeXmlText } from './xml-text.ts'
import { childNodes, hasOnlyText, type XmlElement } from './xml-tree.ts'

/** Returns the content of an element as one text, or null if it has elements that cannot be part of one. */
export function inlineText(text: string, element: XmlElement, syntax: InlineSyntax): string | null {
  if (hasOnlyText(element)) {
    const characters = decodeXmlText(text.slice(element.openEnd, element.closeStart))
    if (!looksLikeMarkup(characters)) return characters
  }
  const pieces = inlinePieces(text, element, syntax)
  return pieces === null ? null : printInline(pieces, syntax)
}

/**
 * Returns the pieces of an element's content, or null if it has elements that are not inline. Of elements for which
 * `isTransparent` is true, only the content is included.
 */
export function inlinePieces(
  text: string,
  element: XmlElement,
  syntax: InlineSyntax,
  isTransparent: (child: XmlElement) => boolean = () => false,
): readonly InlinePiece[] | null {
  const pieces: InlinePiece[] = []
  return collect({ text, syntax, pieces, isTransparent }, element) ? pieces : null
}

/** Returns whether a text, as written, is well-formed and reads as the same text: markup is written as typed. */
export function isKeptInline(raw: string, text: string, syntax: InlineSyntax): boolean {
  const file = `<a>${raw}</a>`
  const { root, issues } = parseXml(file)
  const pieces = root === null || issues.length > 0 ? null : inlinePieces(file, root, syntax)
  return pieces !== null && printInline(pieces, syntax) === text
}

type Collecting = {
  readonly text: string
  readonly syntax: InlineSyntax
  readonly pieces: InlinePiece[]
  readonly isTransparent: (child: XmlElement) => boolean
}

function collect(collecting: Collecting, element: XmlElement): boolean {
  const { text, syntax, pieces, isTransparent } = collecting
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
        if (isTransparent(child)) {
          if (!collect(collecting, child)) return false
          break
        }
        const isContainer = syntax.elements.containers.has(name)
        if (!isContainer && !syntax.elements.codes.has(name)) return false
        if (!isContainer || child.isSelfClosing) {
          push(pieces, 'markup', text.slice(child.start, child.end))
          break
        }
        push(pieces, 'markup', text.slice(child.start, child.openEnd))
        if (!collect(collecting, child)) return false
        push(pieces, 'markup', text.slice(child.closeStart, child.end))
        break
      }
      default:
        push(pieces, 'markup', text.slice(child.start, child.end))
    }
  }
  return true
}

/** Returns a name without the document's prefix, or null if it has another one. */
export function localName(name: string, prefix: string): string | null {
  if (prefix === '') return name.includes(':') ? null : name
  return name.startsWith(prefix) ? name.slice(prefix.length) : null
}
