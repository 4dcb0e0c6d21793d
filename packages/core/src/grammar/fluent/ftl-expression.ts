import { LIMITS } from '../../validate/limits.ts'
import {
  expect,
  type FtlCursor,
  fail,
  failUnexpected,
  isLineEnd,
  passLineEnd,
  readIdentifier,
  skipBlank,
  skipSpaces,
} from './ftl-cursor.ts'
import { passPattern } from './ftl-pattern.ts'

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

const NUMBER = /-?[0-9]+(\.[0-9]*)?/y

function isNumberAt(text: string, at: number): boolean {
  const code = text.charCodeAt(text.charCodeAt(at) === 45 ? at + 1 : at)
  return code >= 48 && code <= 57
}

function passNumber(cursor: FtlCursor): boolean {
  NUMBER.lastIndex = cursor.at
  const match = NUMBER.exec(cursor.text)
  if (match === null) {
    // Junk ends where parsing stopped: after the sign and the dot, as in the reference parser.
    if (cursor.text[cursor.at] === '-') cursor.at++
    return failUnexpected(cursor)
  }
  if (match[1] === '.') {
    fail(cursor, 'bad-number', { found: match[0] })
    cursor.at = NUMBER.lastIndex
    return false
  }
  cursor.at = NUMBER.lastIndex
  return true
}

const ESCAPE = /\\(?:["\\]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{6})/y

function passString(cursor: FtlCursor): boolean {
  const { text, at: start } = cursor
  if (!expect(cursor, '"')) return false
  let at = cursor.at
  for (; at < text.length && !isLineEnd(text, at); at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      cursor.at = at + 1
      return true
    }
    if (code !== 92) continue
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) {
      cursor.at = at
      return fail(cursor, 'bad-escape', { found: text.slice(at, at + 2).trimEnd() })
    }
    at = ESCAPE.lastIndex - 1
  }
  cursor.at = start
  fail(cursor, 'unclosed', { opener: '"' })
  cursor.at = at
  return false
}
