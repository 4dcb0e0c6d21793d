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

/** Does the same for many offsets of one text, whose lines are found only once. */
export function lineColumnsOf(text: string): (offset: number) => LineColumn {
  const starts = lineStartsOf(text)
  return (offset) => {
    const end = Math.min(Math.max(offset, 0), text.length)
    const line = lineAt(starts, end)
    return { line: line + 1, column: end - (starts[line] ?? 0) + 1 }
  }
}

/** Returns the offset of the first character of each line. */
export function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}

/** Returns the line that contains an offset, from 0, by the starts of the lines. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
