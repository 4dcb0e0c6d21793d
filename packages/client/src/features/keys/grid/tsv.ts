/**
 * The cells of a table as spreadsheets put it on the clipboard: tabs between cells, line ends between rows; a
 * cell that holds one of them, or a quotation mark, stands in quotation marks with its own doubled. A last
 * line end begins no row.
 */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = quotedCell(text, at) ?? plainCell(text, at)
    row.push(cell.value)
    at = cell.end
    if (text[at] === '\t') {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    if (at >= text.length) break
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at === text.length) break
  }
  return rows
}

/** The other way round. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoteCell).join('\t')).join('\n')
}

type Cell = { readonly value: string; readonly end: number }

function plainCell(text: string, start: number): Cell {
  let end = start
  while (end < text.length && !isBreak(text[end])) end += 1
  return { value: text.slice(start, end), end }
}

/** Null where the text only begins with a quotation mark. */
function quotedCell(text: string, start: number): Cell | null {
  if (text[start] !== '"') return null
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') {
      value += '"'
      at += 1
    } else {
      const end = at + 1
      // Spreadsheets end lines within a cell with \n; those that were \r\n are the same line end.
      return end === text.length || isBreak(text[end]) ? { value: value.replaceAll('\r\n', '\n'), end } : null
    }
  }
  return null
}

function isBreak(sign: string | undefined): boolean {
  return sign === '\t' || sign === '\n' || sign === '\r'
}

function quoteCell(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
