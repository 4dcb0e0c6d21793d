import type { FormName, Span } from '@dragoman/core'
import {
  type Document,
  type Entry,
  type EntryUnit,
  type FileLanguages,
  unitEntryName,
  type View,
} from '../format.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import { type EntryExtras, newEntry } from '../source/new-entry.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import { readXml, wrongRoot } from '../source/xml-document.ts'
import {
  attributeOf,
  childElements,
  firstElement,
  nextElement,
  tagSpan,
  type XmlElement,
  type XmlTree,
} from '../source/xml-tree.ts'
import { type MessageKey, messageName, messagePath } from './message-key.ts'
import { qtFormCount, qtPluralForms } from './qt-plural-forms.ts'
import { readQtText } from './qt-text.ts'

export const QT_TS = 'qt-ts'

/**
 * Reads a translation source of Qt Linguist: the translations of all messages that the program still has, or
 * their source texts.
 */
export function readQtTs(bytes: Uint8Array, view?: View): Document {
  return readXml(QT_TS, bytes, view, (tree) => collectQtMessages(tree, view))
}

export function qtLanguages(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeXml(bytes)
  const root = issue === null ? parseXml(text).root : null
  if (root?.name !== 'TS') return { source: null, targets: [] }
  const target = attributeOf(root, 'language')
  return {
    source: attributeOf(root, 'sourcelanguage') || null,
    targets: target === null || target === '' ? [] : [target],
  }
}

/** The messages of a file in a view: the texts of those that are used, and the locations of the others. */
export type QtMessages = {
  readonly entries: ReadonlyMap<string, Entry>
  /** The names of messages with texts. */
  readonly names: ReadonlySet<string>
  /** No longer in the program: kept by lupdate, but not entries. */
  readonly gone: readonly QtOther[]
  /** Messages with the key of an earlier one. */
  readonly doubles: readonly QtOther[]
  readonly issues: Document['issues']
}

export type QtOther = { readonly name: string; readonly element: XmlElement }

/** The number of plural forms of messages. */
export type QtCounts = {
  readonly language: string | null
  readonly formCount: number
  /** For messages without forms: as defined by the language, independently of other messages. */
  readonly ownCount: number
}

type Reading = {
  readonly file: string
  readonly isSource: boolean
  readonly counts: QtCounts
  readonly issues: IssueList
  readonly entries: Map<string, Entry>
  readonly names: Set<string>
  readonly gone: QtOther[]
  readonly doubles: QtOther[]
}

export function collectQtMessages(tree: XmlTree, view: View | undefined): QtMessages {
  const { root, table } = tree
  const reading: Reading = {
    file: table.text,
    isSource: view?.side === 'source',
    counts: root === null ? { language: null, formCount: 1, ownCount: 1 } : qtCounts(root, view),
    issues: openIssueList(tree.issues),
    entries: new Map(),
    names: new Set(),
    gone: [],
    doubles: [],
  }
  const { entries, names, gone, doubles } = reading
  if (root !== null && root.name !== 'TS')
    return { entries, names, gone, doubles, issues: [...tree.issues, wrongRoot(root, 'Qt TS')] }
  for (
    let context = root && firstElement(root, 'context');
    context !== null;
    context = nextElement(context, 'context')
  ) {
    collectContext(reading, context)
  }
  return { entries, names, gone, doubles, issues: reading.issues.all() }
}

export function qtCounts(root: XmlElement, view: View | undefined): QtCounts {
  const language = attributeOf(root, 'language') || (view?.side === 'target' ? view.language : null)
  const formCount = mostForms(root) ?? qtFormCount(language)
  return { language, formCount, ownCount: language === null ? formCount : qtFormCount(language) }
}

/** Returns the plural forms that a message has or, without any, would have. */
export function qtFormsOf(
  holders: readonly XmlElement[],
  { language, ownCount }: QtCounts,
): readonly FormName[] {
  return qtPluralForms(language, holders.length === 0 ? ownCount : holders.length)
}

/** Returns the number of forms of messages in the file; null if none has any. */
function mostForms(root: XmlElement): number | null {
  let most = 0
  for (
    let context = firstElement(root, 'context');
    context !== null;
    context = nextElement(context, 'context')
  ) {
    for (
      let message = firstElement(context, 'message');
      message !== null;
      message = nextElement(message, 'message')
    ) {
      if (attributeOf(message, 'numerus') !== 'yes') continue
      for (const translation of childElements(message, 'translation'))
        most = Math.max(most, childElements(translation, 'numerusform').length)
    }
  }
  return most === 0 ? null : most
}

function collectContext(reading: Reading, context: XmlElement): void {
  const name = textOf(reading, firstElement(context, 'name')) ?? ''
  for (
    let message = firstElement(context, 'message');
    message !== null;
    message = nextElement(message, 'message')
  ) {
    collectMessage(reading, name, message)
  }
}

function collectMessage(reading: Reading, contextName: string, element: XmlElement): void {
  const id = attributeOf(element, 'id') ?? ''
  const sourceElement = firstElement(element, 'source')
  const source = textOf(reading, sourceElement)
  if (source === null && id === '') {
    reading.issues.warn('expected-text', tagSpan(element), { wanted: '<source>' })
    return
  }
  const comment = textOf(reading, firstElement(element, 'comment')) ?? ''
  const key: MessageKey =
    id === '' ? { kind: 'source', context: contextName, source: source ?? '', comment } : { kind: 'id', id }
  const translation = firstElement(element, 'translation')
  const type = translation === null ? null : attributeOf(translation, 'type')
  const name = messageName(key)
  if (type === 'vanished' || type === 'obsolete') {
    reading.gone.push({ name, element })
    return
  }
  // lrelease keeps the first.
  if (reading.names.has(name)) {
    reading.issues.warn('duplicate-key', tagSpan(element), { key: name })
    reading.doubles.push({ name, element })
    return
  }
  reading.names.add(name)
  collectTexts(
    reading,
    { key, name, element, translation, isDraft: type === 'unfinished' },
    { element: sourceElement, text: source ?? '' },
  )
}

type Message = {
  readonly key: MessageKey
  readonly name: string
  readonly element: XmlElement
  readonly translation: XmlElement | null
  readonly isDraft: boolean
}

type Source = { readonly element: XmlElement | null; readonly text: string }

function collectTexts(reading: Reading, message: Message, source: Source): void {
  const { key, name, element, translation, isDraft } = message
  const path = messagePath(key)
  const isNumerus = attributeOf(element, 'numerus') === 'yes'
  const comment = textOf(reading, firstElement(element, 'extracomment'))
  if (reading.isSource) {
    const unit: EntryUnit = { name, plural: isNumerus ? 'cardinal' : 'none', form: 'other', path }
    addText(reading, unit, source.text, source.element ?? element, { comment })
    return
  }
  const beside = {
    source: source.text,
    state: translation === null ? null : isDraft ? 'draft' : 'translated',
    comment,
  } as const
  if (!isNumerus) {
    const text = translation === null ? '' : translationText(reading, translation)
    if (text !== null)
      addText(reading, { name, plural: 'none', form: 'other', path }, text, translation ?? element, beside)
    return
  }
  const holders = translation === null ? [] : childElements(translation, 'numerusform')
  const { formCount } = reading.counts
  if (holders.length > 0 && holders.length !== formCount) {
    const params = { found: String(holders.length), expected: String(formCount) }
    reading.issues.warn('plural-forms-differ', spanOf(translation ?? element), params)
  }
  for (const [i, form] of qtFormsOf(holders, reading.counts).entries()) {
    const holder = holders[i] ?? null
    const text = holder === null ? '' : translationText(reading, holder)
    if (text !== null)
      addText(
        reading,
        { name, plural: 'cardinal', form, path },
        text,
        holder ?? translation ?? element,
        beside,
      )
  }
}

function addText(
  { entries }: Reading,
  unit: EntryUnit,
  text: string,
  { start, end }: XmlElement,
  extras: Omit<EntryExtras, 'unit'>,
): void {
  const path = unit.plural === 'none' ? unit.path : [...unit.path, unit.form]
  const { source, state, comment } = extras
  const entry = newEntry(path, unitEntryName(unit), text, { start, end }, { unit, source, state, comment })
  entries.set(entry.name, entry)
}

function translationText({ file, issues }: Reading, holder: XmlElement): string | null {
  const text = attributeOf(holder, 'variants') === 'yes' ? null : readQtText(file, holder)
  if (text === null) issues.warn('not-a-text', spanOf(holder), {})
  return text
}

function textOf({ file }: Reading, element: XmlElement | null): string | null {
  return element === null
    ? null
    : (readQtText(file, element) ?? file.slice(element.openEnd, element.closeStart))
}

function spanOf({ start, end }: XmlElement): Span {
  return { start, end }
}
