import type { Detail } from '../format.ts'
import { namesOfRows } from './read-table.ts'
import { stateOfCell } from './state-word.ts'
import type { TableRow } from './table.ts'
import type { TableLayout } from './table-layout.ts'

/** Returns the content of unknown columns, and invalid states or lengths in the columns of those. */
export function tableDetails(rows: Iterable<TableRow>, layout: TableLayout): readonly Detail[] {
  const details: Detail[] = []
  const { key, source, texts, comments, state, stateKind, maxLength } = layout
  const known = new Set([key, source, ...texts.map(({ column }) => column), ...comments])
  const body = [...rows].slice(layout.hasHead ? 1 : 0)
  const names = namesOfRows(body, layout)
  for (const [index, row] of body.entries()) {
    const owner = names[index] ?? null
    for (const [column, cell] of row.cells.entries()) {
      const text = cell?.text.trim() ?? ''
      const isKnown =
        known.has(column) ||
        (column === state && stateOfCell(text, stateKind) !== null) ||
        (column === maxLength && /^[1-9]\d{0,6}$/.test(text))
      if (text !== '' && (!isKnown || (owner === null && column !== key))) details.push({ owner, text })
    }
  }
  return details
}
