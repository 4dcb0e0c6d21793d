/** How a file breaks its texts into lines. */
export type PoLayout = {
  /** Columns of a line, including quotes; null if texts are on one line, regardless of their length. */
  readonly width: number | null
  /** Whether a line ends after each `\n`. */
  readonly splitsAtNewline: boolean
}

export const DEFAULT_LAYOUT: PoLayout = { width: 79, splitsAtNewline: true }

/**
 * Returns the lines of a text, with their quotes, as gettext's own tools write them: one if it fits after its
 * keyword, otherwise `""` and the pieces below.
 */
export function wrapPo(pieces: readonly string[], keyword: string, layout: PoLayout): readonly string[] {
  const parts: string[][] = [[]]
  for (const [i, piece] of pieces.entries()) {
    parts.at(-1)?.push(piece)
    if (piece === '\\n' && layout.splitsAtNewline && i < pieces.length - 1) parts.push([])
  }
  const { width } = layout
  const only = parts.length === 1 ? parts[0] : undefined
  if (
    only !== undefined &&
    (width === null || keyword.length + 1 + columnsOf(only) + 2 <= width || !canBreakAnywhere(only))
  )
    return [`"${only.join('')}"`]
  const lines = parts.flatMap((part) => (width === null ? [part.join('')] : breakLine(part, width - 2)))
  return ['""', ...lines.map((line) => `"${line}"`)]
}

/** Returns the width in columns on a terminal: East Asian characters take two, combining marks none. */
export function columnsOf(pieces: Iterable<string>): number {
  let columns = 0
  for (const piece of pieces) columns += widthOf(piece)
  return columns
}

const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const NARROW =
  /^[\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\p{Mn}]/u
/**
 * Characters that cannot start a line, and that cannot end one (the relevant part of Unicode's line breaking,
 * UAX 14).
 */
const CLOSING =
  /^[!%),.:;?\]}»’”…‰′″、。，．：；？！）］｝」』】〉》〕〙〗ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻‐゠–〜～・\u00a0]/u
const OPENING = /^[([{«‘“（［｛「『【〈《〔〘〖\u00a0]/u

function widthOf(piece: string): number {
  if (piece.length === 1 && piece < '\u0300') return 1
  if (WIDE.test(piece)) return 2
  if (NARROW.test(piece)) return 0
  return piece.startsWith('\\') ? piece.length : 1
}

function canBreakAnywhere(pieces: readonly string[]): boolean {
  return pieces.some((piece, i) => i > 0 && canBreak(pieces[i - 1] ?? '', piece, pieces[i - 2] ?? ''))
}

function canBreak(before: string, after: string, earlier: string): boolean {
  if (after === ' ' || after === '\\n') return false
  if (before === ' ') return true
  if (before === '-') return /\p{L}/u.test(after) && /\p{L}/u.test(earlier)
  if (before === '/') return /\p{L}/u.test(after)
  if (before === '—') return !CLOSING.test(after)
  if (!WIDE.test(before) && !WIDE.test(after)) return false
  return !CLOSING.test(after) && !OPENING.test(before)
}

function breakLine(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  let lineStart = 0
  let lastBreak = 0
  let columns = 0
  let columnsAtBreak = 0
  for (const [i, piece] of pieces.entries()) {
    if (i > lineStart && canBreak(pieces[i - 1] ?? '', piece, pieces[i - 2] ?? '')) {
      lastBreak = i
      columnsAtBreak = columns
    }
    columns += widthOf(piece)
    if (columns <= width || lastBreak <= lineStart) continue
    lines.push(pieces.slice(lineStart, lastBreak).join(''))
    lineStart = lastBreak
    columns -= columnsAtBreak
    columnsAtBreak = 0
  }
  lines.push(pieces.slice(lineStart).join(''))
  return lines
}
