import { EditError } from '../edit-error.ts'
import type { Document } from '../format.ts'
import { append } from '../source/append.ts'
import { parseXml } from '../source/parse-xml.ts'
import { type DraftElement, draftXml } from '../source/xml-draft.ts'
import { type XmlHabit, xmlHabitOf } from '../source/xml-habit.ts'
import { type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { attributeOf } from '../source/xml-tree.ts'
import { QT_REFERENCES, readQtText, writeQtText } from './qt-text.ts'
import { collectQtMessages } from './read-qt-ts.ts'

/** A file while it is being edited: its pieces, and where each name stands in them. */
export type QtSheet = {
  readonly top: DraftElement
  readonly root: DraftElement
  readonly isSource: boolean
  readonly language: string | null
  readonly formCount: number
  readonly slots: Map<string, QtSlot>
  /** The names of messages that have texts. */
  readonly names: Set<string>
  /** Messages that are kept although the program has them no more, by name. */
  readonly gone: Map<string, QtDraft>
  /** The contexts of the file by name, the last of a name. */
  readonly contexts: Map<string, DraftElement>
  /** Messages of which a text was removed and others were not. */
  readonly emptied: Set<QtDraft>
  /** Messages with the key of one before them, by name. */
  readonly doubles: Map<string, QtDraft[]>
  readonly layout: XmlLayout
  readonly habit: XmlHabit
  /** Plural forms follow each other on one line. */
  readonly hasInlineForms: boolean
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

export type QtSlot = {
  readonly message: QtDraft
  readonly messageName: string
  holder: DraftElement | null
  text: string
  isRemoved: boolean
}

export function openQtSheet(document: Document, model: Document | null): QtSheet {
  const { text, encoding, view } = document
  const tree = parseXml(text)
  const { top, elements } = draftXml(text, tree)
  const root = tree.root === null ? undefined : elements.get(tree.root)
  if (tree.root === null || root === undefined) throw new EditError('not-whole', '')
  const { messages, formCount } = collectQtMessages(text, tree, view)
  const raws: string[] = []
  const slots = new Map<string, QtSlot>()
  const gone = new Map<string, QtDraft>()
  const doubles = new Map<string, QtDraft[]>()
  for (const { name, context, element, translation, isNumerus, isGone, isDouble, texts } of messages) {
    const contextDraft = elements.get(context)
    const elementDraft = elements.get(element)
    if (contextDraft === undefined || elementDraft === undefined) continue
    const translationDraft = translation === null ? null : (elements.get(translation) ?? null)
    const isDraft = translation !== null && attributeOf(translation, 'type') === 'unfinished'
    const message: QtDraft = {
      context: contextDraft,
      element: elementDraft,
      translation: translationDraft,
      isNumerus,
      isDraft,
      names: texts.map(({ entry }) => entry.name),
    }
    if (isGone) gone.set(name, message)
    if (isDouble) append(doubles, name, message)
    for (const { entry, holder } of texts) {
      if (holder !== null) raws.push(text.slice(holder.openEnd, holder.closeStart))
      slots.set(entry.name, {
        message,
        messageName: name,
        holder: holder === null ? null : (elements.get(holder) ?? null),
        text: entry.text,
        isRemoved: false,
      })
    }
  }
  const contexts = new Map<string, DraftElement>()
  for (const child of tree.root.children) {
    const draft = child.kind === 'element' && child.name === 'context' ? elements.get(child) : undefined
    if (child.kind !== 'element' || draft === undefined) continue
    const name = child.children.find((part) => part.kind === 'element' && part.name === 'name')
    contexts.set(name?.kind === 'element' ? (readQtText(text, name) ?? '') : '', draft)
  }
  const { eol } = xmlLayoutOf(text, root, { eol: '\n', indent: '' })
  const language = attributeOf(tree.root, 'language') || (view?.side === 'target' ? view.language : null)
  return {
    top,
    root,
    isSource: view?.side === 'source',
    language,
    formCount,
    slots,
    names: new Set(messages.filter(({ isGone, isDouble }) => !isGone && !isDouble).map(({ name }) => name)),
    gone,
    contexts,
    emptied: new Set(),
    doubles,
    layout: { eol, indent: indentIn(text) ?? indentIn(model?.text ?? '') ?? '    ' },
    habit: xmlHabitOf(raws, { references: QT_REFERENCES, eol, charset: encoding.charset }),
    hasInlineForms: /<translation[^>]*><numerusform/.test(text),
  }
}

/** The raw content that says `text`, in the style of `holder`. */
export function writeText(
  sheet: QtSheet,
  { name, text, holder }: { readonly name: string; readonly text: string; readonly holder: DraftElement | null },
): string {
  const raw = writeQtText(holder, text, sheet.habit)
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

function indentIn(text: string): string | null {
  return /<context>\s*?[\r\n]([ \t]*)<name/.exec(text)?.[1] ?? null
}
