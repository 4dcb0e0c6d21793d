import {
  afterLineEnd,
  expect,
  type FtlCursor,
  type FtlMistake,
  type FtlPattern,
  failUnexpected,
  isLineEnd,
  maybePattern,
  passLineEnd,
  passPattern,
  readIdentifier,
  skipBlank,
  skipBlankLines,
  skipSpaces,
} from '@dragoman/core/fluent-grammar'
import { FILE_LIMITS } from '../limits/limits.ts'

type Range = { readonly start: number; readonly end: number }

export type FtlAttribute = {
  /** The dot. */
  readonly start: number
  readonly id: string
  /** After the equals sign. */
  readonly equals: number
  readonly value: FtlPattern
}

export type FtlMessage = {
  readonly kind: 'message'
  /** Start of its comment, otherwise of its identifier. */
  readonly start: number
  readonly comment: Range | null
  /** With the hyphen of a term. */
  readonly id: string
  readonly idStart: number
  readonly equals: number
  readonly value: FtlPattern | null
  readonly attributes: readonly FtlAttribute[]
  /** After its last line break. */
  readonly end: number
}

/**
 * A part of the file that is not valid Fluent: kept, and ignored by every program. After as many parts as are reported,
 * neighbouring lines that do not assign anything are one part.
 */
export type FtlJunk = {
  readonly kind: 'junk'
  readonly start: number
  readonly end: number
  readonly mistake: FtlMistake
}

/**
 * Returns messages, terms and junk of a Fluent 1.0 file in file order; comments without a message and blank
 * lines are between them. Agrees with `FluentParser` of @fluent/syntax (a test compares them) except for lines that
 * start with a dot, see `readAttributes`; it builds its texts character by character and has no limit on nesting.
 */
export function* scanFtl(text: string): Generator<FtlMessage | FtlJunk> {
  const cursor: FtlCursor = { text, at: skipBlankLines(text, 0), mistake: null }
  let comment: Range | null = null
  // Why the line after the previous message is not one of its attributes.
  let dotLine: FtlMistake | null = null
  let junk = 0
  while (cursor.at < text.length) {
    const start = cursor.at
    cursor.mistake = null
    const skipped = junk < FILE_LIMITS.warnings ? start : afterPlainJunk(text, start)
    if (skipped > start) {
      yield {
        kind: 'junk',
        start,
        end: skipped,
        mistake: { code: 'expected-text', at: start, params: EQUALS },
      }
      cursor.at = skipped
      dotLine = null
      comment = null
      continue
    }
    const isComment = text[start] === '#'
    const entry = isComment ? null : readEntry(cursor, start, comment)
    const level = isComment ? passComment(cursor) : 0
    if (entry === null && level === 0) {
      const mistake: FtlMistake = dotLine ??
        cursor.mistake ?? {
          code: 'unexpected-text',
          at: start,
          params: { found: text.slice(start, start + 1) },
        }
      toNextEntry(cursor, start)
      junk++
      yield {
        kind: 'junk',
        start,
        end: cursor.at,
        mistake: { ...mistake, at: Math.min(mistake.at, cursor.at) },
      }
    } else if (entry !== null) yield entry
    dotLine = entry === null ? null : cursor.mistake
    const end = cursor.at
    cursor.at = skipBlankLines(text, end)
    comment = level === 1 && cursor.at === end ? { start, end } : null
  }
}

function readEntry(cursor: FtlCursor, start: number, comment: Range | null): FtlMessage | null {
  const { text } = cursor
  const isTerm = text[start] === '-'
  if (isTerm) cursor.at++
  const name = readIdentifier(cursor)
  if (name === '') return null
  cursor.at = skipSpaces(text, cursor.at)
  if (!expect(cursor, '=')) return null
  const equals = cursor.at
  const value = isTerm ? passPattern(cursor, 0) : maybePattern(cursor, 0)
  if (cursor.mistake !== null) return null
  const attributes = readAttributes(cursor, value !== null)
  if (attributes === null) return null
  if (value === null && attributes.length === 0) {
    failUnexpected(cursor)
    return null
  }
  if (!passLineEnd(cursor)) return null
  return {
    kind: 'message',
    start: comment === null ? start : comment.start,
    comment,
    id: isTerm ? `-${name}` : name,
    idStart: start,
    equals,
    value,
    attributes,
    end: cursor.at,
  }
}

/**
 * Reads the attributes of a message; null: the message is invalid. A line that starts with a dot but not like an
 * attribute (`.title`) ends a message that has something before it, and only that line is junk: Fluent's EBNF, and what
 * `@fluent/bundle` gives to apps. Its mistake stays in the cursor. `@fluent/syntax` takes the whole message for junk.
 */
function readAttributes(cursor: FtlCursor, hasValue: boolean): readonly FtlAttribute[] | null {
  const { text } = cursor
  const attributes: FtlAttribute[] = []
  for (;;) {
    const before = cursor.at
    const start = skipBlank(text, before)
    if (text[start] !== '.') return attributes
    cursor.at = start + 1
    const id = readIdentifier(cursor)
    cursor.at = skipSpaces(text, cursor.at)
    if (id === '' || !expect(cursor, '=')) {
      cursor.at = before
      return hasValue || attributes.length > 0 ? attributes : null
    }
    const equals = cursor.at
    const value = passPattern(cursor, 0)
    if (value === null) return null
    if (attributes.length >= FILE_LIMITS.values) return null
    attributes.push({ start, id, equals, value })
  }
}

/** Skips a comment and returns its level, 1 to 3; 0 if it is none. */
function passComment(cursor: FtlCursor): number {
  const { text } = cursor
  let level = 0
  while (level < 3 && text[cursor.at + level] === '#') level++
  for (;;) {
    cursor.at += level
    if (!isLineEnd(text, cursor.at)) {
      if (!expect(cursor, ' ')) return 0
      cursor.at = lineEnd(text, cursor.at)
    }
    const next = cursor.at < text.length ? lineStartAfter(text, cursor.at) : text.length
    let marks = 0
    while (marks < level && text[next + marks] === '#') marks++
    const isMore = marks === level && (text[next + level] === ' ' || isLineEnd(text, next + level))
    if (!isMore) {
      passLineEnd(cursor)
      return level
    }
    cursor.at = next
  }
}

/**
 * After an error, moves to the next line that looks like the start of an entry, like the reference parser.
 */
function toNextEntry(cursor: FtlCursor, start: number): void {
  const { text } = cursor
  const lastBreak = text.lastIndexOf('\n', cursor.at)
  let at = lastBreak > start ? lastBreak : cursor.at
  for (;;) {
    const lineBreak = text.indexOf('\n', at)
    if (lineBreak < 0) {
      cursor.at = text.length
      return
    }
    at = lineBreak + 1
    if (startsEntry(text.charCodeAt(at))) {
      cursor.at = at
      return
    }
  }
}

/** Returns whether a character at the start of a line starts a message, a term or a comment. */
function startsEntry(code: number): boolean {
  return isLetter(code) || code === HASH || code === HYPHEN
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/**
 * Returns the start of the first line from `from` on that could be a message, a term or a comment; the lines before it
 * are junk. Only looks at each line's start: a file of millions of such lines costs little more than finding its line
 * breaks.
 */
function afterPlainJunk(text: string, from: number): number {
  let at = from
  while (at < text.length && isPlainJunk(text, at)) {
    do {
      const lineBreak = text.indexOf('\n', at)
      if (lineBreak < 0) return text.length
      at = lineBreak + 1
    } while (at < text.length && !startsEntry(text.charCodeAt(at)))
  }
  return at
}

/**
 * Returns whether a line that starts like an entry is none: a comment without a blank after its marks, a message or term
 * without an equals sign, or with nothing after it and the next entry below.
 */
function isPlainJunk(text: string, lineStart: number): boolean {
  let at = lineStart
  if (text.charCodeAt(at) === HASH) {
    while (at < lineStart + 3 && text.charCodeAt(at) === HASH) at++
    return at < text.length && text.charCodeAt(at) !== SPACE && !isLineEnd(text, at)
  }
  if (text.charCodeAt(at) === HYPHEN) at++
  if (!isLetter(text.charCodeAt(at))) return at > lineStart
  do at++
  while (isOfIdentifier(text.charCodeAt(at)))
  at = skipSpaces(text, at)
  if (text.charCodeAt(at) !== EQUALS_SIGN) return true
  at = skipSpaces(text, at + 1)
  return isLineEnd(text, at) && startsEntry(text.charCodeAt(afterLineEnd(text, at)))
}

function isOfIdentifier(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === HYPHEN || code === UNDERSCORE
}

const EQUALS = { wanted: '=' }
const [SPACE, HASH, HYPHEN, EQUALS_SIGN, UNDERSCORE] = [32, 35, 45, 61, 95]

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  if (at < 0) return text.length
  return at > from && text.charCodeAt(at - 1) === 13 ? at - 1 : at
}

function lineStartAfter(text: string, at: number): number {
  return text.charCodeAt(at) === 13 ? at + 2 : at + 1
}
