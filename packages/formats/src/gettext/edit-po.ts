import { append, type FormName, type Span } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { encodeTextPieces } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { keyOfEdit } from '../edit/edit-names.ts'
import { type Document, type EntryEdit, type EntryState, unitEntryName } from '../format.ts'
import { indexOfForm } from '../plurals/plural-rule.ts'
import { linkAfter, unlinkPart } from '../source/chain.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { obsoleteMessages } from './obsolete-po.ts'
import { headerText } from './po-header-text.ts'
import { newNode, nodeEntryName, openPoSession, type PoNode, type PoSession } from './po-session.ts'
import { markDoubledBackslashes } from './po-text.ts'
import { printPo, splitName } from './print-po.ts'
import { isSingular } from './read-po.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editPo(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const isBlank = document.text.trim() === '' && edits.some((edit) => edit.kind === 'add')
  const started = isBlank ? { ...document, text: headerText(model, document.view) } : document
  const session = openPoSession(started, edits, model)
  const changes: Changes = { session, charset: document.encoding.charset, obsolete: null }
  applyEdits(targetOf(changes), edits)
  stateRule(session)
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
  /** By name; null: not read yet. */
  obsolete: ReadonlyMap<string, readonly Span[]> | null
}

/** Refuses edits after which the texts would no longer show if backslashes are doubled. */
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

type PoLocation = { readonly node: PoNode; readonly index: number }

function targetOf(changes: Changes): EditTarget<PoLocation> {
  const { session } = changes
  return {
    nameOf: (edit) => nameOf(session, edit),
    find: (name) => findLocation(session, name),
    setText(place, edit, name) {
      const { node, index } = place
      if (edit.kind === 'add') guessPlural(changes, place, edit)
      setText(changes, { node, index, text: edit.text, entry: edit.kind === 'add' ? node.name : name })
      setState(session, node, edit.state)
    },
    insert: (edit) => addEntry(changes, edit),
    remove: (place) => removeEntry(session, place),
    rename: ({ node }, edit, newName) => renameMessage(changes, node, { entry: edit.name, newName }),
  }
}

/**
 * Returns the name of an entry. The forms of a message share its msgid, so renaming one of them renames the
 * message.
 */
function nameOf(session: PoSession, edit: AddEdit | RenameEdit): string {
  const name = keyOfEdit(edit)
  if (edit.kind === 'rename' || edit.unit === undefined || edit.unit.plural === 'none') return name
  const { plural, form } = edit.unit
  if (plural !== 'cardinal' || indexOfForm(session.rule, form) < 0)
    throw new EditError('not-representable', name)
  return unitEntryName({ name, plural, form })
}

/** Returns the message and the number of the form that an entry's name refers to. */
function findLocation(session: PoSession, entry: string): PoLocation | null {
  const [name = '', form] = entry.split('\u0000')
  const node = session.byName.get(name)?.[0]
  if (node === undefined || (node.plural === null) !== (form === undefined)) return null
  // Forms after the first NUL are our own names; any other string has no number.
  const index = form === undefined ? 0 : indexOfForm(session.rule, form as FormName)
  const exists = session.isSource || node.texts.has(index)
  return index < 0 || !exists || node.removed.has(index) ? null : { node, index }
}

type TextChange = PoLocation & { readonly text: string; readonly entry: string }

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
  if (node.plural !== null && text !== '' && !session.rule.isStated) session.withoutRule.add(node)
}

/** Refuses a text that `msgfmt` refuses: with U+0000 or U+0004, which end it or its context, or outside the charset. */
function refuseText(text: string, charset: string, entry: string): void {
  if (text.includes('\u0000') || text.includes(CONTEXT_END)) throw new EditError('not-representable', entry)
  if (!isEncodable(text, charset)) throw new EditError('not-encodable', entry)
}

function setState(session: PoSession, node: PoNode, state: EntryState | undefined): void {
  if (state !== undefined && !session.isSource) node.isFuzzy = state === 'draft'
}

function addEntry(changes: Changes, edit: AddEdit): void {
  const { session } = changes
  const name = keyOfEdit(edit)
  const kind = edit.unit?.plural ?? 'none'
  const index = kind === 'none' ? 0 : indexOfForm(session.rule, edit.unit?.form ?? 'other')
  const known = session.byName.get(name)?.[0]
  if (known !== undefined && (known.plural === null) !== (kind === 'none'))
    throw new EditError('place-taken', name)
  const node = known ?? insertMessage(changes, edit, name)
  guessPlural(changes, { node, index }, edit)
  node.removed.delete(index)
  setText(changes, { node, index, text: edit.text, entry: name })
  if (known === undefined && edit.text === '') return
  setState(session, node, edit.state)
}

/** Sets msgid_plural to the first source text of a form other than the singular. */
function guessPlural({ session, charset }: Changes, { node, index }: PoLocation, edit: AddEdit): void {
  if (!node.isPluralGuessed || isSingular(session.rule, index)) return
  const text = session.isSource ? edit.text : edit.source
  if (text === undefined || text === '') return
  refuseText(text, charset, node.name)
  node.plural = text
  node.isPluralGuessed = false
}

function insertMessage(changes: Changes, edit: AddEdit, name: string): PoNode {
  const { session } = changes
  refuseName(changes, name)
  dropObsolete(changes, name)
  const isPlural = (edit.unit?.plural ?? 'none') !== 'none'
  // A comment can contain characters that the charset does not have; that is no reason to refuse the text.
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
    flags: session.flagsFor({ name, id: splitName(name).id, syntax: edit.syntax }),
  })
  node.isPluralGuessed = isPlural
  if (isPlural && !session.isSource && !session.rule.isStated) session.withoutRule.add(node)
  for (let index = 0; index < (isPlural ? session.targetCount : 1); index++) node.texts.set(index, '')
  linkAfter(placeFor(session, edit.after), node)
  append(session.byName, name, node)
  return node
}

/**
 * States the usual rule in a header without a usable one if there are new plural texts, because programs would count
 * their forms as in English. Messages with such texts get as many forms as the rule has.
 */
function stateRule(session: PoSession): void {
  const { withoutRule, rule } = session
  const written = [...withoutRule].filter(({ isGone }) => !isGone)
  if (written.length === 0 || !hasHeader(session) || !hasUsualForms(session)) return
  session.needsRule = true
  for (const { texts } of written) {
    for (let index = 0; index < rule.count; index++) if (!texts.has(index)) texts.set(index, '')
    for (const index of texts.keys()) if (index >= rule.count) texts.delete(index)
  }
}

function hasHeader({ start }: PoSession): boolean {
  for (let node = start.next; node !== null; node = node.next) if (node.kind === 'header') return true
  return false
}

/** Returns whether all translated plural messages can have as many forms as the usual rule, which the header can then state. */
function hasUsualForms({ byName, rule, withoutRule }: PoSession): boolean {
  for (const nodes of byName.values())
    for (const node of nodes) {
      const used = [...node.texts].filter(([, text]) => text !== '')
      const isOther = node.plural !== null && used.length > 0 && !withoutRule.has(node)
      if (isOther && node.texts.size !== rule.count) return false
      if (node.plural !== null && used.some(([index]) => index >= rule.count)) return false
    }
  return true
}

/** Refuses a name that would be read as another one: U+0004 can only end the context. */
function refuseName({ charset }: Changes, name: string): void {
  if (name === '' || name.includes('\u0000') || splitName(name).id.includes(CONTEXT_END))
    throw new EditError('unusable-path', name)
  if (!isEncodable(name, charset)) throw new EditError('not-encodable', name)
}

function dropObsolete(changes: Changes, name: string): void {
  changes.obsolete ??= changes.session.text.includes('#~') ? obsoleteSpans(changes) : new Map()
  const spans = changes.obsolete.get(name)
  if (spans === undefined) return
  changes.session.cuts.push(...spans)
  changes.session.cuts.sort((a, b) => a.start - b.start)
}

function obsoleteSpans({ session, charset }: Changes): ReadonlyMap<string, readonly Span[]> {
  const spans = new Map<string, Span[]>()
  for (const { name, span } of obsoleteMessages(session.text, charset)) append(spans, name, span)
  return spans
}

function placeFor(session: PoSession, after: readonly string[]): PoNode {
  for (const entry of after) {
    const node = session.byName.get(entry.split('\u0000')[0] ?? '')?.[0]
    if (node !== undefined) return node
  }
  return session.start.next?.kind === 'header' ? session.start.next : session.start
}

function removeEntry(session: PoSession, { node, index }: PoLocation): void {
  node.removed.add(index)
  const left = session.isSource && node.plural !== null ? [0, 1] : [...node.texts.keys()]
  if (node.plural !== null && left.some((other) => !node.removed.has(other))) return
  for (const other of session.byName.get(node.name) ?? []) {
    other.isGone = true
    // A message without new content has nothing left to print.
    if (other.message === null) unlinkPart(other)
  }
  session.byName.delete(node.name)
}

function renameMessage(
  changes: Changes,
  node: PoNode,
  { entry, newName }: { readonly entry: string; readonly newName: string },
): readonly (readonly [string, string])[] {
  const { session } = changes
  if (session.isSource) throw new EditError('read-only', entry)
  if (node.name === newName) return []
  if (session.byName.has(newName)) throw new EditError('place-taken', newName)
  refuseName(changes, newName)
  dropObsolete(changes, newName)
  for (const other of session.byName.get(node.name) ?? []) if (other !== node) other.isGone = true
  session.byName.delete(node.name)
  const entries = [...node.texts.keys()].map((index) => nodeEntryName(session, node, index))
  node.name = newName
  append(session.byName, newName, node)
  return entries.filter((name) => name !== entry).map((name) => [name, newName])
}
