/**
 * Quotes a CSV cell. A sign that begins a formula gets an apostrophe in front wherever a spreadsheet can see the
 * start of a cell: it can separate cells by other characters than the comma (OWASP, CSV Injection).
 */
export function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '').replace(FORMULA_START, "$1'")
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The start of a text, or a separator of cells or rows, then anything that a spreadsheet can drop (quotes, blanks,
 * invisible characters), before a sign that begins a formula, also full width and small.
 */
const FORMULA_START = /((?:^|[,;|\t\r\n])["'\s\p{Cc}\p{Cf}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
