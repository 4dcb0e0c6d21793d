/** A position in a Fluent file, and why parsing the current entry failed. */
export type FtlCursor = {
  readonly text: string
  at: number
  mistake: FtlMistake | null
}

export type FtlMistakeCode =
  | 'expected-text'
  | 'unexpected-text'
  | 'too-deep'
  | 'bad-number'
  | 'bad-escape'
  | 'unclosed'

export type FtlMistake = {
  readonly code: FtlMistakeCode
  readonly at: number
  readonly params: Readonly<Record<string, string>>
}

/**
 * Records the first mistake; callers return immediately, so that a file of any depth and length is parsed
 * without exceptions.
 */
export function fail(
  cursor: FtlCursor,
  code: FtlMistakeCode,
  params: Readonly<Record<string, string>> = {},
): false {
  cursor.mistake ??= { code, at: cursor.at, params }
  return false
}

export function failUnexpected(cursor: FtlCursor): false {
  const { text, at } = cursor
  const found = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0xfffd) : ''
  return found === '' || isLineEnd(text, at)
    ? fail(cursor, 'expected-text', { wanted: '…' })
    : fail(cursor, 'unexpected-text', { found })
}

export function expect(cursor: FtlCursor, char: string): boolean {
  if (cursor.text[cursor.at] !== char) return fail(cursor, 'expected-text', { wanted: char })
  cursor.at++
  return true
}

/**
 * Returns whether there is a line feed, with or without a carriage return before it. A lone carriage return
 * is an ordinary character.
 */
export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10)
}

export function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === 13 ? at + 2 : at + 1
}

/** Skips the end of a line; the end of the file counts as one. */
export function passLineEnd(cursor: FtlCursor): boolean {
  if (cursor.at >= cursor.text.length) return true
  if (!isLineEnd(cursor.text, cursor.at)) return failUnexpected(cursor)
  cursor.at = afterLineEnd(cursor.text, cursor.at)
  return true
}

export function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32) at++
  return at
}

/** Skips spaces and line ends. */
export function skipBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    if (text.charCodeAt(at) === 32) at++
    else if (isLineEnd(text, at)) at = afterLineEnd(text, at)
    else return at
  }
}

/** Skips blank lines. Returns the start of the first other line, or the end of the file. */
export function skipBlankLines(text: string, from: number): number {
  let lineStart = from
  for (;;) {
    const at = skipSpaces(text, lineStart)
    if (at >= text.length) return at
    if (!isLineEnd(text, at)) return lineStart
    lineStart = afterLineEnd(text, at)
  }
}

const IDENTIFIER = /[a-zA-Z][\w-]*/y

/** Reads an identifier; empty if there is none. */
export function readIdentifier(cursor: FtlCursor): string {
  IDENTIFIER.lastIndex = cursor.at
  if (!IDENTIFIER.test(cursor.text)) {
    failUnexpected(cursor)
    return ''
  }
  const start = cursor.at
  cursor.at = IDENTIFIER.lastIndex
  return cursor.text.slice(start, cursor.at)
}
