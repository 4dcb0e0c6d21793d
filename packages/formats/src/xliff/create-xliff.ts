import { type Edit, splice } from '@dragoman/core'
import { encodeText } from '../decode.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { childElements, type XmlElement } from '../source/xml.ts'
import type { Dialect } from './dialect.ts'
import { editXliffText } from './edit-xliff.ts'
import { changeTag, wholeLines } from './element-edit.ts'
import { fillEmptyFiles } from './fill-empty-files.ts'
import { localName } from './inline-text.ts'
import { openXliff, type XliffSheet } from './read-xliff.ts'

/** A new document with the units that are added: the model's head, its `<file>`s and its habits, without its units. */
export function createXliff(model: Document | null, edits: readonly EntryEdit[], dialect: Dialect, view?: View): Uint8Array {
  const sheet = model === null || !isWhole(model) ? null : openXliff(model.text, dialect, 'target').sheet
  const encoding = model?.encoding ?? { charset: 'utf-8', bom: false }
  const empty = sheet === null ? blank(dialect, view) : emptied(sheet, view)
  const text = editXliffText(empty, edits, dialect, { side: view?.side ?? 'target', charset: encoding.charset })
  return encodeText(dialect.id === 'xliff-2' ? fillEmptyFiles(text, dialect) : text, encoding)
}

const SAFE_LANGUAGE = /^[A-Za-z0-9-]{1,35}$/

function blank(dialect: Dialect, view?: View): string {
  const language = view !== undefined && SAFE_LANGUAGE.test(view.language) ? view.language : 'und'
  const source = view?.side === 'source' ? language : 'en'
  const target = view?.side === 'source' ? '' : ` ${dialect.targetLanguage}="${language}"`
  const languages = `${dialect.sourceLanguage}="${source}"${target}`
  if (dialect.id === 'xliff-1') {
    return `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file ${languages} datatype="plaintext" original="messages">
    <body>
    </body>
  </file>
</xliff>
`
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" ${languages}>
  <file id="messages">
  </file>
</xliff>
`
}

function emptied(sheet: XliffSheet, view?: View): string {
  const { text, dialect, layout, root, syntax } = sheet
  const edits: Edit[] = []
  const tagged = dialect.languagesOn === 'root' ? [root] : layout.files.map((file) => file.element)
  if (view !== undefined && SAFE_LANGUAGE.test(view.language)) {
    const name = view.side === 'source' ? dialect.sourceLanguage : dialect.targetLanguage
    for (const element of tagged) {
      edits.push({ span: { start: element.start, end: element.openEnd }, text: changeTag(text, element, new Map([[name, view.language]])) })
    }
  }
  for (const { container } of layout.files) {
    if (container === null) continue
    for (const child of childElements(container)) {
      if (isUnitLike(child, syntax.prefix, dialect)) edits.push({ span: wholeLines(text, child.start, child.end), text: '' })
    }
  }
  return splice(text, edits)
}

function isUnitLike(element: XmlElement, prefix: string, dialect: Dialect): boolean {
  const name = localName(element.name, prefix)
  return name === dialect.unit || name === 'group' || name === 'bin-unit'
}
