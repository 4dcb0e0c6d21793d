import { type Chain, chainOf, type Link, linksOf } from '../source/chain.ts'
import { keyOf, tokenText } from './read-apple-strings.ts'
import { type StringsHabits, stringsHabitsOf } from './strings-escape.ts'
import { scanStrings } from './strings-scanner.ts'

/** A file while it is being edited. */
export type StringsSheet = {
  readonly chain: Chain<StringsPiece>
  /** The item that counts for a name. */
  readonly items: Map<string, Link<StringsPiece>>
  /** What a later item with the same key puts out of force. */
  readonly shadowed: Map<string, Link<StringsPiece>[]>
  /** The piece before which the file closes, where that is not its end. */
  readonly close: Link<StringsPiece> | null
  readonly style: StringsStyle
}

export type StringsPiece = {
  readonly kind: 'gap' | 'item'
  /** Own comment and indentation; of a gap all there is. */
  lead: string
  key: string
  /** From the key to the value. */
  middle: string
  value: string
  /** From the value to the end of the item's lines. */
  tail: string
}

/** How a new item is written. */
export type StringsStyle = {
  readonly eol: string
  readonly indent: string
  readonly isBareKey: boolean
  readonly middle: string
  readonly isSpaced: boolean
  readonly isLineComment: boolean
  readonly habits: StringsHabits
}

export const DEFAULT_STYLE: StringsStyle = {
  eol: '\n',
  indent: '',
  isBareKey: false,
  middle: ' = ',
  isSpaced: false,
  isLineComment: false,
  habits: stringsHabitsOf(''),
}

export function gapOf(lead: string): StringsPiece {
  return { kind: 'gap', lead, key: '', middle: '', value: '', tail: '' }
}

export function openStrings(text: string, model: StringsStyle): StringsSheet {
  const scan = scanStrings(text)
  const pieces: StringsPiece[] = []
  const named: { readonly name: string; readonly at: number }[] = []
  let at = 0
  for (const item of scan.items) {
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
  }
  const isClosed = scan.close < text.length
  if (at < scan.close) pieces.push(gapOf(text.slice(at, scan.close)))
  if (isClosed) pieces.push(gapOf(text.slice(scan.close)))
  const chain = chainOf(pieces)
  const links = [...linksOf(chain)]
  const items = new Map<string, Link<StringsPiece>>()
  const shadowed = new Map<string, Link<StringsPiece>[]>()
  for (const { name, at: index } of named) {
    const link = links[index]
    if (link === undefined) continue
    const rival = items.get(name)
    if (rival !== undefined) {
      const others = shadowed.get(name)
      if (others === undefined) shadowed.set(name, [rival])
      else others.push(rival)
    }
    items.delete(name)
    items.set(name, link)
  }
  return { chain, items, shadowed, close: isClosed ? chain.last : null, style: styleOf(text, chain, model) }
}

export function printStrings(sheet: StringsSheet): string {
  const parts: string[] = []
  for (const { piece } of linksOf(sheet.chain)) parts.push(piece.lead, piece.key, piece.middle, piece.value, piece.tail)
  return parts.join('')
}

/** The text of an item; a key that stands alone is its own value. */
export function textOf({ key, value }: StringsPiece): string {
  return tokenText(value === '' ? key : value)
}

function styleOf(text: string, chain: Chain<StringsPiece>, model: StringsStyle): StringsStyle {
  const eol = eolOf(text) ?? model.eol
  let items = 0
  let spaced = 0
  let comments = 0
  let lineComments = 0
  let first: StringsPiece | null = null
  for (const { piece, previous } of linksOf(chain)) {
    if (piece.kind === 'gap') continue
    first ??= piece
    items++
    if (previous?.piece.kind === 'gap' && /^\s*[\r\n]\s*$/.test(previous.piece.lead)) spaced++
    if (piece.lead.includes('/*')) comments++
    else if (piece.lead.includes('//')) lineComments++
  }
  if (first === null) return { ...model, eol }
  return {
    eol,
    indent: indentOf(first.lead),
    isBareKey: !/^["']/.test(first.key),
    middle: /^[ \t]*=[ \t]*$/.test(first.middle) ? first.middle : model.middle,
    isSpaced: items > 1 ? spaced * 2 >= items - 1 : model.isSpaced,
    isLineComment: lineComments > comments,
    habits: stringsHabitsOf(text),
  }
}

export function indentOf(lead: string): string {
  return /[ \t]*$/.exec(lead)?.[0] ?? ''
}

function eolOf(text: string): string | null {
  const at = text.indexOf('\n')
  if (at < 0) return null
  return text[at - 1] === '\r' ? '\r\n' : '\n'
}
