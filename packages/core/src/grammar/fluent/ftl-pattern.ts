import {
  afterLineEnd,
  type FtlCursor,
  failUnexpected,
  isLineEnd,
  skipBlankLines,
  skipSpaces,
} from './ftl-cursor.ts'
import { passPlaceable } from './ftl-expression.ts'

/** The range of a pattern: from its first character other than a space to the end of its last line. */
export type FtlPattern = {
  readonly start: number
  readonly end: number
  /** Whether it starts on its own line. */
  readonly isBlock: boolean
  /**
   * Leading spaces that all its lines have in common, except those within placeables; Infinity for a pattern
   * of one line.
   */
  readonly indent: number
  /** Spaces before the first line of a block. */
  readonly firstIndent: number
  /** Starts of the lines that are not within a placeable, without blank lines and the first line. */
  readonly lines: readonly number[]
  /** Where the last placeable ends, or `start`. */
  readonly lastPlaceableEnd: number
}

/**
 * Reads the pattern that follows an equals sign or a variant's key. Returns null and notes a mistake if there
 * is none or it is broken.
 */
export function passPattern(cursor: FtlCursor, depth: number): FtlPattern | null {
  const pattern = maybePattern(cursor, depth)
  if (pattern === null) failUnexpected(cursor)
  return pattern
}

/**
 * Does the same for an optional pattern: if there is none, returns null without a mistake and does not move
 * the cursor.
 */
export function maybePattern(cursor: FtlCursor, depth: number): FtlPattern | null {
  const { text } = cursor
  const inline = skipSpaces(text, cursor.at)
  if (inline < text.length && !isLineEnd(text, inline)) {
    cursor.at = inline
    return readLines(cursor, depth, null)
  }
  const lineStart = skipBlankLines(text, cursor.at)
  if (!isContinuation(text, lineStart)) return null
  cursor.at = skipSpaces(text, lineStart)
  return readLines(cursor, depth, cursor.at - lineStart)
}

function readLines(cursor: FtlCursor, depth: number, firstIndent: number | null): FtlPattern | null {
  const { text, at: start } = cursor
  const lines: number[] = []
  let indent = firstIndent ?? Number.POSITIVE_INFINITY
  let lastPlaceableEnd = start
  while (cursor.at < text.length) {
    const code = text.charCodeAt(cursor.at)
    if (code !== 123 && code !== 125 && code !== 10 && code !== 13) cursor.at++
    else if (code === 123) {
      if (!passPlaceable(cursor, depth + 1)) return null
      lastPlaceableEnd = cursor.at
    } else if (code === 125) {
      failUnexpected(cursor)
      return null
    } else if (isLineEnd(text, cursor.at)) {
      const lineStart = skipBlankLines(text, afterLineEnd(text, cursor.at))
      if (!isContinuation(text, lineStart)) break
      cursor.at = skipSpaces(text, lineStart)
      indent = Math.min(indent, cursor.at - lineStart)
      lines.push(lineStart)
    } else cursor.at++
  }
  return {
    start,
    end: cursor.at,
    isBlock: firstIndent !== null,
    indent,
    firstIndent: firstIndent ?? 0,
    lines,
    lastPlaceableEnd,
  }
}

/**
 * Returns whether a line continues the pattern before it: it is indented and does not start anything else, or
 * starts with a placeable.
 */
function isContinuation(text: string, lineStart: number): boolean {
  const at = skipSpaces(text, lineStart)
  const char = text[at]
  if (char === '{') return true
  return at > lineStart && char !== undefined && !'}.[*'.includes(char)
}
