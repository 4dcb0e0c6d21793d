import { decodeBytes } from '../bytes/decode.ts'
import { guardEdit } from '../edit/guard-edit.ts'
import { newDocument } from '../edit/new-file.ts'
import type { Document, EntryEdit, FileLanguages, Format, Recognition, View } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { csvHeadOf, csvRows } from './csv-session.ts'
import { editGodot } from './edit-godot.ts'
import { godotColumn, godotRule, isGodotHead } from './godot-table.ts'
import { GODOT_CSV, openGodot, readGodot } from './read-godot.ts'
import { TABLE_FILES } from './table-files.ts'

/** Godot's tables with contexts and plurals; others of Godot are read as CSV. */
export const godotCsv: Format = {
  id: GODOT_CSV,
  about: 'tables of Godot with contexts and plural forms',
  extensions: ['.csv', '.tsv'],
  families: [TABLE_FILES],
  languages: 'many',
  hasColumns: true,
  plurals: 'units',
  syntax: 'printf',
  supports: ['plural', 'comment', 'context'],
  recognise: recogniseGodot,
  languagesIn,
  read: readGodot,
  limitsOf(document) {
    const { table } = openGodot(document.text)
    const column = godotColumn(table.layout, document.view)
    if (column === null || column === 0) return NO_NULL
    const { forms, numbers } = godotRule(table, column)
    return { ...NO_NULL, plurals: forms.map((form, index) => ({ form, numbers: numbers[index] ?? '' })) }
  },
  numberingOf(document) {
    const { table } = openGodot(document.text)
    return godotRule(table, godotColumn(table.layout, document.view)).numbering
  },
  edit: guardEdit((document, edits) => editGodot(document, edits)),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const own = model?.format === GODOT_CSV ? model : null
    const heads = own === null ? newHeads(view) : openGodot(own.text).rows[0]?.cells.map((cell) => cell.text)
    const text = `${(heads ?? newHeads(view)).join(',')}${anyEolOf(own?.text ?? '') ?? '\n'}`
    return editGodot(newDocument(GODOT_CSV, text, { model: own, view }), edits)
  },
}

/** Returns the headings of a new table: keys that are no texts, and the languages that are known. */
function newHeads(view: View | undefined): readonly string[] {
  const source = view?.side === 'source' ? view.language : (view?.sourceLanguage ?? null)
  const languages = [source, view?.language ?? null].filter((language) => language !== null)
  return ['keys', '?context', '?plural', ...new Set(languages), '_notes']
}

function recogniseGodot(path: string, head: string): Recognition {
  if (!/\.[ct]sv$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const table = csvHeadOf(head.slice(0, HEAD_CHARACTERS))
  const [first] = csvRows(head.slice(0, HEAD_CHARACTERS), table, [])
  return first !== undefined && isGodotHead(first.cells.map((cell) => cell.text))
    ? { certainty: 3, reason: 'godot-columns' }
    : { certainty: 0, reason: 'other-content' }
}

const HEAD_CHARACTERS = 4000

function languagesIn(bytes: Uint8Array): FileLanguages {
  const { text, issue } = decodeBytes(bytes)
  if (issue !== null) return { source: null, targets: [] }
  const { keyLanguage, languages } = openGodot(text).table.layout
  return { source: keyLanguage, targets: languages.map(({ language }) => language) }
}
