/**
 * Returns the spaces and tabs at the end of a text. An expression such as `[ \\t]*$` would start again at
 * every blank of a long run.
 */
export function trailingBlanks(text: string): string {
  let start = text.length
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--
  return text.slice(start)
}

/**
 * Returns the blanks of the last line, if it has nothing else; null if it does, or there is no line break.
 */
export function blankLastLine(text: string): string | null {
  const blanks = trailingBlanks(text)
  const before = text.charCodeAt(text.length - blanks.length - 1)
  return before === 10 || before === 13 ? blanks : null
}

/** Returns the position after the last character that is not a space, tab or line end. */
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
