import type { FormName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { type EntryEdit, unitEntryName } from '../format.ts'
import {
  type DraftElement,
  firstElementOf,
  lastElementOf,
  newElement,
  setContent,
  setDraftAttribute,
} from '../source/xml-draft.ts'
import { insertLines } from '../source/xml-layout.ts'
import { escapeXmlAttribute } from '../source/xml-style.ts'
import type { MessageKey } from './message-key.ts'
import { locationOf, type QtDraft, type QtSession, writeText } from './qt-session.ts'

/** A new message. `forms` are its plural forms; null if it has one translation. */
export type NewMessage = {
  readonly edit: Extract<EntryEdit, { kind: 'add' }>
  readonly key: MessageKey
  readonly name: string
  readonly entry: string
  readonly forms: readonly FormName[] | null
  readonly isNumerus: boolean
  readonly isDraft: boolean
}

/**
 * Inserts a message into its context, which is created if it is missing, or restores one that the program had
 * dropped.
 */
export function addQtMessage(session: QtSession, wanted: NewMessage): void {
  const { edit, name, entry, forms, isDraft } = wanted
  const raw = session.isSource ? '' : writeText(session, { name: entry, text: edit.text, holder: null })
  const lost = session.gone().get(name)
  const isReusable =
    lost !== undefined &&
    lost.isNumerus === wanted.isNumerus &&
    (!session.isSource || wanted.key.kind === 'source')
  const message = isReusable ? lost : makeMessage(session, wanted)
  session.gone().delete(name)
  session.names().add(name)
  const { translation } = message
  if (translation === null) throw new EditError('not-representable', entry)
  setDraftAttribute(translation, 'type', isDraft ? 'unfinished' : null)
  message.isDraft = isDraft
  if (forms === null) {
    if (!session.isSource) setContent(translation, raw)
    const holder = session.isSource ? null : translation
    message.names.splice(0, message.names.length, entry)
    session.locations.set(entry, { message, messageName: name, holder, text: edit.text, isRemoved: false })
    return
  }
  const holders = forms.map((form) => newElement('numerusform', '', form === edit.unit?.form ? raw : ''))
  setContent(translation, '')
  for (const holder of holders) holder.parent = translation
  if (session.hasInlineForms()) translation.children = holders
  else insertLines(translation, holders, { previous: null, next: null }, session.layout())
  message.names.length = 0
  for (const [i, form] of forms.entries()) {
    const text = form === edit.unit?.form ? edit.text : ''
    const entryName = unitEntryName({ name, plural: 'cardinal', form })
    message.names.push(entryName)
    session.locations.set(entryName, {
      message,
      messageName: name,
      holder: holders[i] ?? null,
      text,
      isRemoved: false,
    })
  }
}

function makeMessage(session: QtSession, { edit, key, entry, isNumerus }: NewMessage): QtDraft {
  const text = (value: string) => writeText(session, { name: entry, text: value, holder: null })
  const id = key.kind === 'id' ? escapeXmlAttribute(key.id, '"', session.style(key.id)) : ''
  if (id === null) throw new EditError('unusable-path', entry)
  const element = newElement(
    'message',
    `${id === '' ? '' : ` id="${id}"`}${isNumerus ? ' numerus="yes"' : ''}`,
    '',
  )
  const source = key.kind === 'id' ? (edit.source ?? (session.isSource ? edit.text : '')) : key.source
  const parts = [newElement('source', '', text(source))]
  if (key.kind === 'source' && key.comment !== '') parts.push(newElement('comment', '', text(key.comment)))
  if (edit.comment !== undefined && edit.comment !== '')
    parts.push(newElement('extracomment', '', text(edit.comment)))
  const translation = newElement('translation', '', '')
  const near = edit.after
    .map((name) => locationOf(session, name)?.message)
    .filter((message) => message !== undefined)
  const context = contextFor(session, {
    name: key.kind === 'id' ? null : key.context,
    near: near[0]?.context ?? null,
    entry,
  })
  const previous = near.find((message) => message?.context === context)?.element ?? null
  const first = firstElementOf(context, 'message')
  const last = lastElementOf(context)
  const place =
    previous === null && first !== null
      ? { previous: null, next: first }
      : { previous: previous ?? last, next: null }
  insertLines(context, [element], place, session.layout())
  insertLines(element, [...parts, translation], { previous: null, next: null }, session.layout())
  return { context, element, translation, isNumerus, isDraft: false, names: [] }
}

/**
 * Returns the context with a name; for messages with an id, which need none, that of its neighbour or the
 * first one.
 */
function contextFor(
  session: QtSession,
  {
    name,
    near,
    entry,
  }: { readonly name: string | null; readonly near: DraftElement | null; readonly entry: string },
): DraftElement {
  if (name === null && near !== null) return near
  const known = session.contexts().get(name ?? '')
  if (known !== undefined) return known
  const context = newElement('context', '', '')
  const label = newElement('name', '', writeText(session, { name: entry, text: name ?? '', holder: null }))
  const first = firstElementOf(session.root, 'context')
  const last = lastElementOf(session.root)
  const place =
    near === null && first !== null ? { previous: null, next: first } : { previous: near ?? last, next: null }
  // Contexts are not indented.
  insertLines(session.root, [context], place, { ...session.layout(), indent: '' })
  insertLines(context, [label], { previous: null, next: null }, session.layout())
  session.contexts().set(name ?? '', context)
  return context
}
