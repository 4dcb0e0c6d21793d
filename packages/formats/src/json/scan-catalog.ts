import { LIMITS } from '../limits.ts'
import { type JsonMember, type JsonNode, type JsonTree, parseJson } from '../source/json.ts'

/**
 * The tree of a string catalog with the localizations of the wanted languages only: a catalog of thirty languages is mostly texts
 * that nobody has asked for. What is passed over is a literal in the tree. The engine's own parser says whether the text is JSON.
 */
export function scanCatalog(text: string, wants: (language: string) => boolean): JsonTree {
  if (!isSmallJson(text)) return parseJson(text)
  const cursor: Cursor = { text, at: 0, isTooDeep: false }
  const root = readAt(cursor, 0, (level, key) => level !== 'languages' || wants(key))
  return cursor.isTooDeep ? parseJson(text) : { root, issue: null }
}

/** The tree of a catalog down to its keys. */
export function scanKeys(text: string): JsonNode {
  return readAt({ text, at: 0, isTooDeep: false }, 0, (level) => level !== 'keys')
}

/** The whole value that begins at a place of a text that is known to be JSON. */
export function scanValue(text: string, at: number): JsonNode {
  return readAt({ text, at, isTooDeep: false }, 0, () => true, 'other')
}

type Cursor = { readonly text: string; at: number; isTooDeep: boolean }
/** Which object of a catalog a member is in: the root, `strings`, the entry of a key, its `localizations`, another. */
type Level = 'root' | 'keys' | 'entry' | 'languages' | 'other'
/** Whether the value of a member is of interest. */
type Wants = (level: Level, key: string) => boolean

const QUOTE = 34
const COMMA = 44
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The exact limits are the careful parser's; a file far from them need not go through it. */
function isSmallJson(text: string): boolean {
  let commas = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) commas++
  if (commas > LIMITS.values / 2) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function readAt(cursor: Cursor, depth: number, wants: Wants, level: Level = 'root'): JsonNode {
  skipBlank(cursor)
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (code === QUOTE) return { kind: 'string', start, value: readString(cursor), end: cursor.at }
  const isContainer = code === OPEN_OBJECT || code === OPEN_ARRAY
  if (!isContainer || depth > LIMITS.nesting) {
    if (isContainer) cursor.isTooDeep = true
    skipValue(cursor, depth)
    return { kind: 'literal', start, end: cursor.at }
  }
  cursor.at++
  const members: JsonMember[] = []
  const items: JsonNode[] = []
  for (;;) {
    skipBlank(cursor)
    const next = text.charCodeAt(cursor.at)
    if (next === COMMA) cursor.at++
    else if (next === CLOSE_OBJECT || next === CLOSE_ARRAY || Number.isNaN(next)) break
    else if (code === OPEN_ARRAY) items.push(readAt(cursor, depth + 1, wants, 'other'))
    else members.push(readMember(cursor, depth, wants, level))
  }
  cursor.at++
  if (code === OPEN_ARRAY) return { kind: 'array', start, end: cursor.at, items }
  return { kind: 'object', start, end: cursor.at, members }
}

function readMember(cursor: Cursor, depth: number, wants: Wants, level: Level): JsonMember {
  const keyStart = cursor.at
  const key = readString(cursor)
  const keyEnd = cursor.at
  skipBlank(cursor)
  cursor.at++
  skipBlank(cursor)
  if (wants(level, key)) return { key, keyStart, keyEnd, value: readAt(cursor, depth + 1, wants, levelBelow(level, key)) }
  const start = cursor.at
  skipValue(cursor, depth + 1)
  return { key, keyStart, keyEnd, value: { kind: 'literal', start, end: cursor.at } }
}

function levelBelow(level: Level, key: string): Level {
  if (level === 'root' && key === 'strings') return 'keys'
  if (level === 'keys') return 'entry'
  return level === 'entry' && key === 'localizations' ? 'languages' : 'other'
}

function skipBlank(cursor: Cursor): void {
  let { at } = cursor
  while (isBlank(cursor.text.charCodeAt(at))) at++
  cursor.at = at
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** Moves behind a value of any kind. */
function skipValue(cursor: Cursor, depth: number): void {
  const { text } = cursor
  let { at } = cursor
  let open = 0
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      at++
      if (++open + depth > LIMITS.nesting) cursor.isTooDeep = true
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY || code === COMMA || Number.isNaN(code)) {
      // With nothing open, this is the end of what the value stands in.
      if (open === 0) break
      if (code !== COMMA) open--
      at++
    } else {
      // A number or a word, which blanks end, or blanks within.
      if (open === 0 && isBlank(code)) break
      at++
      continue
    }
    if (open === 0) break
  }
  cursor.at = at
}

function readString(cursor: Cursor): string {
  const { text, at } = cursor
  const end = endOfString(text, at)
  cursor.at = end
  const raw = text.slice(at + 1, end - 1)
  if (!raw.includes('\\')) return raw
  const value: unknown = JSON.parse(text.slice(at, end))
  return String(value)
}

function endOfString(text: string, start: number): number {
  let at = start
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let escapes = at - 1
    while (text.charCodeAt(escapes) === BACKSLASH) escapes--
    if ((at - escapes) % 2 === 1) return at + 1
  }
}
