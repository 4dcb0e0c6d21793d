/**
 * Spaces and tabs at the end of a text. An expression such as `[ \\t]*$` tries again at every blank of a long
 * run.
 */
export function trailingBlanks(text: string): string {
  let start = text.length
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--
  return text.slice(start)
}

/** The blanks of the last line, where it has nothing else; null: it has, or there is no line break. */
export function blankLastLine(text: string): string | null {
  const blanks = trailingBlanks(text)
  const before = text.charCodeAt(text.length - blanks.length - 1)
  return before === 10 || before === 13 ? blanks : null
}

/** Past the last character that is no space, tab or line end. */
export function endOfWords(text: string): number {
  let end = text.length
  for (; end > 0; end--) {
    const code = text.charCodeAt(end - 1)
    if (!isBlank(code) && code !== 10 && code !== 13) break
  }
  return end
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
