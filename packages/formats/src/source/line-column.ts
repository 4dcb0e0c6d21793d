/** Line and column as editors show them: both from 1, the column in UTF-16 code units. */
export type LineColumn = { readonly line: number; readonly column: number }

/** Returns the place of `offset` (UTF-16 code units) in `text`; lines end with LF, CR LF or a lone CR. */
export function lineColumnOf(text: string, offset: number): LineColumn {
  const end = Math.min(Math.max(offset, 0), text.length)
  let line = 1
  let lineStart = 0
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code !== 10 && code !== 13) continue
    if (code === 13 && text.charCodeAt(i + 1) === 10) continue
    line++
    lineStart = i + 1
  }
  return { line, column: end - lineStart + 1 }
}
