import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition, View } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { newXmlDocument } from '../source/new-xml.ts'
import { parseXml } from '../source/parse-xml.ts'
import { findAttribute } from '../source/xml-tree.ts'
import { editQtTs } from './edit-qt-ts.ts'
import { sourceInMessageName } from './message-key.ts'
import { formsOfQt } from './qt-plural-forms.ts'
import { QT_TS, qtLanguages, readQtTs } from './read-qt-ts.ts'

/** Translation sources of Qt Linguist (.ts): messages by context, with source text and translation. */
export const qtTs: Format = {
  id: QT_TS,
  about: 'Qt Linguist',
  extensions: ['.ts'],
  families: [fileFamily(['.ts'], ['file', 'dot', 'dash'], { isCommon: true, isPlain: true })],
  languages: 'two',
  plurals: 'units',
  escapesNames: true,
  sourceInName: sourceInMessageName,
  syntax: 'qt',
  supports: ['plural', 'comment', 'context', 'state', 'source'],
  states: ['draft', 'translated'],
  structure: XML_STRUCTURE,
  recognise: recogniseQtTs,
  languagesIn: qtLanguages,
  read: readQtTs,
  limitsOf: (document) =>
    document.view?.side === 'source' ? NO_NULL : { ...NO_NULL, plurals: formsOfQt(document) },
  edit: guardEdit(editQtTs),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const own = model?.format === QT_TS ? model : null
    const empty = newXmlDocument(QT_TS, own, {
      root: 'TS',
      attributes: ' version="2.1"',
      doctype: '<!DOCTYPE TS>',
    })
    const text = view === undefined ? empty.text : withLanguage(empty.text, view)
    return editQtTs({ ...empty, text, ...(view === undefined ? {} : { view }) }, edits, own)
  },
}

/** Recognizes a file by its content only: TypeScript files of a project have the same extension. */
function recogniseQtTs(path: string, head: string): Recognition {
  if (!/\.ts$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (/<!DOCTYPE TS\b|<TS[\s>]/.test(head)) return { certainty: 3, reason: 'qt-root' }
  return { certainty: 0, reason: 'other-content' }
}

/** Sets the language of a new file, which the model's start tag does not have. Qt writes `pt_BR`. */
function withLanguage(text: string, { language, side }: View): string {
  const { root } = parseXml(text)
  if (root === null || side === 'source' || !/^[A-Za-z0-9-]+$/.test(language)) return text
  const written = ` language="${language.replaceAll('-', '_')}"`
  const own = findAttribute(root, 'language')
  if (own !== null) return text.slice(0, own.start) + written.slice(1) + text.slice(own.end)
  return `${text.slice(0, root.openEnd - 1)}${written}${text.slice(root.openEnd - 1)}`
}
