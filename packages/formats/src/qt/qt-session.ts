import type { PluralKind } from '@dragoman/core'
import { append } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { type Document, type Entry, unitEntryName } from '../format.ts'
import { locationNamed } from '../source/entry-locations.ts'
import { lazy } from '../source/lazy.ts'
import { eolOf } from '../source/line-ends.ts'
import { treeOf } from '../source/xml-document.ts'
import { type DraftElement, draftOf, draftXml } from '../source/xml-draft.ts'
import type { XmlLayout } from '../source/xml-layout.ts'
import { styleFor, type XmlStyle } from '../source/xml-style.ts'
import {
  attributeOf,
  childElements,
  elementStartingAt,
  firstElement,
  parentOf,
  type XmlElement,
} from '../source/xml-tree.ts'
import { QT_REFERENCES, readQtText, writeQtText } from './qt-text.ts'
import { collectQtMessages, type QtCounts, qtCounts, qtFormsOf } from './read-qt-ts.ts'

/**
 * A file while it is being edited: its pieces, and the location of each name in them. Only names that edits
 * use are searched.
 */
export type QtSession = {
  readonly document: Document
  readonly top: DraftElement
  readonly root: DraftElement
  readonly isSource: boolean
  readonly counts: () => QtCounts
  /** The names that edits have used so far; null: no entry has the name, or no longer has it. */
  readonly locations: Map<string, QtLocation | null>
  /** The messages that edits have used so far. */
  readonly messages: Map<DraftElement, QtDraft>
  /** The names of messages with texts. */
  readonly names: () => Set<string>
  /** Messages that are kept although the program no longer has them, by name. */
  readonly gone: () => Map<string, QtDraft>
  /** The contexts of the file by name, the last one of each. */
  readonly contexts: () => Map<string, DraftElement>
  /** Messages with some texts removed and others not. */
  readonly emptied: Set<QtDraft>
  /** Messages with the key of an earlier one, by name. */
  readonly doubles: () => Map<string, QtDraft[]>
  readonly layout: () => XmlLayout
  readonly style: (text: string) => XmlStyle
  /** Whether plural forms follow each other on one line. */
  readonly hasInlineForms: () => boolean
}

export type QtDraft = {
  readonly context: DraftElement
  readonly element: DraftElement
  translation: DraftElement | null
  readonly isNumerus: boolean
  isDraft: boolean
  /** The names of its texts. */
  readonly names: string[]
}

export type QtLocation = {
  readonly message: QtDraft
  readonly messageName: string
  holder: DraftElement | null
  text: string
  isRemoved: boolean
}

export function openQtSession(document: Document, model: Document | null): QtSession {
  const { text, encoding, view } = document
  const tree = treeOf(document)
  const { root } = tree
  if (root === null) throw new EditError('not-whole', '')
  const top = draftXml(tree.table)
  const messages = new Map<DraftElement, QtDraft>()
  const draft = (element: XmlElement) => messageDraft(top, messages, element)
  const found = lazy(() => collectQtMessages(tree, view))
  const eol = eolOf(text) ?? '\n'
  return {
    document,
    top,
    root: draftOf(top, root),
    isSource: view?.side === 'source',
    counts: lazy(() => qtCounts(root, view)),
    locations: new Map(),
    messages,
    names: lazy(() => new Set(found().names)),
    gone: lazy(() => new Map(found().gone.map(({ name, element }) => [name, draft(element)]))),
    contexts: lazy(() => contextsOf(top, root)),
    emptied: new Set(),
    doubles: lazy(() => {
      const doubles = new Map<string, QtDraft[]>()
      for (const { name, element } of found().doubles) append(doubles, name, draft(element))
      return doubles
    }),
    layout: lazy(() => ({ eol, indent: indentIn(text) ?? indentIn(model?.text ?? '') ?? '    ' })),
    style: styleFor(text, { references: QT_REFERENCES, eol, charset: encoding.charset }, () =>
      rawsOf(document),
    ),
    hasInlineForms: lazy(() => /<translation[^>]*><numerusform/.test(text)),
  }
}

/** Returns the current location of a name; null if no entry has it. */
export function locationOf(session: QtSession, name: string): QtLocation | null {
  return locationNamed(session, name, (entry) => locationOfEntry(session, entry))
}

function locationOfEntry(session: QtSession, entry: Entry): QtLocation {
  const { top, messages, document } = session
  const place = elementStartingAt(treeOf(document).table, entry.span.start)
  let element = place
  while (element !== null && element.name !== 'message') element = parentOf(element)
  if (place === null || element === null) throw new EditError('not-whole', '')
  const message = messageDraft(top, messages, element)
  const { name: messageName, plural } = entry.unit ?? { name: entry.name, plural: 'none' }
  if (message.names.length === 0) message.names.push(...namesOf(session, element, entry))
  const holder = isHolder(place, plural) ? draftOf(top, place) : null
  return { message, messageName, holder, text: entry.text, isRemoved: false }
}

/** Returns the names of all texts of a message, including `entry`. */
function namesOf(
  { document, isSource, counts }: QtSession,
  element: XmlElement,
  { name, unit }: Entry,
): readonly string[] {
  if (unit === undefined || unit.plural === 'none' || isSource) return [name]
  const translation = firstElement(element, 'translation')
  const forms = qtFormsOf(translation === null ? [] : childElements(translation, 'numerusform'), counts())
  return forms.map((form) => unitEntryName({ ...unit, form })).filter((other) => document.entries.has(other))
}

/** Returns whether an element is one that contains a text. */
function isHolder({ name }: XmlElement, plural: PluralKind): boolean {
  return name === 'source' || name === 'numerusform' || (name === 'translation' && plural === 'none')
}

function messageDraft(top: DraftElement, messages: Map<DraftElement, QtDraft>, source: XmlElement): QtDraft {
  const element = draftOf(top, source)
  const known = messages.get(element)
  if (known !== undefined) return known
  const translation = firstElement(source, 'translation')
  const message: QtDraft = {
    context: element.parent ?? top,
    element,
    translation: translation === null ? null : draftOf(top, translation),
    isNumerus: attributeOf(source, 'numerus') === 'yes',
    isDraft: translation !== null && attributeOf(translation, 'type') === 'unfinished',
    names: [],
  }
  messages.set(element, message)
  return message
}

function contextsOf(top: DraftElement, root: XmlElement): Map<string, DraftElement> {
  const contexts = new Map<string, DraftElement>()
  for (const context of childElements(root, 'context')) {
    const name = firstElement(context, 'name')
    contexts.set(name === null ? '' : (readQtText(root.table.text, name) ?? ''), draftOf(top, context))
  }
  return contexts
}

function rawsOf(document: Document): readonly string[] {
  const { table } = treeOf(document)
  const raws: string[] = []
  for (const { span, unit } of document.entries.values()) {
    const element = elementStartingAt(table, span.start)
    if (element !== null && isHolder(element, unit?.plural ?? 'none'))
      raws.push(table.text.slice(element.openEnd, element.closeStart))
  }
  return raws
}

/** Returns the raw content for `text`, in the style of `holder`. */
export function writeText(
  session: QtSession,
  {
    name,
    text,
    holder,
  }: { readonly name: string; readonly text: string; readonly holder: DraftElement | null },
): string {
  const raw = writeQtText(holder, text, session.style(text))
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

function indentIn(text: string): string | null {
  return /<context>\s*?[\r\n]([ \t]*)<name/.exec(text)?.[1] ?? null
}
