import { type Edit, splice } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameOfEdit } from '../edit/edit-names.ts'
import { hasExactly } from '../edit/verify-output.ts'
import type { Document, EntryEdit } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { linksOf } from '../source/chain.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { type DraftRow, draftTable, type TableDraft } from '../table/draft-table.ts'
import { type CsvSession, openCsv } from './csv-session.ts'
import { newCsvHead } from './new-csv.ts'
import { readCsv } from './read-csv.ts'
import { replaceCells } from './replace-cells.ts'
import type { CsvRow } from './scan-csv.ts'
import { type CsvStyle, rewriteCell, styleOf, writeCell } from './write-cell.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editCsv(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const replaced = replaceCells(document, edits)
  const quick = replaced === null ? null : encodeText(replaced, document.encoding)
  if (quick !== null && quick.length <= FILE_LIMITS.fileBytes) return quick
  const isEmpty = !/\S/.test(document.text)
  const text =
    isEmpty && edits.some((edit) => edit.kind === 'add') ? newCsvHead(document, edits, model) : document.text
  const session = openCsv(text)
  const style = styleOf(session, isEmpty && model !== null ? openCsv(model.text) : session)
  const { view } = document
  const texts = new Map([...document.entries.values()].map((entry) => [entry.name, entry.text]))
  const draft = draftTable(session.rows, edits, { layout: session.layout, view, texts })
  for (const quotes of ['as usual', 'always'] as const) {
    const written = encodeText(
      print(text, { session, draft, style: { ...style, quotes } }),
      document.encoding,
    )
    // A table is recognized by its content, which an edit can change.
    if (hasExactly(readCsv(written, view), draft.expected)) return written
  }
  if (edits.length > 1 && edits.length <= MOST_STEPS) return editStepwise(document, edits, model)
  const last = edits.at(-1)
  throw new EditError('not-representable', last === undefined ? '' : nameOfEdit(last))
}

/**
 * Maximum number of edits that are tried one by one if they cannot be applied together: in a file with few
 * cells, each can change how the table is recognized.
 */
const MOST_STEPS = 50

function editStepwise(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  let current = document
  for (const edit of edits) current = readCsv(editCsv(current, [edit], model), document.view)
  return encodeText(current.text, current.encoding)
}

type Work = { readonly session: CsvSession; readonly draft: TableDraft<CsvRow>; readonly style: CsvStyle }

function print(text: string, work: Work): string {
  const { session, draft } = work
  const eol = anyEolOf(text) ?? '\n'
  const edits: Edit[] = []
  const kept = new Set<CsvRow>()
  let previous: CsvRow | null = null
  let added: string[] = []
  const flush = () => {
    if (added.length === 0) return
    edits.push(insertion(added, previous, { eol, first: session.rows[0]?.span.start ?? text.length }))
    added = []
  }
  for (const { piece } of linksOf(draft.rows)) {
    if (piece.source === null) {
      added.push(newRow(piece, work))
      continue
    }
    flush()
    kept.add(piece.source)
    if (piece.changes.size > 0 || draft.newColumn !== null)
      edits.push(
        ...rowEdits(
          text,
          { row: piece.source, changes: piece.changes, isHead: previous === null && session.layout.hasHead },
          work,
        ),
      )
    previous = piece.source
  }
  flush()
  for (const { span, eol: end } of session.rows.filter((row) => !kept.has(row)))
    edits.push({ span: { start: span.start, end: span.end + end.length }, text: '' })
  const printed = splice(text, edits)
  const wasOpen = text !== '' && !/[\r\n]$/.test(text)
  return wasOpen ? printed.replace(/(?:\r\n|[\r\n])$/, '') : printed
}

function insertion(
  rows: readonly string[],
  previous: CsvRow | null,
  place: { readonly eol: string; readonly first: number },
): Edit {
  const { eol, first } = place
  const at = previous === null ? first : previous.span.end + previous.eol.length
  const isBehindOpen = previous !== null && previous.eol === ''
  return {
    span: { start: at, end: at },
    text: isBehindOpen ? eol + rows.join(eol) : `${rows.join(eol)}${eol}`,
  }
}

type Change = {
  readonly row: CsvRow
  readonly changes: ReadonlyMap<number, string | null>
  readonly isHead: boolean
}

/** Changes cells in place; missing cells are appended to the row. */
function rowEdits(text: string, { row, changes, isHead }: Change, work: Work): readonly Edit[] {
  const { draft, style } = work
  const head = isHead ? draft.newColumn : null
  const wanted = head === null ? changes : new Map([...changes, [head.column, head.head]])
  const count = row.cells.length
  const last = Math.max(draft.newColumn?.column ?? -1, ...wanted.keys())
  if (last < 0) return []
  const edits: Edit[] = []
  for (const [column, value] of wanted) {
    const cell = row.cells[column]
    if (cell === undefined) continue
    edits.push({
      span: cell.span,
      text: rewriteCell(text, cell, value, { ...style, column, isAligned: work.session.aligned.has(column) }),
    })
  }
  const tail: string[] = []
  for (let column = count; column <= last; column++)
    tail.push(style.delimiter, newCell(wanted.get(column) ?? null, column, style))
  if (tail.length > 0) edits.push({ span: { start: row.span.end, end: row.span.end }, text: tail.join('') })
  return edits
}

function newRow({ changes }: DraftRow<CsvRow>, { session, draft, style }: Work): string {
  const width = Math.max(session.layout.width, (draft.newColumn?.column ?? -1) + 1)
  const cells: string[] = []
  for (let column = 0; column < width; column++)
    cells.push(newCell(changes.get(column) ?? null, column, style))
  return cells.join(style.delimiter)
}

function newCell(value: string | null, column: number, style: CsvStyle): string {
  return value === null ? '' : writeCell(value, { ...style, column, isQuoted: null })
}
