import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { encodeNewFile } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { insertAfter, type Link, linksOf } from '../source/chain.ts'
import {
  endsLine,
  gapOf,
  indentOf,
  type KeyedPiece,
  printPieces,
  removeItem,
  removeShadowed,
} from '../source/keyed-lines.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { tokenText } from './read-apple-strings.ts'
import { quoteStrings, requoteStrings, type StringsStyles, stringsStylesOf } from './strings-escape.ts'
import {
  DEFAULT_STYLE,
  openStrings,
  type StringsSession,
  type StringsStyle,
  textOf,
} from './strings-session.ts'
import { findAttachedComment, skipTrivia } from './strings-trivia.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editAppleStrings(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const text = replaceValues(document, edits) ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

/** Replaces texts in place; null if an item would have to be split: one whose key is also its value. */
function replaceValues(document: Document, edits: readonly EntryEdit[]): string | null {
  const { text: file, entries } = document
  const styles = stringsStylesOf(file)
  return replaceTexts(document, edits, (raw, text, name) => {
    const entry = entries.get(name)
    if (entry === undefined || (entry.text === name && !KEY_BEFORE.test(lineBefore(file, entry.span.start))))
      return null
    return rewriteToken(raw, text, styles)
  })
}

/** The part of a line before the value. */
const KEY_BEFORE = /^[ \t]*"(?:[^"\\]|\\.)*"[ \t]*=[ \t]*$/
const LONG_LINE = 2000

/** Returns the line up to a position; empty if it is very long. */
function lineBefore(text: string, at: number): string {
  const least = Math.max(0, at - LONG_LINE)
  let start = at
  while (start > least && !/[\r\n]/.test(text[start - 1] ?? '')) start--
  return start === least && least > 0 ? '' : text.slice(start, at)
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const session = openStrings(document.text, styleOfModel(model))
  applyEdits(targetOf(session), edits)
  return printPieces(session.chain)
}

/** Returns a new file with the additions of `edits`, in the style of `model`. */
export function createAppleStrings(edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const session = openStrings('', styleOfModel(model))
  applyEdits(targetOf(session), edits)
  const text = printPieces(session.chain)
  return encodeNewFile(text, model)
}

function styleOfModel(model: Document | null): StringsStyle {
  return model !== null && isWhole(model) ? openStrings(model.text, DEFAULT_STYLE).style : DEFAULT_STYLE
}

function targetOf(session: StringsSession): EditTarget<Link<KeyedPiece>> {
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => session.items.get(name) ?? null,
    setText: ({ piece }, { text }, name) => setText(session, piece, name, text),
    insert: (edit, name) => addItem(session, edit, name),
    remove(link, name) {
      removeShadowed(session, name)
      removeItem(session.chain, link)
      session.items.delete(name)
    },
    rename(link, { name }, newName) {
      assertUsable(newName)
      const { piece } = link
      removeShadowed(session, name)
      if (piece.value === '') {
        piece.middle = session.style.middle
        piece.value = piece.key
      }
      piece.key = writeKey(newName, !/^["']/.test(piece.key), session)
      session.items.delete(name)
      session.items.set(newName, link)
    },
  }
}

function setText(session: StringsSession, piece: KeyedPiece, name: string, text: string): void {
  if (textOf(piece) === text) return
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  if (piece.value === '') {
    piece.middle = session.style.middle
    piece.value = quoteStrings(text, '"', session.style.styles)
    return
  }
  piece.value = rewriteToken(piece.value, text, session.style.styles)
}

/** Returns a token with its text replaced by `text`. */
function rewriteToken(raw: string, text: string, styles: StringsStyles): string {
  if (tokenText(raw) === text) return raw
  if (/^["']/.test(raw)) return requoteStrings(raw, text, styles)
  return isBare(text) ? text : quoteStrings(text, '"', styles)
}

function addItem(session: StringsSession, edit: AddEdit, name: string): void {
  assertUsable(name)
  if (hasLoneSurrogate(edit.text)) throw new EditError('not-encodable', name)
  const near = edit.after.find((other) => session.items.has(other))
  const anchor = near === undefined ? null : (session.items.get(near) ?? null)
  const { style } = session
  const indent = anchor === null ? style.indent : indentOf(anchor.piece)
  const piece: KeyedPiece = {
    kind: 'item',
    lead: commentLead(edit.comment ?? '', indent, style) + indent,
    key: writeKey(name, anchor === null ? style.isBareKey : !/^["']/.test(anchor.piece.key), session),
    middle: style.middle,
    value: quoteStrings(edit.text, '"', session.style.styles),
    tail: `;${style.eol}`,
  }
  session.items.set(name, place(session, anchor, piece))
}

function place(
  session: StringsSession,
  anchor: Link<KeyedPiece> | null,
  piece: KeyedPiece,
): Link<KeyedPiece> {
  const { chain, style, close } = session
  const previous = anchor ?? insertBeforeFirst(session)
  const next = previous === null ? chain.first : previous.next
  const startsLine = endsLine(previous)
  // A file without a final line break is kept without one.
  if (!startsLine && next === null) piece.tail = piece.tail.slice(0, -style.eol.length)
  const isNearItem = anchor !== null
  const isBelowComment = !isNearItem && endsWithComment(previous, startsLine ? '' : style.eol)
  const isApart = isNearItem ? style.isSpaced : isBelowComment
  const gap = (startsLine ? '' : style.eol) + (isApart ? style.eol : '')
  const at = gap === '' ? previous : insertAfter(chain, previous, gapOf(gap))
  const link = insertAfter(chain, at, piece)
  if (style.isSpaced && !isNearItem && next !== null && next !== close)
    insertAfter(chain, link, gapOf(style.eol))
  return link
}

/** Returns the piece before a new first item: the head of the file, or everything if there are no items. */
function insertBeforeFirst({ chain, close }: StringsSession): Link<KeyedPiece> | null {
  for (const link of linksOf(chain)) if (link.piece.kind === 'item') return link.previous
  return close === null ? chain.last : close.previous
}

/** Returns whether the next item would get the comment of the file, which ends in this piece and the line end. */
function endsWithComment(link: Link<KeyedPiece> | null, lineEnd: string): boolean {
  if (link === null) return false
  const text = link.piece.lead + lineEnd
  return findAttachedComment(text, skipTrivia(text, /^\s*\{/.exec(text)?.[0].length ?? 0)) !== null
}

function commentLead(comment: string, indent: string, { eol, isLineComment }: StringsStyle): string {
  if (comment === '') return ''
  const lines = comment.replaceAll('*/', '* /').split(/\r\n|[\r\n]/)
  if (isLineComment) return lines.map((line) => `${indent}// ${line}${eol}`).join('')
  return `${indent}/* ${lines.join(`${eol}${indent}   `)} */${eol}`
}

function writeKey(name: string, isBareWanted: boolean, session: StringsSession): string {
  return isBareWanted && isBare(name) ? name : quoteStrings(name, '"', session.style.styles)
}

/** Whether a token needs no quotes; `//` would be a comment. */
function isBare(text: string): boolean {
  return /^[\w$/:.-]+$/.test(text) && !/\/[/*]/.test(text)
}

function assertUsable(name: string): void {
  if (!isUsableKey(name)) throw new EditError('unusable-path', name)
}
