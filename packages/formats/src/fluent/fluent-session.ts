import { append } from '@dragoman/core'
import type { FtlPattern } from '@dragoman/core/fluent-grammar'
import { type Chain, chainOf, insertAfter, type Link, linksOf } from '../source/chain.ts'
import { gapOf, isBlankGap, type KeyedPiece } from '../source/keyed-lines.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { type FtlMessage, scanFtl } from './ftl-scanner.ts'

/** A file while it is being edited. */
export type FluentSession = {
  readonly chain: Chain<KeyedPiece>
  readonly messages: Map<string, MessageDraft>
  /** Later messages with the same identifier, which programs ignore. */
  readonly shadowed: Map<string, Link<KeyedPiece>[]>
  /** Whether parts of the file are not valid Fluent. */
  readonly hasJunk: boolean
  readonly style: FluentStyle
}

/** One message or term; edits are in `value` and `attributes` until the file is printed. */
export type MessageDraft = {
  link: Link<KeyedPiece>
  value: ValueDraft | null
  attributes: AttributeDraft[]
  isEdited: boolean
}

/** Everything from the equals sign to the end of the last line, and the blanks there. */
export type ValueDraft = { written: string; trail: string }

export type AttributeDraft = {
  /** Line break and indentation. */
  readonly lead: string
  id: string
  readonly middle: string
  readonly value: ValueDraft
}

/** How new messages are written. */
export type FluentStyle = {
  readonly eol: string
  readonly middle: string
  readonly blockIndent: number
  readonly attributeIndent: number
  readonly isSpaced: boolean
}

export const DEFAULT_FLUENT_STYLE: FluentStyle = {
  eol: '\n',
  middle: ' =',
  blockIndent: 4,
  attributeIndent: 4,
  isSpaced: false,
}

export function openFluent(text: string, model: FluentStyle): FluentSession {
  const chain: Chain<KeyedPiece> = chainOf([])
  const messages = new Map<string, MessageDraft>()
  const shadowed = new Map<string, Link<KeyedPiece>[]>()
  const styles: Styles = { blockIndent: null, attributeIndent: null }
  let at = 0
  let hasJunk = false
  for (const part of scanFtl(text)) {
    if (part.kind === 'junk') {
      hasJunk = true
      continue
    }
    if (part.start > at) insertAfter(chain, chain.last, gapOf(text.slice(at, part.start)))
    at = part.end
    const bodyEnd = endOf(part)
    const idEnd = part.idStart + part.id.length
    const link = insertAfter<KeyedPiece>(chain, chain.last, {
      kind: 'item',
      lead: text.slice(part.start, part.idStart),
      key: part.id,
      middle: text.slice(idEnd, part.equals),
      value: text.slice(part.equals, bodyEnd),
      tail: text.slice(bodyEnd, part.end),
    })
    if (messages.has(part.id)) append(shadowed, part.id, link)
    else messages.set(part.id, draftMessage(text, part, link))
    noteStyles(text, part, styles)
  }
  if (at < text.length) insertAfter(chain, chain.last, gapOf(text.slice(at)))
  return { chain, messages, shadowed, hasJunk, style: styleOf(text, chain, { styles, model }) }
}

/** Returns the pieces of the file; edited messages are reassembled. */
export function applyEditedMessages(session: FluentSession): Chain<KeyedPiece> {
  for (const { link, value, attributes, isEdited } of session.messages.values()) {
    const { piece, next } = link
    if (isEdited) {
      // Joined at the end: reading the last character of a growing text would copy it for every attribute.
      const parts = value === null ? [] : [value.written, value.trail]
      for (const attribute of attributes) {
        const before = parts.findLast((part) => part !== '') ?? ''
        parts.push(
          keepLineEndApart(before, attribute.lead),
          '.',
          attribute.id,
          attribute.middle,
          attribute.value.written,
          attribute.value.trail,
        )
      }
      piece.value = parts.join('')
    }
    if (piece.tail !== '') piece.tail = keepLineEndApart(piece.value, piece.tail)
    else if (next !== null) next.piece.lead = keepLineEndApart(piece.value, next.piece.lead)
  }
  return session.chain
}

/** Keeps a carriage return at the end of a text from becoming half of the following line end. */
function keepLineEndApart(before: string, following: string): string {
  return before.endsWith('\r') && following.startsWith('\n') ? `\r${following}` : following
}

function draftMessage(text: string, message: FtlMessage, link: Link<KeyedPiece>): MessageDraft {
  const attributes: AttributeDraft[] = []
  let from = message.value?.end ?? message.equals
  for (const { start, id, equals, value } of message.attributes) {
    const middle = text.slice(start + 1 + id.length, equals)
    attributes.push({ lead: text.slice(from, start), id, middle, value: draftValue(text, equals, value) })
    from = value.end
  }
  return {
    link,
    value: message.value === null ? null : draftValue(text, message.equals, message.value),
    attributes,
    isEdited: false,
  }
}

/** Returns the value of a parsed pattern, with the text before it and the blanks after. */
export function draftValue(text: string, equals: number, { start, end }: FtlPattern): ValueDraft {
  let stop = end
  while (stop > start && text.charCodeAt(stop - 1) === 32) stop--
  // Carriage returns at the end are blanks, but on an otherwise blank line the indentation counts.
  let last = stop
  while (last > start && (text.charCodeAt(last - 1) === 32 || text.charCodeAt(last - 1) === 13)) last--
  if (last > start && text.charCodeAt(last - 1) !== 10) stop = last
  return { written: text.slice(equals, stop), trail: text.slice(stop, end) }
}

function endOf({ attributes, value, equals }: FtlMessage): number {
  return attributes.at(-1)?.value.end ?? value?.end ?? equals
}

type Styles = { blockIndent: number | null; attributeIndent: number | null }

function noteStyles(text: string, { value, attributes }: FtlMessage, styles: Styles): void {
  if (value?.isBlock && value.indent > 0) styles.blockIndent ??= value.indent
  const first = attributes[0]
  if (first === undefined || styles.attributeIndent !== null) return
  let from = first.start
  while (text.charCodeAt(from - 1) === 32) from--
  styles.attributeIndent = first.start - from
}

function styleOf(
  text: string,
  chain: Chain<KeyedPiece>,
  { styles, model }: { readonly styles: Styles; readonly model: FluentStyle },
): FluentStyle {
  let items = 0
  let spaced = 0
  let first: KeyedPiece | null = null
  for (const { piece, previous } of linksOf(chain)) {
    if (piece.kind !== 'item') continue
    first ??= piece
    items++
    if (previous !== null && isBlankGap(previous.piece)) spaced++
  }
  return {
    eol: anyEolOf(text) === '\r\n' ? '\r\n' : text.includes('\n') ? '\n' : model.eol,
    middle: first?.middle ?? model.middle,
    blockIndent: styles.blockIndent ?? model.blockIndent,
    attributeIndent: styles.attributeIndent ?? model.attributeIndent,
    isSpaced: items > 2 ? spaced * 2 > items - 1 : model.isSpaced,
  }
}
