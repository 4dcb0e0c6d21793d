import type { FormName } from '@dragoman/core'
import { isEncodable } from '../charset.ts'
import { encodeTextPieces } from '../decode.ts'
import { EditError } from '../edit-error.ts'
import { type Document, type EntryEdit, type EntryState, isWhole } from '../format.ts'
import { obsoleteMessages } from './obsolete-po.ts'
import { indexOfForm } from './plural-rule.ts'
import { headerText } from './po-header-text.ts'
import { insertAfter, newNode, openPoSession, type PoNode, type PoSession, pushTo } from './po-session.ts'
import { markDoubledBackslashes } from './po-text.ts'
import { printPo, splitName } from './print-po.ts'
import { isSingular } from './read-po.ts'

/** The bytes of `document` after the edits (see Format.edit). */
export function editPo(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  if (!isWhole(document)) throw new EditError('not-whole', '')
  if (edits.length === 0)
    return encodeTextPieces(document.text, [{ start: 0, end: document.text.length }], document.encoding)
  const isBlank = document.text.trim() === '' && edits.some((edit) => edit.kind === 'add')
  const started = isBlank ? { ...document, text: headerText(model, document.view) } : document
  const session = openPoSession(started, edits, model)
  const changes: Changes = { session, charset: document.encoding.charset, obsolete: null }
  for (const edit of edits) applyEdit(changes, edit)
  const { odd, ...plain } = document.encoding
  const pieces = printPo(session)
  refuseLostStyle(started, pieces, session)
  return encodeTextPieces(
    started.text,
    pieces,
    isBlank ? plain : { ...plain, ...(odd === undefined ? {} : { odd }) },
  )
}

type Changes = {
  readonly session: PoSession
  readonly charset: string
  obsolete: ReturnType<typeof obsoleteMessages> | null
}

/** Whether backslashes are doubled is told from the texts; an edit must not make it look otherwise. */
function refuseLostStyle(
  { encoding }: Document,
  pieces: ReturnType<typeof printPo>,
  session: PoSession,
): void {
  if (encoding.charset.startsWith('utf')) return
  const text = pieces
    .map((piece) => (typeof piece === 'string' ? piece : session.text.slice(piece.start, piece.end)))
    .join('')
  if (
    markDoubledBackslashes(text, encoding.charset).tails.size !==
    markDoubledBackslashes(session.text, encoding.charset).tails.size
  )
    throw new EditError('not-representable', '')
}

function applyEdit(changes: Changes, edit: EntryEdit): void {
  const { session } = changes
  switch (edit.kind) {
    case 'set': {
      const { node, index } = placeNamed(session, edit.name)
      setText(changes, { node, index, text: edit.text, entry: edit.name })
      setState(session, node, edit.state)
      return
    }
    case 'add':
      addEntry(changes, edit)
      return
    case 'remove':
      removeEntry(session, edit.name)
      return
    case 'rename':
      renameEntry(changes, edit.name, (edit.unit?.path ?? edit.path).join('.'))
  }
}

function placeNamed(session: PoSession, entry: string): { readonly node: PoNode; readonly index: number } {
  const place = findPlace(session, entry)
  if (place === null) throw new EditError('no-entry', entry)
  return place
}

/** The message and the number of the form that an entry's name means. */
function findPlace(
  session: PoSession,
  entry: string,
): { readonly node: PoNode; readonly index: number } | null {
  const [name = '', form] = entry.split('\u0000')
  const node = session.byName.get(name)?.[0]
  if (node === undefined || (node.plural === null) !== (form === undefined)) return null
  // The forms after the first NUL are names of our own; any other string finds no number.
  const index = form === undefined ? 0 : indexOfForm(session.rule, form as FormName)
  const exists = session.isSource || node.texts.has(index)
  return index < 0 || !exists || node.removed.has(index) ? null : { node, index }
}

type TextChange = {
  readonly node: PoNode
  readonly index: number
  readonly text: string
  readonly entry: string
}

function setText({ session, charset }: Changes, { node, index, text, entry }: TextChange): void {
  if (session.isSource) {
    const { id } = splitName(node.name)
    if (text !== (index === 0 ? id : node.plural)) throw new EditError('read-only', entry)
    return
  }
  if (node.texts.get(index) === text) return
  refuseText(text, charset, entry)
  for (let lower = 0; lower < index; lower++) if (!node.texts.has(lower)) node.texts.set(lower, '')
  node.texts.set(index, text)
}

/** A NUL ends a text in gettext's own programs. */
function refuseText(text: string, charset: string, entry: string): void {
  if (text.includes('\u0000')) throw new EditError('not-representable', entry)
  if (!isEncodable(text, charset)) throw new EditError('not-encodable', entry)
}

function setState(session: PoSession, node: PoNode, state: EntryState | undefined): void {
  if (state !== undefined && !session.isSource) node.isFuzzy = state === 'draft'
}

function addEntry(changes: Changes, edit: Extract<EntryEdit, { kind: 'add' }>): void {
  const { session, charset } = changes
  const name = (edit.unit?.path ?? edit.path).join('.')
  const kind = edit.unit?.plural ?? 'none'
  if (kind !== 'none' && kind !== 'cardinal') throw new EditError('not-representable', name)
  const index = kind === 'none' ? 0 : indexOfForm(session.rule, edit.unit?.form ?? 'other')
  if (index < 0) throw new EditError('not-representable', name)
  const known = session.byName.get(name)?.[0]
  if (known !== undefined && (known.plural === null) !== (kind === 'none'))
    throw new EditError('place-taken', name)
  const node = known ?? insertMessage(changes, edit, name)
  guessPlural(session, node, { index, edit, charset })
  node.removed.delete(index)
  setText(changes, { node, index, text: edit.text, entry: name })
  if (known === undefined && edit.text === '') return
  setState(session, node, edit.state)
}

/** The first source text that belongs to no singular says what msgid_plural is. */
function guessPlural(
  session: PoSession,
  node: PoNode,
  {
    index,
    edit,
    charset,
  }: { readonly index: number; readonly edit: Extract<EntryEdit, { kind: 'add' }>; readonly charset: string },
): void {
  if (!node.isPluralGuessed || isSingular(session.rule, index)) return
  const text = session.isSource ? edit.text : edit.source
  if (text === undefined || text === '') return
  refuseText(text, charset, node.name)
  node.plural = text
  node.isPluralGuessed = false
}

function insertMessage(changes: Changes, edit: Extract<EntryEdit, { kind: 'add' }>, name: string): PoNode {
  const { session } = changes
  refuseName(changes, name)
  dropObsolete(changes, name)
  const isPlural = (edit.unit?.plural ?? 'none') !== 'none'
  // A comment may say what the charset cannot; it is not worth refusing the text.
  const comment =
    edit.comment !== undefined && isEncodable(edit.comment, changes.charset)
      ? edit.comment.replaceAll('\u0000', '')
      : ''
  const node = newNode({
    kind: 'message',
    message: null,
    name,
    plural: isPlural ? splitName(name).id : null,
    comment,
  })
  node.isPluralGuessed = isPlural
  for (let index = 0; index < (isPlural ? session.targetCount : 1); index++) node.texts.set(index, '')
  insertAfter(placeFor(session, edit.after), node)
  pushTo(session.byName, name, node)
  return node
}

function refuseName({ charset }: Changes, name: string): void {
  if (name === '' || name.includes('\u0000')) throw new EditError('unusable-path', name)
  if (!isEncodable(name, charset)) throw new EditError('not-encodable', name)
}

function dropObsolete(changes: Changes, name: string): void {
  changes.obsolete ??= changes.session.text.includes('#~')
    ? obsoleteMessages(changes.session.text, changes.charset)
    : new Map()
  const span = changes.obsolete.get(name)
  if (span === undefined) return
  changes.session.cuts.push(span)
  changes.session.cuts.sort((a, b) => a.start - b.start)
}

function placeFor(session: PoSession, after: readonly string[]): PoNode {
  for (const entry of after) {
    const node = session.byName.get(entry.split('\u0000')[0] ?? '')?.[0]
    if (node !== undefined) return node
  }
  return session.start.next?.kind === 'header' ? session.start.next : session.start
}

function removeEntry(session: PoSession, entry: string): void {
  const place = findPlace(session, entry)
  if (place === null) return
  const { node, index } = place
  node.removed.add(index)
  const left = session.isSource && node.plural !== null ? [0, 1] : [...node.texts.keys()]
  if (node.plural !== null && left.some((other) => !node.removed.has(other))) return
  for (const other of session.byName.get(node.name) ?? []) {
    other.isGone = true
    // A new message has nothing to print any more.
    if (other.message === null) unlink(other)
  }
  session.byName.delete(node.name)
}

function unlink(node: PoNode): void {
  if (node.prev !== null) node.prev.next = node.next
  if (node.next !== null) node.next.prev = node.prev
}

function renameEntry(changes: Changes, entry: string, name: string): void {
  const { session } = changes
  // The forms of a message have one msgid: with the first of them all have got the new name.
  if (session.renamed.get(entry.split('\u0000')[0] ?? '') === name && findPlace(session, entry) === null)
    return
  const { node } = placeNamed(session, entry)
  if (session.isSource) throw new EditError('read-only', entry)
  if (node.name === name) return
  if (session.byName.has(name)) throw new EditError('place-taken', name)
  refuseName(changes, name)
  dropObsolete(changes, name)
  for (const other of session.byName.get(node.name) ?? []) if (other !== node) other.isGone = true
  session.byName.delete(node.name)
  session.renamed.set(node.name, name)
  node.name = name
  pushTo(session.byName, name, node)
}
