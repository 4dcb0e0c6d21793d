import { type Edit, splice } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameOfEdit } from '../edit/edit-names.ts'
import { requireTexts } from '../edit/verify-output.ts'
import type { Document, EntryEdit } from '../format.ts'
import { linksOf } from '../source/chain.ts'
import { draftTable, type TableDraft } from '../table/draft-table.ts'
import { replaceZipPart } from '../zip/write-zip.ts'
import { MOST_CELL_CHARACTERS } from './cell-text.ts'
import { readXlsx, sheetOf, type XlsxSheet } from './read-xlsx.ts'
import { rowsOf, type SheetRow } from './sheet.ts'
import { appendRows, changeDimension, rowEdits } from './write-sheet.ts'

/**
 * Returns the bytes of `document` after the edits (see Format.edit): one part of the package changes, all
 * others keep their bytes.
 */
export function editXlsx(document: Document, edits: readonly EntryEdit[]): Uint8Array {
  const { container, view } = document
  const sheet = sheetOf(document)
  if (container === undefined || sheet === null) throw new EditError('not-whole', '')
  for (const edit of edits) checkLength(edit)
  const rows = [...rowsOf(sheet.root, sheet.strings)]
  const texts = new Map([...document.entries.values()].map((entry) => [entry.name, entry.text]))
  const draft = draftTable(rows, edits, { layout: sheet.layout, view, texts })
  const text = print(sheet, rows, draft)
  if (text === sheet.text) return container
  const content = encodeText(text, sheet.encoding)
  const written = replaceZipPart(sheet.archive, sheet.part, content)
  requireTexts(readXlsx(written, view, new Map([[sheet.part, content]])), draft.expected, edits)
  return written
}

/** Refuses longer texts: Excel reports a file with more in a cell as damaged. */
function checkLength(edit: EntryEdit): void {
  const texts =
    edit.kind === 'add'
      ? [edit.text, edit.source ?? '', edit.comment ?? '']
      : edit.kind === 'set'
        ? [edit.text]
        : []
  if (texts.some((text) => text.length > MOST_CELL_CHARACTERS))
    throw new EditError('not-representable', nameOfEdit(edit))
}

function print(sheet: XlsxSheet, rows: readonly SheetRow[], draft: TableDraft<SheetRow>): string {
  const edits: Edit[] = []
  const kept = new Set<SheetRow>()
  const added: ReadonlyMap<number, string | null>[] = []
  let isHead = sheet.layout.hasHead
  for (const { piece } of linksOf(draft.rows)) {
    if (piece.source === null) {
      added.push(piece.changes)
      continue
    }
    kept.add(piece.source)
    const head = isHead ? draft.newColumn : null
    const changes = head === null ? piece.changes : new Map([...piece.changes, [head.column, head.head]])
    isHead = false
    if (changes.size > 0) edits.push(...rowEdits(sheet, piece.source, changes))
  }
  for (const row of rows) if (!kept.has(row)) edits.push({ span: row.span, text: '' })
  if (added.length > 0) edits.push(...appendRows(sheet, added))
  if (added.length > 0 || draft.newColumn !== null)
    edits.push(...changeDimension(sheet, added.length, draft.newColumn?.column ?? 0))
  return splice(sheet.text, edits)
}
