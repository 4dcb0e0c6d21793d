import { append } from '@dragoman/core'
import { type Chain, chainOf, type Link, linksOf } from '../source/chain.ts'
import { gapOf, indentOf, isBlankGap, type KeyedPiece } from '../source/keyed-lines.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { keyOf, tokenText } from './read-apple-strings.ts'
import { type StringsStyles, stringsStylesOf } from './strings-escape.ts'
import { scanStrings } from './strings-scanner.ts'

/** A file while it is being edited. */
export type StringsSession = {
  readonly chain: Chain<KeyedPiece>
  /** The item that is used, by name. */
  readonly items: Map<string, Link<KeyedPiece>>
  /** Items hidden by a later one with the same key. */
  readonly shadowed: Map<string, Link<KeyedPiece>[]>
  /** The piece that closes the file, if it is not the end. */
  readonly close: Link<KeyedPiece> | null
  readonly style: StringsStyle
}

/** How a new item is written. */
export type StringsStyle = {
  readonly eol: string
  readonly indent: string
  readonly isBareKey: boolean
  readonly middle: string
  readonly isSpaced: boolean
  readonly isLineComment: boolean
  readonly styles: StringsStyles
}

export const DEFAULT_STYLE: StringsStyle = {
  eol: '\n',
  indent: '',
  isBareKey: false,
  middle: ' = ',
  isSpaced: false,
  isLineComment: false,
  styles: stringsStylesOf(''),
}

export function openStrings(text: string, model: StringsStyle): StringsSession {
  const pieces: KeyedPiece[] = []
  const named: { readonly name: string; readonly at: number }[] = []
  let at = 0
  const { close } = scanStrings(text, (item) => {
    if (item.start > at) pieces.push(gapOf(text.slice(at, item.start)))
    const name = item.isText ? keyOf(text, item) : null
    if (name !== null) named.push({ name, at: pieces.length })
    const value = item.value ?? { start: item.key.end, end: item.key.end }
    pieces.push({
      kind: 'item',
      lead: text.slice(item.start, item.key.start),
      key: text.slice(item.key.start, item.key.end),
      middle: text.slice(item.key.end, value.start),
      value: text.slice(value.start, value.end),
      tail: text.slice(value.end, item.end),
    })
    at = item.end
  })
  const isClosed = close < text.length
  if (at < close) pieces.push(gapOf(text.slice(at, close)))
  if (isClosed) pieces.push(gapOf(text.slice(close)))
  const chain = chainOf(pieces)
  const links = [...linksOf(chain)]
  const items = new Map<string, Link<KeyedPiece>>()
  const shadowed = new Map<string, Link<KeyedPiece>[]>()
  for (const { name, at: index } of named) {
    const link = links[index]
    if (link === undefined) continue
    const rival = items.get(name)
    if (rival !== undefined) append(shadowed, name, rival)
    items.delete(name)
    items.set(name, link)
  }
  return { chain, items, shadowed, close: isClosed ? chain.last : null, style: styleOf(text, chain, model) }
}

/** Returns the text of an item; a key without a value is its own value. */
export function textOf({ key, value }: KeyedPiece): string {
  return tokenText(value === '' ? key : value)
}

function styleOf(text: string, chain: Chain<KeyedPiece>, model: StringsStyle): StringsStyle {
  const eol = anyEolOf(text) ?? model.eol
  let items = 0
  let spaced = 0
  let comments = 0
  let lineComments = 0
  let first: KeyedPiece | null = null
  for (const { piece, previous } of linksOf(chain)) {
    if (piece.kind === 'gap') continue
    first ??= piece
    items++
    if (previous !== null && isBlankGap(previous.piece)) spaced++
    if (piece.lead.includes('/*')) comments++
    else if (piece.lead.includes('//')) lineComments++
  }
  if (first === null) return { ...model, eol }
  return {
    eol,
    indent: indentOf(first),
    isBareKey: !/^["']/.test(first.key),
    middle: /^[ \t]*=[ \t]*$/.test(first.middle) ? first.middle : model.middle,
    isSpaced: items > 1 ? spaced * 2 > items - 1 : model.isSpaced,
    isLineComment: lineComments > comments,
    styles: stringsStylesOf(text),
  }
}
