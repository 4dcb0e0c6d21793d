import type { Document, EntryEdit } from '../format.ts'
import { anyEolOf } from '../source/line-ends.ts'
import { newHeads } from '../table/new-heads.ts'
import { headFor, isOnlyLanguage } from '../table/table-layout.ts'
import { openCsv } from './csv-session.ts'
import { styleOf, writeCell } from './write-cell.ts'

/**
 * Returns the first row of an empty file: that of the model, otherwise a header for the additions. Empty if
 * the model has no header.
 */
export function newCsvHead(
  { text, view }: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): string {
  const eol = anyEolOf(model?.text ?? text) ?? '\n'
  const language = view?.language ?? null
  const session = model === null ? null : openCsv(model.text)
  if (model === null || session === null || session.rows.length === 0)
    return `${newHeads(edits, language).join(',')}${eol}`
  const [first] = session.rows
  const named = model.text.slice(0, session.start)
  if (first === undefined || !session.layout.hasHead)
    return named === '' && session.delimiter !== ',' ? `sep=${session.delimiter}${eol}` : named
  const style = styleOf(session, session)
  const cells = first.cells.map((cell, column) => {
    const own = model.text.slice(cell.span.start, cell.span.end)
    const isOwn = language === null || !isOnlyLanguage(session.layout, column)
    return isOwn
      ? own
      : writeCell(headFor(session.layout, language), { ...style, column, isQuoted: cell.isQuoted })
  })
  return `${named}${cells.join(session.delimiter)}${eol}`
}
