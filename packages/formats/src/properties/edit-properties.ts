import { append } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameOfEdit } from '../edit/edit-names.ts'
import { UTF8 } from '../edit/new-file.ts'
import type { Document, Encoding, EntryEdit } from '../format.ts'
import { linkAfter, unlinkPart } from '../source/chain.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { isUsableKey } from '../source/usable-key.ts'
import {
  emptyNode,
  openSession,
  type PropertiesSession,
  printSession,
  type SessionNode,
} from './properties-session.ts'
import {
  type PropertiesStyle,
  propertiesStyleOf,
  quoteKey,
  quoteValue,
  rewriteValue,
  textOfValue,
} from './properties-text.ts'
import { decodeProperties } from './read-properties.ts'
import { endsWithBackslash } from './scan-properties.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editProperties(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  for (const edit of edits) refuseHalfCharacters(edit)
  const encoding = encodingAfter(document, model)
  const style = styleOf(document, model, encoding)
  const bytes = encodeText(textAfter(document, edits, model, style), encoding)
  if (keepsEncoding(bytes, encoding)) return bytes
  // Adjacent Latin-1 characters can look like UTF-8, and would be read as such.
  const escaped = encodeText(textAfter(document, edits, model, { ...style, rawUpTo: 0x7f }), encoding)
  if (keepsEncoding(escaped, encoding)) return escaped
  throw new EditError('not-representable', '')
}

/**
 * Returns the encoding after edits. A pure ASCII file is the same in both charsets; it can become UTF-8 if
 * its sibling is.
 */
function encodingAfter(document: Document, model: Document | null): Encoding {
  if (document.text === '' && model?.encoding.charset.startsWith('utf')) return model.encoding
  if (model?.encoding.charset !== 'utf-8' || document.encoding.charset !== 'iso-8859-1')
    return document.encoding
  return /[^\0-\x7f]|\\u/.test(document.text) ? document.encoding : UTF8
}

function refuseHalfCharacters(edit: EntryEdit): void {
  if ((edit.kind === 'set' || edit.kind === 'add') && /\p{Surrogate}/u.test(edit.text))
    throw new EditError('not-encodable', nameOfEdit(edit))
}

function styleOf(document: Document, model: Document | null, encoding: Encoding): PropertiesStyle {
  const limit = encoding.charset.startsWith('utf') ? 0x10ffff : 0xff
  const own = propertiesStyleOf(document.text, limit)
  // If nothing shows how other characters are written, uses escapes, which every Java version reads.
  if (/[^\0-\x7f]/.test(document.text)) return own
  if (document.text.includes('\\u') || model === null) return { ...own, rawUpTo: encoding.bom ? limit : 0x7f }
  const { rawUpTo, upperHex } = propertiesStyleOf(model.text, limit)
  return { ...own, rawUpTo: /[^\0-\x7f]/.test(model.text) ? rawUpTo : 0x7f, upperHex }
}

function keepsEncoding(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding.charset !== 'iso-8859-1') return true
  return decodeProperties(bytes).encoding.charset === 'iso-8859-1'
}

function textAfter(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
  style: PropertiesStyle,
): string {
  const replaced = replaceTexts(document, edits, (raw, text) => {
    // A key without a separator would need one first; a character that looks like one must not follow a mere
    // blank.
    // An empty one must not leave a line continuation before it.
    if (raw === '' || text === '' || /^[=:]/.test(text)) return null
    return textOfValue(raw) === text ? raw : rewriteValue(raw, text, style, true)
  })
  if (replaced !== null) return replaced
  const session = openSession(document.text, model?.text ?? '')
  applyEdits(targetOf(session, style), edits)
  return printSession(session)
}

function hasMark(separator: string): boolean {
  return /[=:]/.test(separator.replaceAll(/\\[=:]/g, ''))
}

function targetOf(session: PropertiesSession, style: PropertiesStyle): EditTarget<SessionNode> {
  const { byName } = session
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => byName.get(name)?.at(-1) ?? null,
    setText: (node, { text }) => setText(session, node, text, style),
    insert: (edit, name) => addEntry(session, edit, { name, style }),
    remove(_, name) {
      for (const node of byName.get(name) ?? []) removeNode(node)
      byName.delete(name)
    },
    rename(node, { name }, newName) {
      if (!isUsableKey(newName)) throw new EditError('unusable-path', newName)
      for (const other of byName.get(name) ?? []) if (other !== node) removeNode(other)
      byName.delete(name)
      rekey(session, node, { newName, style })
      append(byName, newName, node)
    },
  }
}

function setText(session: PropertiesSession, node: SessionNode, text: string, style: PropertiesStyle): void {
  if (node.text === text) return
  // A backslash at the very end continues nothing, but would escape the text added after it.
  if (node.rawValue === '' && endsWithBackslash(node.separator, node.separator.length))
    node.separator = node.separator.slice(0, -1)
  if (!/[=: \t\f]/.test(node.separator.replaceAll(/\\(?:\r\n|[\r\n])[ \t\f]*/g, '')))
    node.separator += node.separator === '' || hasMark(session.separator) ? session.separator : '='
  node.rawValue = rewriteValue(node.rawValue, text, style, hasMark(node.separator))
  // Otherwise the next line would be the value, if the break is a carriage return and a line feed follows it.
  if (node.rawValue === '') node.separator = node.separator.replace(/(?:\\(?:\r\n|[\r\n])[ \t\f]*)+$/, '')
  node.text = text
}

function addEntry(
  session: PropertiesSession,
  edit: AddEdit,
  { name, style }: { readonly name: string; readonly style: PropertiesStyle },
): void {
  if (!isUsableKey(name)) throw new EditError('unusable-path', name)
  const { before, sample } = placeFor(session, edit.after)
  const node = emptyNode('entry')
  node.key = name
  node.rawKey = quoteKey(name, style)
  node.lead = sample === null ? '' : (/^[ \t]*/.exec(sample.lead)?.[0] ?? '')
  node.separator = separatorLike(session, sample, node.rawKey)
  node.rawValue = quoteValue(edit.text, style, hasMark(node.separator))
  node.text = edit.text
  // The comment of a file without entries stays its own.
  let last =
    sample === null && before.kind === 'comment' ? insertLine(session, before, emptyNode('blank')) : before
  for (const line of edit.comment === undefined || edit.comment === ''
    ? []
    : edit.comment.split(/\r\n|[\r\n]/)) {
    const comment = emptyNode('comment')
    comment.lead = quoteComment(line, style)
    last = insertLine(session, last, comment)
  }
  insertLine(session, last, node)
  append(session.byName, name, node)
}

/**
 * Returns the position of a new entry: after the nearest that precedes it in the source, otherwise before the
 * first entry, but below the file's own comment.
 */
function placeFor(
  session: PropertiesSession,
  after: readonly string[],
): { readonly before: SessionNode; readonly sample: SessionNode | null } {
  for (const name of after) {
    const node = session.byName.get(name)?.at(-1)
    if (node !== undefined) return { before: node, sample: node }
  }
  let last = session.start
  for (let node = session.start.next; node !== null; node = node.next) {
    if (node.kind !== 'entry') {
      last = node
      continue
    }
    let before = node.prev ?? session.start
    while (before.kind === 'comment' && !before.isHeader && before.prev !== null) before = before.prev
    return { before, sample: node }
  }
  return { before: last, sample: null }
}

function separatorLike(session: PropertiesSession, sample: SessionNode | null, rawKey: string): string {
  const [, blanks = '', mark = '', rest = ''] =
    /^([ \t]*)([=:]?)([ \t]*)$/.exec(sample?.separator ?? '') ?? []
  if (sample === null || blanks + mark + rest === '') return session.separator
  if (session.alignment === 'plain' || mark === '' || blanks === '') return blanks + mark + rest
  return ' '.repeat(Math.max(1, sample.rawKey.length + blanks.length - rawKey.length)) + mark + rest
}

function quoteComment(line: string, style: PropertiesStyle): string {
  const text = line.replaceAll(/\p{Surrogate}/gu, '\ufffd')
  const body =
    style.rawUpTo > 0xff
      ? text
      : text.replaceAll(/[^ -~]/g, (char) => (char.charCodeAt(0) <= style.rawUpTo ? char : '?'))
  return body === '' ? '#' : `# ${body}`
}

/** Inserts a line after another; a file without a final line break is kept without one. */
function insertLine(session: PropertiesSession, before: SessionNode, node: SessionNode): SessionNode {
  node.eol = session.eol
  if (before.kind !== 'start' && before.next === null && before.eol === '') {
    before.eol = session.eol
    node.eol = ''
  }
  // After a backslash at the end of the file, which continued nothing so far, the new line would be read as a
  // part of the old one.
  if (endsOpen(before)) before.eol += session.eol
  linkAfter(before, node)
  return node
}

function endsOpen({ kind, lead, rawKey, separator, rawValue }: SessionNode): boolean {
  if (kind === 'comment') return false
  const raw = rawValue || separator || rawKey || lead
  return endsWithBackslash(raw, raw.length)
}

function removeNode(node: SessionNode): void {
  const isLast = node.next === null
  for (
    let above = node.prev;
    above !== null && above.kind === 'comment' && !above.isHeader;
    above = node.prev
  )
    unlinkPart(above)
  unlinkPart(node)
  if (isLast && node.eol === '' && node.prev !== null && !endsOpen(node.prev)) node.prev.eol = ''
}

function rekey(
  { alignment }: PropertiesSession,
  node: SessionNode,
  { newName, style }: { readonly newName: string; readonly style: PropertiesStyle },
): void {
  const oldLength = node.rawKey.length
  node.key = newName
  node.rawKey = quoteKey(newName, style)
  const blanks = /^[ \t]{2,}(?=[=:])/.exec(node.separator)?.[0].length ?? 0
  if (alignment === 'aligned' && blanks > 0)
    node.separator =
      ' '.repeat(Math.max(1, oldLength + blanks - node.rawKey.length)) + node.separator.slice(blanks)
}
