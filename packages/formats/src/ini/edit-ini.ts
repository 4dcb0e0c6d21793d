import type { EntryPath } from '@dragoman/core'
import {
  type IniQuote,
  openMark,
  openMarkIn,
  readIniValue,
  writeIniValue,
  writePhpValue,
} from '@dragoman/core/ini-grammar'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { encodeNewFile } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { linksOf, unlink } from '../source/chain.ts'
import { indentOf, type KeyedPiece, printPieces, removeItem, removeShadowed } from '../source/keyed-lines.ts'
import { commentLines } from '../source/line-ends.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { readValueOf } from './escaped-quotes.ts'
import {
  DEFAULT_INI_STYLE,
  type IniLocation,
  type IniSession,
  type IniStyle,
  openIni,
} from './ini-session.ts'
import { insertItem, splitIniPath } from './insert-item.ts'
import { isIniNumber, rulesOf } from './php-values.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editIni(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const text = replaceValues(document, edits) ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

/** Replaces values in place; null if that depends on how other items are written. */
function replaceValues(document: Document, edits: readonly EntryEdit[]): string | null {
  const { text: file, entries } = document
  for (const { span } of entries.values()) if (openMarkIn(file, span.start, span.end) !== null) return null
  return replaceTexts(document, edits, (raw, text) => {
    const { text: before, quote } = readIniValue(raw)
    if (before === text) return raw
    // In PHP's dialect these need (other) quotes, and only the whole file shows the dialect.
    if ((quote === '"' || quote === "'") && /["'$\\]/.test(text + before)) return null
    if (isIniNumber(raw) && !isIniNumber(text)) return null
    const written = raw === '' || text.includes('\n') ? null : writeIniValue(text, [quote, ''], '\n')
    return written === null || openMark(written) === null ? written : null
  })
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const session = openIni(document.text, styleOfModel(model))
  applyEdits(targetOf(session), edits)
  keepRules(session)
  const text = printPieces(session.chain)
  assertNotSwallowed(session, text)
  return text
}

/**
 * Keeps the backslashes before quotes in a file that has not all values in quotes: if a new value has, and is the last
 * one without, all would be read as for PHP. It gets quotes that PHP does not know.
 */
function keepRules(session: IniSession): void {
  const { chain, style } = session
  if (style.isPhp) return
  const items = [...linksOf(chain)].flatMap(({ piece }) => (piece.kind === 'item' ? piece : []))
  const isKept = () => !rulesOf(items.map(({ value }) => value)).hasEscapedQuotes
  for (const piece of session.written) {
    if (isKept()) return
    const quoted = writeIniValue(readIniValue(piece.value).text, ['`', '"""'], style.eol)
    if (quoted !== null) piece.value = quoted
  }
}

/** Throws if an unclosed quote would now close with a later one, because the lines between are gone. */
function assertNotSwallowed(session: IniSession, text: string): void {
  const places = [...session.items]
  if (places.every(([, { link }]) => openMark(link.piece.value) === null)) return
  const { items } = openIni(text, session.style)
  for (const [name, { link }] of places) {
    const again = items.get(name)?.link.piece.value
    if (again !== link.piece.value) throw new EditError('not-representable', name)
  }
}

/** Returns a new file with the additions of `edits`, in the style of `model`. */
export function createIni(edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const session = openIni('', styleOfModel(model))
  applyEdits(targetOf(session), edits)
  keepRules(session)
  const text = printPieces(session.chain)
  return encodeNewFile(text, model)
}

function styleOfModel(model: Document | null): IniStyle {
  return model !== null && isWhole(model) ? openIni(model.text, DEFAULT_INI_STYLE).style : DEFAULT_INI_STYLE
}

function targetOf(session: IniSession): EditTarget<IniLocation> {
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => session.items.get(name) ?? null,
    setText: ({ link }, { text }, name) => setText(session, link.piece, name, text),
    insert: (edit, name) => addItem(session, edit, name),
    remove({ link }, name) {
      removeShadowed(session, name)
      removeItem(session.chain, link)
      session.items.delete(name)
    },
    rename: (place, { name, path }, newName) => renameItem(session, place, { name, path, newName }),
  }
}

function setText(session: IniSession, piece: KeyedPiece, name: string, text: string): void {
  const before = readValueOf(piece.value, session.style.hasEscapedQuotes)
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
  session.written.push(piece)
}

type Writing = {
  readonly name: string
  readonly text: string
  readonly quote: IniQuote
  readonly isOverLines: boolean
}

function writeText({ style }: IniSession, { name, text, quote, isOverLines }: Writing): string {
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  const isRefused = text.includes('\n') && !isOverLines
  const value = isRefused ? null : writeValue(style, text, quote)
  if (value === null) throw new EditError('not-representable', name)
  return value
}

function writeValue(
  { isPhp, hasEscapedQuotes, fallback, eol }: IniStyle,
  text: string,
  quote: IniQuote,
): string | null {
  if (isPhp && quote === '' && isIniNumber(text)) return text
  if (isPhp) return writePhpValue(text, eol, { escapesFirst: hasEscapedQuotes })
  return writeIniValue(text, [quote, '', fallback, '"', '`', "'", '"""'], eol)
}

function addItem(session: IniSession, edit: AddEdit, name: string): void {
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
    lead: commentLines(edit.comment ?? '', style.commentMark, style.eol),
    key,
    middle: style.middle,
    value,
    tail: style.eol,
  }
  session.written.push(piece)
  session.items.set(name, { link: insertItem(session, { section, after: edit.after }, piece), section })
}

function renameItem(
  session: IniSession,
  place: IniLocation,
  { name, path, newName }: { readonly name: string; readonly path: EntryPath; readonly newName: string },
): undefined {
  const { section, key } = splitIniPath(session, path, place.section)
  removeShadowed(session, name)
  session.items.delete(name)
  let { link } = place
  link.piece.key = key
  if (section !== place.section) {
    unlink(session.chain, link)
    if (!/[\r\n]$/.test(link.piece.tail)) link.piece.tail += session.style.eol
    link = insertItem(session, { section, after: [] }, link.piece)
  }
  session.items.set(newName, { link, section })
}
