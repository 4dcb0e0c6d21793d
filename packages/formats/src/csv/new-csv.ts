import type { Document, EntryEdit } from '../format.ts'
import { eolOf } from '../source/keyed-lines.ts'
import { newHeads } from '../table/new-heads.ts'
import { headFor, isOnlyLanguage } from '../table/table-layout.ts'
import { openCsv } from './csv-sheet.ts'
import { styleOf, writeCell } from './write-cell.ts'

/** The first row of a file that has none yet: that of the model, else heads for what is to be put in. Empty where the model has no heads. */
export function newCsvHead({ text, view }: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const eol = eolOf(model?.text ?? text) ?? '\n'
  const language = view?.language ?? null
  const sheet = model === null ? null : openCsv(model.text)
  if (model === null || sheet === null || sheet.rows.length === 0) return `${newHeads(edits, language).join(',')}${eol}`
  const [first] = sheet.rows
  const named = model.text.slice(0, sheet.start)
  if (first === undefined || !sheet.layout.hasHead) return named === '' && sheet.delimiter !== ',' ? `sep=${sheet.delimiter}${eol}` : named
  const style = styleOf(sheet, sheet)
  const cells = first.cells.map((cell, column) => {
    const own = model.text.slice(cell.span.start, cell.span.end)
    const isOwn = language === null || !isOnlyLanguage(sheet.layout, column)
    return isOwn ? own : writeCell(headFor(sheet.layout, language), { ...style, column, isQuoted: cell.isQuoted })
  })
  return `${named}${cells.join(sheet.delimiter)}${eol}`
}
