import { decodeBytes } from '../decode.ts'
import type { Document, EntryEdit, FileLanguages, Format, Recognition, View } from '../format.ts'
import { languagesOf, tableLayout } from '../table/table-layout.ts'
import { openCsv } from './csv-sheet.ts'
import { editCsv } from './edit-csv.ts'
import { CSV, readCsv } from './read-csv.ts'

/** Tables of comma, semicolon, tab or bar separated values: one language, source and target, or a column for each language. */
export const csv: Format = {
  id: CSV,
  extensions: ['.csv', '.tsv'],
  languages: 'many',
  plurals: 'none',
  syntax: 'plain',
  holds: ['comment', 'context', 'state', 'source', 'max-length'],
  recognise: recogniseCsv,
  languagesIn: languagesOfCsv,
  read: readCsv,
  edit: (document, edits, model = null) => editCsv(document, edits, model),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty: Document = {
      format: CSV,
      text: '',
      encoding: model?.encoding ?? { charset: 'utf-8', bom: false },
      entries: new Map(),
      issues: [],
      ...(view === undefined ? {} : { view }),
    }
    return editCsv(empty, edits, model?.format === CSV ? model : null)
  },
}

/** No targets where the file does not name its languages. */
function languagesOfCsv(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeBytes(bytes)
  if (issue !== null) return { source: null, targets: [] }
  const { layout } = openCsv(text)
  const source = layout.texts.find((one) => one.column === layout.source)?.language ?? null
  return { source, targets: languagesOf(layout).filter((language) => language !== source) }
}

function recogniseCsv(path: string, head: string): Recognition {
  if (!/\.[ct]sv$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const first = openCsv(head.slice(0, 4000)).rows[0]
  const { kind, hasHead } = tableLayout(first?.cells.map((cell) => cell.text) ?? [])
  if (hasHead && kind === 'many') return { certainty: 3, reason: 'language-columns' }
  if (hasHead) return { certainty: 2, reason: 'key-column' }
  if (/(?:^|\/)(?:i18n|locales?|lang|languages|translations?)\//i.test(path)) return { certainty: 2, reason: 'translation-folder' }
  return { certainty: first !== undefined && first.cells.length < 2 ? 0 : 1, reason: 'plain-csv' }
}
