/**
 * Parses the clipboard format of spreadsheets: tabs between cells, line ends between rows; a cell containing
 * one of these or a quotation mark is quoted, with its own quotation marks doubled. A final line end does not
 * start a row.
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

/** The inverse of `parseTsv`. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoteCell).join('\t')).join('\n')
}

type Cell = { readonly value: string; readonly end: number }

function plainCell(text: string, start: number): Cell {
  let end = start
  while (end < text.length && !isBreak(text[end])) end += 1
  return { value: text.slice(start, end), end }
}

/** Returns null if the text merely starts with a quotation mark. */
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
      // Spreadsheets use \n within a cell; \r\n means the same.
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
