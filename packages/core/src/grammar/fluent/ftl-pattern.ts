import { LIMITS } from '../../validate/limits.ts'
import {
  afterLineEnd,
  expect,
  type FtlCursor,
  fail,
  failUnexpected,
  isLineEnd,
  passLineEnd,
  readIdentifier,
  skipBlank,
  skipBlankLines,
  skipSpaces,
} from './ftl-cursor.ts'
import { isNumberAt, passNumber, passString } from './ftl-literal.ts'

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

type Kind =
  | 'literal'
  | 'variable'
  | 'message'
  | 'message-attribute'
  | 'term'
  | 'term-attribute'
  | 'function'
  | 'placeable'

/** Skips `{ … }` with everything in it, according to the grammar of Fluent 1.0. */
export function passPlaceable(cursor: FtlCursor, depth: number): boolean {
  if (depth > LIMITS.nestingMax) return fail(cursor, 'too-deep')
  const { text } = cursor
  if (!expect(cursor, '{')) return false
  cursor.at = skipBlank(text, cursor.at)
  const kind = passInline(cursor, depth)
  if (kind === null) return false
  cursor.at = skipBlank(text, cursor.at)
  if (text.startsWith('->', cursor.at)) {
    // Valid selectors: https://github.com/projectfluent/fluent/blob/master/syntax/abstract.js
    if (kind === 'message' || kind === 'message-attribute' || kind === 'term' || kind === 'placeable')
      return failUnexpected(cursor)
    cursor.at = skipSpaces(text, cursor.at + 2)
    if (!passLineEnd(cursor) || !passVariants(cursor, depth)) return false
  } else if (kind === 'term-attribute') return failUnexpected(cursor)
  return expect(cursor, '}')
}

function passVariants(cursor: FtlCursor, depth: number): boolean {
  const { text } = cursor
  let isDefaultSeen = false
  let variants = 0
  for (;;) {
    cursor.at = skipBlank(text, cursor.at)
    const isDefault = text[cursor.at] === '*'
    if (text[isDefault ? cursor.at + 1 : cursor.at] !== '[') break
    if (isDefault && isDefaultSeen) return failUnexpected(cursor)
    isDefaultSeen ||= isDefault
    cursor.at = skipBlank(text, cursor.at + (isDefault ? 2 : 1))
    const isNumber = /[-0-9]/.test(text[cursor.at] ?? '')
    if (isNumber ? !passNumber(cursor) : readIdentifier(cursor) === '') return false
    cursor.at = skipBlank(text, cursor.at)
    if (!expect(cursor, ']')) return false
    const pattern = passPattern(cursor, depth)
    if (pattern === null || !passLineEnd(cursor)) return false
    variants++
  }
  return (variants > 0 && isDefaultSeen) || fail(cursor, 'expected-text', { wanted: '*[…]' })
}

/** Skips an inline expression of a placeable or an argument; null after a mistake. */
function passInline(cursor: FtlCursor, depth: number): Kind | null {
  const { text, at } = cursor
  const char = text[at] ?? ''
  if (char === '{') return passPlaceable(cursor, depth + 1) ? 'placeable' : null
  if (isNumberAt(text, at)) return passNumber(cursor) ? 'literal' : null
  if (char === '"') return passString(cursor) ? 'literal' : null
  if (char === '$') {
    cursor.at++
    return readIdentifier(cursor) === '' ? null : 'variable'
  }
  if (char === '-') {
    cursor.at++
    return passTermReference(cursor, depth)
  }
  return passReference(cursor, depth)
}

function passTermReference(cursor: FtlCursor, depth: number): Kind | null {
  const { text } = cursor
  if (readIdentifier(cursor) === '') return null
  const hasAttribute = text[cursor.at] === '.'
  if (hasAttribute && !passAttributeName(cursor)) return null
  const open = skipBlank(text, cursor.at)
  if (text[open] === '(') {
    cursor.at = open
    if (!passArguments(cursor, depth)) return null
  }
  return hasAttribute ? 'term-attribute' : 'term'
}

function passReference(cursor: FtlCursor, depth: number): Kind | null {
  const { text, at } = cursor
  const name = readIdentifier(cursor)
  if (name === '') return null
  const open = skipBlank(text, cursor.at)
  if (text[open] === '(') {
    if (!/^[A-Z][A-Z0-9_-]*$/.test(name)) {
      cursor.at = at
      fail(cursor, 'unexpected-text', { found: name })
      cursor.at += name.length
      return null
    }
    cursor.at = open
    return passArguments(cursor, depth) ? 'function' : null
  }
  if (text[cursor.at] !== '.') return 'message'
  return passAttributeName(cursor) ? 'message-attribute' : null
}

function passAttributeName(cursor: FtlCursor): boolean {
  cursor.at++
  return readIdentifier(cursor) !== ''
}

function passArguments(cursor: FtlCursor, depth: number): boolean {
  const { text } = cursor
  if (depth >= LIMITS.nestingMax) return fail(cursor, 'too-deep')
  const names = new Set<string>()
  cursor.at = skipBlank(text, cursor.at + 1)
  while (text[cursor.at] !== ')') {
    const start = cursor.at
    const kind = passInline(cursor, depth + 1)
    if (kind === null) return false
    const name = text.slice(start, cursor.at)
    cursor.at = skipBlank(text, cursor.at)
    if (text[cursor.at] === ':') {
      if (kind !== 'message') return failUnexpected(cursor)
      cursor.at = skipBlank(text, cursor.at + 1)
      const isLiteral = isNumberAt(text, cursor.at) ? passNumber(cursor) : passString(cursor)
      if (!isLiteral) return false
      if (names.has(name)) return fail(cursor, 'unexpected-text', { found: name })
      names.add(name)
      cursor.at = skipBlank(text, cursor.at)
    } else if (names.size > 0) return failUnexpected(cursor)
    if (text[cursor.at] !== ',') break
    cursor.at = skipBlank(text, cursor.at + 1)
  }
  return expect(cursor, ')')
}
