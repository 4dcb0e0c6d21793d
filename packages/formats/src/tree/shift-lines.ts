import type { Branch } from './draft.ts'

/** The indentation of an item before and after it moves. */
export type Shift = { readonly from: string; readonly to: string }

/**
 * Returns lines with the indentation of another depth. `startsLine`: whether the first one starts in `piece`. Blank
 * lines stay as they are; the last line can be the indentation of what follows.
 */
export function shiftLines(piece: string, { from, to }: Shift, startsLine: boolean): string {
  if (from === to || (!startsLine && !piece.includes('\n'))) return piece
  const lines = piece.split('\n')
  return lines
    .map((line, i) => {
      const isBlank = i < lines.length - 1 ? line.trim() === '' : line === ''
      const isOther = (i === 0 && !startsLine) || isBlank || !line.startsWith(from)
      return isOther ? line : to + line.slice(from.length)
    })
    .join('\n')
}

/** Moves the lines of a branch, after the one it starts on, to another depth. `shiftValue` does it for a value. */
export function shiftBranch(branch: Branch, shift: Shift, shiftValue: (raw: string) => string): void {
  const { from, to } = shift
  let startsLine = branch.layout === 'block'
  const shifted = (piece: string) => {
    const result = shiftLines(piece, shift, startsLine)
    if (piece !== '') startsLine = piece.endsWith('\n')
    return result
  }
  const visit = (at: Branch) => {
    at.open = shifted(at.open)
    if (startsLine && at.indent.startsWith(from)) at.indent = to + at.indent.slice(from.length)
    for (const item of at.items) {
      item.lead = shifted(item.lead)
      item.comment = shifted(item.comment)
      // An item can start on the line of another one.
      if (startsLine && item.indent.startsWith(from)) item.indent = to + item.indent.slice(from.length)
      startsLine = false
      item.sep = shifted(item.sep)
      const { value } = item
      if (value.kind === 'leaf') {
        if (value.raw.includes('\n')) item.value = { ...value, raw: shiftValue(value.raw) }
        startsLine = value.raw.endsWith('\n')
      } else {
        // An inline map is indented like its lines.
        if (value.layout === 'block' && !startsLine && value.indent.startsWith(from))
          value.indent = to + value.indent.slice(from.length)
        visit(value)
      }
      item.tail = shifted(item.tail)
    }
    at.close = shifted(at.close)
  }
  visit(branch)
}
