/**
 * A mark invisibly follows a text and identifies its strings. It uses the invisible math characters: no font
 * draws them, they have no width, they are not white space (so `trim` and markup parsers keep them), they do
 * not affect letter shapes like joiners in Arabic, and they allow no line break.
 */
const ZERO = '\u2061'
const ONE = '\u2062'
const FRAME = '\u2063'
const NEXT = '\u2064'

const MARK = new RegExp(`${FRAME}([${ZERO}${ONE}${NEXT}]+)${FRAME}`, 'g')

/**
 * The contents of a mark: the number of characters before it that belong to the text, and the strings,
 * starting with that of the text itself.
 */
export type Mark = { readonly length: number; readonly ids: readonly number[] }

/** `end`: its position in the text without marks. */
export type PlacedMark = Mark & { readonly end: number }

export function writeMark({ length, ids }: Mark): string {
  const numbers = [length, ...ids].map((number) =>
    number.toString(2).replace(/./g, (digit) => (digit === '0' ? ZERO : ONE)),
  )
  return FRAME + numbers.join(NEXT) + FRAME
}

/** Removes the marks from a text. A text without marks is returned unchanged. */
export function readMarks(text: string): { readonly text: string; readonly marks: readonly PlacedMark[] } {
  const marks: PlacedMark[] = []
  if (!text.includes(FRAME)) return { text, marks }
  let plain = ''
  let from = 0
  for (const { 0: found, 1: digits = '', index } of text.matchAll(MARK)) {
    plain += text.slice(from, index)
    from = index + found.length
    const [length = 0, ...ids] = digits.split(NEXT).map(readNumber)
    marks.push({ length, ids, end: plain.length })
  }
  return { text: plain + text.slice(from), marks }
}

function readNumber(digits: string): number {
  let number = 0
  for (const digit of digits) number = number * 2 + (digit === ONE ? 1 : 0)
  return number
}
