import { guardEdit } from '../edit/guard-edit.ts'
import type { Document, EntryEdit, FileLanguages, Format, Recognition, View } from '../format.ts'
import { tableDetails } from '../table/table-details.ts'
import { languagesOf, statesOf } from '../table/table-layout.ts'
import { MOST_CELL_CHARACTERS } from './cell-text.ts'
import { createXlsx } from './create-xlsx.ts'
import { editXlsx } from './edit-xlsx.ts'
import { openXlsx, readXlsx, sheetOf, XLSX } from './read-xlsx.ts'
import { rowsOf } from './sheet.ts'

/** Excel workbooks (ISO/IEC 29500): one sheet with the same columns as a CSV file. */
export const xlsx: Format = {
  id: XLSX,
  about: 'the same as Excel workbooks',
  extensions: ['.xlsx'],
  families: [],
  languages: 'many',
  hasColumns: true,
  plurals: 'none',
  syntax: 'plain',
  allowsAnyName: true,
  supports: ['comment', 'context', 'state', 'source', 'max-length'],
  states: ['draft', 'translated', 'reviewed'],
  statesOf(document) {
    const sheet = sheetOf(document)
    return sheet === null ? [] : statesOf(sheet.layout, document.view)
  },
  recognise: recogniseXlsx,
  languagesIn: languagesOfXlsx,
  read: readXlsx,
  limitsOf: () => ({
    characters: 'any',
    charset: null,
    maxLength: MOST_CELL_CHARACTERS,
    writing: { kind: 'any' },
  }),
  edit: guardEdit(editXlsx),
  detailsOf(document) {
    const sheet = sheetOf(document)
    return sheet === null ? [] : tableDetails(rowsOf(sheet.root, sheet.strings), sheet.layout)
  },
  create: (model: Document | null, edits: readonly EntryEdit[], view?: View) =>
    createXlsx(model?.format === XLSX ? model : null, edits, view),
}

function languagesOfXlsx(bytes: Uint8Array): FileLanguages {
  const opened = openXlsx(bytes)
  if (opened.kind === 'invalid') return { source: null, targets: [] }
  const { layout } = opened.sheet
  const source = layout.texts.find((one) => one.column === layout.source)?.language ?? null
  return { source, targets: languagesOf(layout).filter((language) => language !== source) }
}

/** Only recognizes an archive, because the content of the sheets is compressed. */
function recogniseXlsx(path: string, head: string): Recognition {
  if (!/\.xlsx$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  return head.startsWith('PK')
    ? { certainty: 1, reason: 'workbook' }
    : { certainty: 0, reason: 'not-a-workbook' }
}
