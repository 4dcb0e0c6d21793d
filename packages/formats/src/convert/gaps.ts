import type { Span } from '@dragoman/core'
import { lineAt, lineStartsOf } from '../source/line-column.ts'
import { firstFrom, type TextLocation } from './regions.ts'

/**
 * The parts of a file between its texts, with data to determine the text that they are about. Lookups take
 * hardly longer in a long file.
 */
export type Gaps = {
  readonly text: string
  readonly places: readonly TextLocation[]
  readonly lineStarts: readonly number[]
  /** Comments with an end delimiter. */
  readonly comments: readonly Span[]
}

export function openGaps(text: string, places: readonly TextLocation[]): Gaps {
  return { text, places, lineStarts: lineStartsOf(text), comments: commentsIn(text) }
}

const MARKS: readonly (readonly [begin: string, end: string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
]

function commentsIn(text: string): readonly Span[] {
  const comments: Span[] = []
  for (const [begin, end] of MARKS) {
    for (let start = text.indexOf(begin); start >= 0; ) {
      const close = text.indexOf(end, start + begin.length)
      if (close < 0) break
      comments.push({ start, end: close + end.length })
      start = text.indexOf(begin, close + end.length)
    }
  }
  return comments.sort((a, b) => a.start - b.start)
}

/** Returns the key of a text on the same line, preferring the one before. */
export function keyOnLine({ places, lineStarts }: Gaps, at: number): string | null {
  const next = firstFrom(places, at)
  const line = lineAt(lineStarts, at)
  const [before, behind] = [places[next - 1], places[next]]
  if (before !== undefined && lineAt(lineStarts, Math.min(before.end, at)) === line) return before.key
  return behind !== undefined && lineAt(lineStarts, behind.start) === line ? behind.key : null
}

/** Returns the key of the next text, if there is no blank line before it. */
export function keyBelow({ text, places, lineStarts }: Gaps, at: number): string | null {
  const behind = places[firstFrom(places, at)]
  if (behind === undefined) return null
  const last = lineAt(lineStarts, behind.start)
  for (let line = lineAt(lineStarts, at) + 1; line < last; line++) {
    if (text.slice(lineStarts[line], lineStarts[line + 1]).trim() === '') return null
    // No comment on one text is that long.
    if (last - line > MOST_LINES) return null
  }
  return behind.key
}

const MOST_LINES = 200
const COMMENT = /^\s*(?:[#;!*]|\/\/|%%)/

/**
 * Returns whether a position is in a comment: its line starts as one, or it is between the delimiters of one.
 */
export function isInComment({ text, places, lineStarts, comments }: Gaps, at: number): boolean {
  const comment = comments[firstFrom(comments, at + 1) - 1]
  if (comment !== undefined && at < comment.end) return true
  const before = places[firstFrom(places, at) - 1]?.end ?? 0
  const start = Math.max(lineStarts[lineAt(lineStarts, at)] ?? 0, before)
  return COMMENT.test(text.slice(start, Math.min(start + MOST_BLANKS, at)))
}

const MOST_BLANKS = 100
