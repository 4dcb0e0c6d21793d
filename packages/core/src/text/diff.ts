import { tokenize } from './tokens.ts'

export type DiffPart = { readonly kind: 'same' | 'del' | 'ins'; readonly text: string }

/**
 * Returns the differences that turn `a` into `b`, word by word. Very long texts that differ everywhere become
 * one replacement.
 */
export function diffWords(a: string, b: string): DiffPart[] {
  const parts: { kind: DiffPart['kind']; text: string }[] = []
  const push = (kind: DiffPart['kind'], text: string) => {
    if (text === '') return
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  const left = tokenize(a)
  const right = tokenize(b)
  let i = 0
  let j = 0
  for (const match of [...matchTokens(left, right), { a: left.length, b: right.length, length: 0 }]) {
    push('del', left.slice(i, match.a).join(''))
    push('ins', right.slice(j, match.b).join(''))
    push('same', left.slice(match.a, match.a + match.length).join(''))
    i = match.a + match.length
    j = match.b + match.length
  }
  return parts
}

/** A run of tokens that both texts share: its start in each, and its number of tokens. */
export type TokenMatch = { readonly a: number; readonly b: number; readonly length: number }

const MAX_CELLS = 4_000_000

/** Returns the longest common subsequence of two token lists, as runs in order. */
export function matchTokens(a: readonly string[], b: readonly string[]): TokenMatch[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1
  const matches: { a: number; b: number; length: number }[] = []
  const push = (at: number, bt: number, length: number) => {
    const last = matches.at(-1)
    if (last !== undefined && last.a + last.length === at && last.b + last.length === bt)
      last.length += length
    else if (length > 0) matches.push({ a: at, b: bt, length })
  }
  push(0, 0, head)
  const rows = a.length - head - tail
  const columns = b.length - head - tail
  if (rows > 0 && columns > 0 && rows * columns <= MAX_CELLS) {
    const width = columns + 1
    const lengths = new Uint16Array((rows + 1) * width)
    const cell = (row: number, column: number) => lengths[row * width + column] ?? 0
    for (let row = rows - 1; row >= 0; row--) {
      for (let column = columns - 1; column >= 0; column--) {
        lengths[row * width + column] =
          a[head + row] === b[head + column]
            ? cell(row + 1, column + 1) + 1
            : Math.max(cell(row + 1, column), cell(row, column + 1))
      }
    }
    let row = 0
    let column = 0
    while (row < rows && column < columns) {
      if (a[head + row] === b[head + column]) {
        push(head + row, head + column, 1)
        row += 1
        column += 1
      } else if (cell(row + 1, column) >= cell(row, column + 1)) row += 1
      else column += 1
    }
  }
  push(a.length - tail, b.length - tail, tail)
  return matches
}
