import { append, type TextLimits } from '@dragoman/core'
import { type IniQuote, readIniValue } from '@dragoman/core/ini-grammar'
import { type Document, isWhole } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { type Chain, chainOf, type Link, linksOf } from '../source/chain.ts'
import { gapOf, indentOf, isBlankGap, type KeyedPiece } from '../source/keyed-lines.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { scanIni } from './ini-scanner.ts'
import { endOfPhpValue, type IniRules, rulesOf } from './php-values.ts'
import { iniName } from './read-ini.ts'

/** A file while it is being edited. */
export type IniSession = {
  readonly chain: Chain<KeyedPiece>
  /** The item that is used for a name, and its heading. */
  readonly items: Map<string, IniLocation>
  /** Items hidden by a later one with the same name. */
  readonly shadowed: Map<string, Link<KeyedPiece>[]>
  /** The last of the headings with a name. */
  readonly sections: Map<string, Link<KeyedPiece>>
  /** Items with a new value. */
  readonly written: KeyedPiece[]
  readonly style: IniStyle
}

export type IniLocation = { readonly link: Link<KeyedPiece>; readonly section: string | null }

/** How a new item is written. */
export type IniStyle = {
  readonly eol: string
  readonly middle: string
  readonly quote: IniQuote
  /** The quote for a text that needs one. */
  readonly fallback: IniQuote
  readonly commentMark: string
  readonly isSpaced: boolean
  /** Whether texts with line breaks are written over several lines, which not every program reads. */
  readonly isOverLines: boolean
} & IniRules

export const DEFAULT_INI_STYLE: IniStyle = {
  eol: '\n',
  middle: ' = ',
  quote: '',
  fallback: '"',
  commentMark: ';',
  isSpaced: false,
  isOverLines: false,
  isPhp: false,
  hasEscapedQuotes: false,
}

/** Returns the texts that a file written like this one can store. */
export function limitsOfIni(document: Document): TextLimits {
  const { isOverLines, isPhp } = isWhole(document)
    ? openIni(document.text, DEFAULT_INI_STYLE).style
    : DEFAULT_INI_STYLE
  return { ...NO_NULL, writing: { kind: 'ini', lines: isOverLines ? 'several' : 'one', isPhp } }
}

export function openIni(text: string, model: IniStyle): IniSession {
  const pieces: KeyedPiece[] = []
  const named: { readonly name: string; readonly section: string | null; readonly at: number }[] = []
  const headings: { readonly name: string; readonly at: number }[] = []
  let at = 0
  for (const part of scanIni(text)) {
    if (part.kind === 'odd') continue
    if (part.start > at) pieces.push(gapOf(text.slice(at, part.start)))
    at = part.end
    if (part.kind === 'section') {
      headings.push({ name: part.name, at: pieces.length })
      pieces.push({ ...gapOf(text.slice(part.start, part.end)), kind: 'section' })
      continue
    }
    const name = iniName(text, part)
    if (name !== null) named.push({ name, section: part.section, at: pieces.length })
    pieces.push({
      kind: 'item',
      lead: text.slice(part.start, part.key.start),
      key: text.slice(part.key.start, part.key.end),
      middle: text.slice(part.key.end, part.value.start),
      value: text.slice(part.value.start, part.value.end),
      tail: text.slice(part.value.end, part.end),
    })
  }
  if (at < text.length) pieces.push(gapOf(text.slice(at)))
  const rules = rulesOf(pieces.flatMap(({ kind, value }) => (kind === 'item' ? value : [])))
  if (rules.isPhp) for (const piece of pieces) cutComment(piece)
  const chain = chainOf(pieces)
  const links = [...linksOf(chain)]
  const session: IniSession = {
    chain,
    items: new Map(),
    shadowed: new Map(),
    sections: new Map(),
    written: [],
    style: styleOf(text, chain, { model, rules }),
  }
  for (const heading of headings) {
    const link = links[heading.at]
    if (link !== undefined) session.sections.set(heading.name, link)
  }
  for (const { name, section, at: index } of named) {
    const link = links[index]
    if (link !== undefined) register(session, name, { link, section })
  }
  return session
}

function register(session: IniSession, name: string, place: IniLocation): void {
  const rival = session.items.get(name)
  session.items.set(name, place)
  if (rival !== undefined) append(session.shadowed, name, rival.link)
}

/** Moves a comment after the quotes of a value, which PHP does not read, out of the value. */
function cutComment(piece: KeyedPiece): void {
  const end = endOfPhpValue(piece.value)
  piece.tail = piece.value.slice(end) + piece.tail
  piece.value = piece.value.slice(0, end)
}

function styleOf(
  text: string,
  chain: Chain<KeyedPiece>,
  { model, rules }: { readonly model: IniStyle; readonly rules: IniRules },
): IniStyle {
  const eol = anyEolOf(text) ?? model.eol
  const quotes: Record<IniQuote, number> = { '': 0, '"': 0, "'": 0, '`': 0, '"""': 0 }
  let items = 0
  let spaced = 0
  let isOverLines = false
  let first: KeyedPiece | null = null
  let commentMark: string | null = null
  for (const { piece, previous } of linksOf(chain)) {
    commentMark ??= /(?:^|[\r\n])[ \t]*([;#])/.exec(piece.kind === 'section' ? '' : piece.lead)?.[1] ?? null
    if (piece.kind !== 'item') continue
    first ??= piece
    items++
    if (previous !== null && isBlankGap(previous.piece)) spaced++
    const { quote } = readIniValue(piece.value)
    if (piece.value !== '') quotes[quote]++
    if (quote !== '' && /[\r\n]/.test(piece.value)) isOverLines = true
  }
  const mark = commentMark ?? model.commentMark
  if (first === null) return { ...model, eol, commentMark: mark }
  return {
    eol,
    middle: middleOf(first),
    quote: quotes['"'] > quotes[''] ? '"' : '',
    fallback: quotes['`'] > quotes['"'] ? '`' : '"',
    commentMark: mark,
    isSpaced: items > 2 && spaced * 2 > items - 1,
    isOverLines,
    ...rules,
  }
}

/** Returns the text between key and value; an empty first value can lack its blank. */
function middleOf(piece: KeyedPiece): string {
  const { middle, value } = piece
  if (value !== '' || !/^[ \t]+=$/.test(middle)) return middle
  return `${middle}${indentOf({ ...piece, lead: middle.slice(0, -1) })}`
}
