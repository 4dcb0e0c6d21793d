import {
  type IniQuote,
  openMark,
  openMarkIn,
  phpQuotes,
  readIniValue,
  writeIniValue,
} from '@dragoman/core/ini-grammar'
import { encodeText } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { unlink } from '../source/chain.ts'
import { indentOf, type KeyedPiece, printPieces, removeItem } from '../source/keyed-lines.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { DEFAULT_INI_STYLE, type IniPlace, type IniSession, type IniStyle, openIni } from './ini-session.ts'
import { placeIn, splitIniPath } from './place-ini-item.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editIni(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0) return encodeText(document.text, document.encoding)
  const text = replaceValues(document, edits) ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

/** Null where it matters how other items are written. */
function replaceValues(document: Document, edits: readonly EntryEdit[]): string | null {
  const { text: file, entries } = document
  for (const { span } of entries.values()) if (openMarkIn(file, span.start, span.end) !== null) return null
  return replaceTexts(document, edits, (raw, text) => {
    const { text: before, quote } = readIniValue(raw)
    if (before === text) return raw
    // In PHP's dialect these need other marks, and which dialect it is shows in the whole file.
    if ((quote === '"' || quote === "'") && /["'$\\]/.test(text)) return null
    const written = raw === '' || text.includes('\n') ? null : writeIniValue(text, [quote, ''], '\n')
    return written === null || openMark(written) === null ? written : null
  })
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const session = openIni(document.text, styleOfModel(model))
  for (const edit of edits) applyEdit(session, edit)
  const text = printPieces(session.chain)
  assertUnswallowed(session, text)
  return text
}

/** A quote that does not close might, once the lines between are gone, close with a later one. */
function assertUnswallowed(session: IniSession, text: string): void {
  const places = [...session.items]
  if (places.every(([, { link }]) => openMark(link.piece.value) === null)) return
  const { items } = openIni(text, session.style)
  for (const [name, { link }] of places) {
    const again = items.get(name)?.link.piece.value
    if (again !== link.piece.value) throw new EditError('not-representable', name)
  }
}

/** A new file with what `edits` add, in the style of `model`. */
export function createIni(edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const session = openIni('', styleOfModel(model))
  for (const edit of edits) applyEdit(session, edit)
  const text = printPieces(session.chain)
  const endsOpen = model !== null && model.text !== '' && !/[\r\n]$/.test(model.text)
  return encodeText(
    endsOpen ? text.replace(/(?:\r\n|[\r\n])$/, '') : text,
    model?.encoding ?? { charset: 'utf-8', bom: false },
  )
}

function styleOfModel(model: Document | null): IniStyle {
  return model !== null && isWhole(model) ? openIni(model.text, DEFAULT_INI_STYLE).style : DEFAULT_INI_STYLE
}

function applyEdit(session: IniSession, edit: EntryEdit): void {
  switch (edit.kind) {
    case 'set':
      setText(session, placeNamed(session, edit.name).link.piece, edit.name, edit.text)
      return
    case 'add':
      addItem(session, edit)
      return
    case 'remove':
      for (const link of session.shadowed.get(edit.name) ?? []) removeItem(session.chain, link)
      removeNamed(session, edit.name)
      return
    case 'rename':
      renameItem(session, edit.name, edit.path)
  }
}

function placeNamed(session: IniSession, name: string): IniPlace {
  const place = session.items.get(name)
  if (place === undefined) throw new EditError('no-entry', name)
  return place
}

function removeNamed(session: IniSession, name: string): void {
  const place = session.items.get(name)
  if (place !== undefined) removeItem(session.chain, place.link)
  session.shadowed.delete(name)
  session.items.delete(name)
}

function setText(session: IniSession, piece: KeyedPiece, name: string, text: string): void {
  const before = readIniValue(piece.value)
  if (before.text === text) return
  if (piece.value === '' && !/[ \t]$/.test(piece.middle) && /[ \t]$/.test(session.style.middle))
    piece.middle += indentOf({ ...piece, lead: session.style.middle })
  const isOverLines = session.style.isOverLines || before.text.includes('\n')
  piece.value = writeText(session, {
    name,
    text,
    quote: piece.value === '' ? session.style.quote : before.quote,
    isOverLines,
  })
}

type Writing = {
  readonly name: string
  readonly text: string
  readonly quote: IniQuote
  readonly isOverLines: boolean
}

function writeText({ style }: IniSession, { name, text, quote, isOverLines }: Writing): string {
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  const quotes: readonly IniQuote[] = style.isPhp
    ? phpQuotes(text)
    : [quote, '', style.fallback, '"', '`', "'", '"""']
  const value = text.includes('\n') && !isOverLines ? null : writeIniValue(text, quotes, style.eol)
  if (value === null) throw new EditError('not-representable', name)
  return value
}

function addItem(session: IniSession, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const name = edit.path.join('.')
  const existing = session.items.get(name)
  if (existing !== undefined) {
    setText(session, existing.link.piece, name, edit.text)
    return
  }
  const { section, key } = splitIniPath(session, edit.path)
  const { style } = session
  const value = writeText(session, {
    name,
    text: edit.text,
    quote: style.quote,
    isOverLines: style.isOverLines,
  })
  const piece: KeyedPiece = {
    kind: 'item',
    lead: commentLead(edit.comment ?? '', style),
    key,
    middle: style.middle,
    value,
    tail: style.eol,
  }
  session.items.set(name, { link: placeIn(session, { section, after: edit.after }, piece), section })
}

function commentLead(comment: string, { eol, commentMark }: IniStyle): string {
  if (comment === '') return ''
  return comment
    .split(/\r\n|[\r\n]/)
    .map((line) => `${commentMark} ${line}`.trimEnd() + eol)
    .join('')
}

function renameItem(session: IniSession, name: string, path: readonly (string | number)[]): void {
  const place = placeNamed(session, name)
  const wanted = path.join('.')
  if (wanted === name) return
  if (session.items.has(wanted)) throw new EditError('place-taken', wanted)
  const { section, key } = splitIniPath(session, path, place.section)
  for (const link of session.shadowed.get(name) ?? []) removeItem(session.chain, link)
  session.shadowed.delete(name)
  session.items.delete(name)
  let { link } = place
  link.piece.key = key
  if (section !== place.section) {
    unlink(session.chain, link)
    if (!/[\r\n]$/.test(link.piece.tail)) link.piece.tail += session.style.eol
    link = placeIn(session, { section, after: [] }, link.piece)
  }
  session.items.set(wanted, { link, section })
}
