/**
 * Returns the starts of lines at which a YAML text can be split: an item of a map seems to start there,
 * outside the previous one. This is only a guess, because the line can be within a text. Parts have about
 * `size` characters.
 */
export function cutYaml(text: string, size: number): readonly number[] {
  const cuts: number[] = []
  let start = 0
  /** The column of the part's first line: anything further left is not in the same map. */
  let first = 0
  /** The outermost column in the second half of the part. */
  let low = Number.POSITIVE_INFINITY
  for (let line = 0; line < text.length; ) {
    let at = line
    while (text.charCodeAt(at) === SPACE) at++
    const column = at - line
    const code = text.charCodeAt(at)
    if (code === DASH) {
      if (line - start > size / 2) low = Math.min(low, column - 1)
    } else if (beginsKey(code)) {
      if (column < first || (line - start > size && column <= low)) {
        cuts.push(line)
        start = line
        first = column
        low = Number.POSITIVE_INFINITY
      } else if (line - start > size / 2) {
        low = Math.min(low, column)
      }
    }
    const end = text.indexOf('\n', at)
    if (end < 0) break
    line = end + 1
  }
  return cuts
}

const SPACE = 32
const DASH = 45

/** Whether a character can start a key: a letter, a digit, a quote, an underscore. */
function beginsKey(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 34 ||
    code === 39 ||
    code === 95 ||
    code > 159
  )
}
