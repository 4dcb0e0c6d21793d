import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { newDocument } from '../edit/new-file.ts'
import type { Document, EntryEdit, FileLanguages, Format, Recognition, View } from '../format.ts'
import { tableDetails } from '../table/table-details.ts'
import { languagesOf, statesOf } from '../table/table-layout.ts'
import { csvHeadOf, openCsv } from './csv-session.ts'
import { editCsv } from './edit-csv.ts'
import { isGodotHead } from './godot-table.ts'
import { CSV, readCsv } from './read-csv.ts'
import type { CsvRow } from './scan-csv.ts'
import { TABLE_FILES } from './table-files.ts'

/**
 * Tables separated by commas, semicolons, tabs or bars: one language, source and target, or a column for each
 * language.
 */
export const csv: Format = {
  id: CSV,
  about: 'tables of keys and texts, with a column for each language',
  extensions: ['.csv', '.tsv'],
  families: [TABLE_FILES],
  languages: 'many',
  hasColumns: true,
  plurals: 'none',
  syntax: 'plain',
  allowsAnyName: true,
  supports: ['comment', 'context', 'state', 'source', 'max-length'],
  states: ['draft', 'translated', 'reviewed'],
  statesOf: ({ text, view }) => statesOf(csvHeadOf(text).layout, view),
  recognise: recogniseCsv,
  languagesIn: languagesOfCsv,
  holdsSources,
  read: readCsv,
  edit: guardEdit(editCsv),
  detailsOf({ text }) {
    const { rows, layout } = openCsv(text)
    return tableDetails(rows, layout)
  },
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty = newDocument(CSV, '', { model, view })
    return editCsv(empty, edits, model?.format === CSV ? model : null)
  },
}

/** Returns the languages of a file; no targets if it does not name them. */
function languagesOfCsv(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeBytes(bytes)
  if (issue !== null) return { source: null, targets: [] }
  const { layout } = openCsv(text)
  const source = layout.texts.find((one) => one.column === layout.source)?.language ?? null
  return { source, targets: languagesOf(layout).filter((language) => language !== source) }
}

/** Returns whether a file has source texts: in a column alongside the target, or as keys, as in Magento. */
function holdsSources(bytes: Uint8Array): boolean {
  const { text, issue } = decodeBytes(bytes)
  if (issue !== null) return false
  const { layout, rows } = openCsv(text.slice(0, HEAD_CHARACTERS))
  if (layout.hasHead) return layout.kind === 'two'
  const sentences = rows.filter(({ cells: [key] }) => /\S\s+\S|^\p{Lu}\p{Ll}/u.test(key?.text ?? ''))
  return hasPairs(rows) && sentences.length * 2 > rows.length
}

/** The number of characters that is enough to recognize a file. */
const HEAD_CHARACTERS = 4000

function recogniseCsv(path: string, head: string): Recognition {
  if (!/\.[ct]sv$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const { rows, layout } = openCsv(head.slice(0, HEAD_CHARACTERS))
  const [first] = rows
  // Contexts and plurals of Godot are a format of their own.
  if (isGodotHead(first?.cells.map((cell) => cell.text) ?? [])) return { certainty: 1, reason: 'plain-csv' }
  if (layout.hasHead && layout.kind === 'many')
    return { certainty: languagesOf(layout).length > 1 ? 3 : 2, reason: 'language-columns' }
  if (layout.hasHead && layout.kind === 'two') return { certainty: 3, reason: 'source-and-target' }
  if (layout.hasHead) return { certainty: 2, reason: 'key-column' }
  if (isLocaleName(path) && hasPairs(rows)) return { certainty: 3, reason: 'text-pairs' }
  if (/(?:^|\/)(?:i18n|locales?|lang|languages|translations?)\//i.test(path))
    return { certainty: 2, reason: 'translation-folder' }
  return { certainty: first !== undefined && first.cells.length < 2 ? 0 : 1, reason: 'plain-csv' }
}

/** `de_DE.csv`: data files are seldom named by language and region. */
function isLocaleName(path: string): boolean {
  return /^[a-z]{2,3}[-_][A-Z]/.test(path.slice(path.lastIndexOf('/') + 1))
}

/**
 * Whether the first rows are pairs of a text and its translation, as in Magento, where two more columns can name the
 * part of the program that uses the text (`bin/magento i18n:collect-phrases -m`).
 */
function hasPairs(rows: readonly CsvRow[]): boolean {
  const pairs = rows.filter(
    ({ cells }) =>
      (cells.length === 2 || (cells.length === 4 && PARTS_OF_MAGENTO.has(cells[2]?.text ?? ''))) &&
      cells.slice(0, 2).every(({ text }) => /\p{L}/u.test(text)),
  )
  return pairs.length > 0 && pairs.length * 4 >= rows.length * 3
}

const PARTS_OF_MAGENTO: ReadonlySet<string> = new Set(['module', 'theme', 'lib'])
