import type { FormName, Span } from '@dragoman/core'
import { type Document, type Entry, type EntryUnit, type FileLanguages, unitEntryName, type View } from '../format.ts'
import { type IssueList, openIssueList } from '../json/issue-list.ts'
import { type EntryExtras, newEntry } from '../source/new-entry.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import { attributeOf, childElement, childElements, type XmlElement, type XmlTree } from '../source/xml-tree.ts'
import { type MessageKey, messageName, messagePath } from './message-key.ts'
import { qtFormCount, qtPluralForms } from './qt-plural-forms.ts'
import { readQtText } from './qt-text.ts'

export const QT_TS = 'qt-ts'

/** Reads a translation source of Qt Linguist: the translations of all messages that the program still has, or their source texts. */
export function readQtTs(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeXml(bytes)
  const asked = view === undefined ? {} : { view }
  if (issue !== null) return { format: QT_TS, text, encoding, entries: new Map(), issues: [issue], ...asked }
  const { messages, issues } = collectQtMessages(text, parseXml(text), view)
  const entries = new Map<string, Entry>()
  for (const message of messages) for (const { entry } of message.texts) entries.set(entry.name, entry)
  return { format: QT_TS, text, encoding, entries, issues, ...asked }
}

export function qtLanguages(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeXml(bytes)
  const root = issue === null ? parseXml(text).root : null
  if (root?.name !== 'TS') return { source: null, targets: [] }
  const target = attributeOf(root, 'language')
  return { source: attributeOf(root, 'sourcelanguage') || null, targets: target === null || target === '' ? [] : [target] }
}

/** A message with the texts it has in a view. */
export type QtMessage = {
  readonly key: MessageKey
  readonly name: string
  readonly context: XmlElement
  readonly element: XmlElement
  readonly translation: XmlElement | null
  readonly isNumerus: boolean
  /** Out of the program: kept by lupdate, and no entry. */
  readonly isGone: boolean
  /** Its key is that of a message before it. */
  readonly isDouble: boolean
  readonly texts: readonly QtText[]
}

/** `holder` is the element of the text; null where it has to be made. */
export type QtText = { readonly entry: Entry; readonly holder: XmlElement | null }

export type QtMessages = { readonly messages: readonly QtMessage[]; readonly formCount: number; readonly issues: Document['issues'] }

type Reading = {
  readonly file: string
  readonly isSource: boolean
  readonly language: string | null
  readonly formCount: number
  /** Of messages without forms: as the language has them, so that it does not depend on other messages. */
  readonly ownCount: number
  readonly issues: IssueList
  readonly messages: QtMessage[]
  readonly seen: Set<string>
}

export function collectQtMessages(file: string, tree: XmlTree, view: View | undefined): QtMessages {
  const { root } = tree
  if (root !== null && root.name !== 'TS') {
    const issue = {
      code: 'not-this-format',
      severity: 'error' as const,
      span: { start: root.start, end: root.openEnd },
      params: { format: 'Qt TS' },
    }
    return { messages: [], formCount: 1, issues: [...tree.issues, issue] }
  }
  const language = (root === null ? null : attributeOf(root, 'language')) || (view?.side === 'target' ? view.language : null)
  const formCount = (root === null ? null : mostForms(root)) ?? qtFormCount(language)
  const isSource = view?.side === 'source'
  const reading: Reading = {
    file,
    isSource,
    language,
    formCount,
    ownCount: language === null ? formCount : qtFormCount(language),
    issues: openIssueList(),
    messages: [],
    seen: new Set(),
  }
  if (root !== null) for (const context of childElements(root, 'context')) collectContext(reading, context)
  return {
    messages: reading.messages,
    formCount,
    issues: [...tree.issues, ...reading.issues.all()].toSorted((a, b) => a.span.start - b.span.start),
  }
}

/** The number of forms that messages of the file have; null where none has any. */
function mostForms(root: XmlElement): number | null {
  let most = 0
  for (const context of childElements(root, 'context')) {
    for (const message of childElements(context, 'message')) {
      if (attributeOf(message, 'numerus') !== 'yes') continue
      for (const translation of childElements(message, 'translation'))
        most = Math.max(most, childElements(translation, 'numerusform').length)
    }
  }
  return most === 0 ? null : most
}

function collectContext(reading: Reading, context: XmlElement): void {
  const name = childText(reading, context, 'name') ?? ''
  for (const element of childElements(context, 'message')) collectMessage(reading, context, name, element)
}

function collectMessage(reading: Reading, context: XmlElement, contextName: string, element: XmlElement): void {
  const span = { start: element.start, end: element.openEnd }
  const id = attributeOf(element, 'id') ?? ''
  const source = childText(reading, element, 'source')
  if (source === null && id === '') {
    reading.issues.warn('expected-text', span, { wanted: '<source>' })
    return
  }
  const comment = childText(reading, element, 'comment') ?? ''
  const key: MessageKey = id === '' ? { kind: 'source', context: contextName, source: source ?? '', comment } : { kind: 'id', id }
  const translation = childElement(element, 'translation')
  const type = translation === null ? null : attributeOf(translation, 'type')
  const isGone = type === 'vanished' || type === 'obsolete'
  const name = messageName(key)
  const isNumerus = attributeOf(element, 'numerus') === 'yes'
  const isDouble = !isGone && reading.seen.has(name)
  // lrelease keeps the first.
  if (isDouble) reading.issues.warn('duplicate-key', span, { key: name })
  const isEntry = !isGone && !isDouble
  if (isEntry) reading.seen.add(name)
  const texts = isEntry ? textsOf(reading, { key, name, element, translation, isNumerus }, source ?? '') : []
  reading.messages.push({ key, name, context, element, translation, isNumerus, isGone, isDouble, texts })
}

function textsOf(
  reading: Reading,
  message: Pick<QtMessage, 'key' | 'name' | 'element' | 'translation' | 'isNumerus'>,
  source: string,
): readonly QtText[] {
  const { file } = reading
  const { key, name, element, translation, isNumerus } = message
  const path = messagePath(key)
  const plural = isNumerus ? 'cardinal' : 'none'
  const comment = childText(reading, element, 'extracomment')
  const make = (text: string, span: Span, form: FormName, beside: Pick<EntryExtras, 'source' | 'state'>): Entry => {
    const unit: EntryUnit = { name, plural, form, path }
    const extras = { unit, source: beside.source, state: beside.state, comment }
    return newEntry(isNumerus ? [...path, form] : path, unitEntryName(unit), text, span, extras)
  }
  if (reading.isSource) {
    const holder = childElement(element, 'source')
    return [{ entry: make(source, spanOf(holder ?? element), 'other', {}), holder }]
  }
  const isDraft = translation !== null && attributeOf(translation, 'type') === 'unfinished'
  const beside = { source, state: translation === null ? null : isDraft ? 'draft' : 'translated' } as const
  if (!isNumerus) {
    const text = translation === null ? '' : translationText(reading, translation)
    return text === null ? [] : [{ entry: make(text, spanOf(translation ?? element), 'other', beside), holder: translation }]
  }
  const holders = translation === null ? [] : childElements(translation, 'numerusform')
  const forms = qtPluralForms(reading.language, holders.length === 0 ? reading.ownCount : holders.length)
  if (holders.length > 0 && holders.length !== reading.formCount) {
    const params = { found: String(holders.length), expected: String(reading.formCount) }
    reading.issues.warn('plural-forms-differ', spanOf(translation ?? element), params)
  }
  return forms.flatMap((form, i) => {
    const holder = holders[i] ?? null
    const text = holder === null ? '' : translationText(reading, holder)
    return text === null ? [] : [{ entry: make(text, spanOf(holder ?? translation ?? element), form, beside), holder }]
  })

  function translationText({ issues }: Reading, holder: XmlElement): string | null {
    const text = attributeOf(holder, 'variants') === 'yes' ? null : readQtText(file, holder)
    if (text === null) issues.warn('not-a-text', spanOf(holder), {})
    return text
  }
}

function childText({ file }: Reading, parent: XmlElement, name: string): string | null {
  const child = childElement(parent, name)
  return child === null ? null : (readQtText(file, child) ?? file.slice(child.openEnd, child.closeStart))
}

function spanOf({ start, end }: XmlElement): Span {
  return { start, end }
}
