import { FILE_LIMITS } from '../limits/limits.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { warn } from '../source/warnings.ts'
import { type Branch, freeLeaf, type Item, keptLeaf, type Leaf, newItem, pieceOf } from '../tree/draft.ts'
import {
  fail,
  hasErrorFrom,
  openPhp,
  type PhpCursor,
  readRawString,
  report,
  skipExpression,
  skipTrivia,
} from './php-cursor.ts'
import { leadOf, restOfLine } from './php-lines.ts'
import { isKeyless, nextNumbers } from './php-numbers.ts'
import { decodePhp } from './php-string.ts'

/** Reads the value at the cursor: a text, an array, or something that is kept. */
export function readValue(cursor: PhpCursor, depth: number, separator: ',' | ';'): Leaf | Branch {
  const { text } = cursor
  const start = cursor.at
  if (++cursor.values > FILE_LIMITS.values) {
    fail(cursor, 'too-many-values', start, {})
    return keptLeaf(text.slice(start), start)
  }
  const opener = arrayOpeningAt(text, start)
  if (opener !== '') {
    const branch = readArray(cursor, opener, depth)
    const end = cursor.at
    skipTrivia(cursor)
    if (!isDelimiter(cursor)) return keepRest(cursor, start)
    cursor.at = end
    if (branch.items.length > 0) return branch
    return freeLeaf(text.slice(start, end), start)
  }
  const string = readRawString(cursor)
  if (string !== null) {
    const end = cursor.at
    skipTrivia(cursor)
    if (isDelimiter(cursor)) {
      cursor.at = end
      const decoded = decodePhp(text.slice(start, end), string.kind)
      if (decoded === null) warn(cursor, 'not-a-literal', { start, end }, {})
      return decoded === null
        ? keptLeaf(text.slice(start, end), start)
        : {
            kind: 'leaf',
            raw: text.slice(start, end),
            text: decoded.length === end - start - 2 ? decoded : withoutLoneSurrogates(decoded),
            isFree: false,
            start,
          }
    }
    if (/['"$\w<]/.test(text.charAt(cursor.at))) {
      // Two adjacent values: a comma is missing. The second is read as the next item.
      report(cursor, { code: 'expected-text', at: end, params: { wanted: separator } })
      cursor.at = end
      return keptLeaf(text.slice(start, end), start)
    }
    return keepRest(cursor, start)
  }
  return keepRest(cursor, start)
}

/** Reads to the end of an expression that is not a text; only warns if programs would have to run it. */
function keepRest(cursor: PhpCursor, start: number): Leaf {
  const { text } = cursor
  const end = skipExpression(cursor)
  cursor.at = Math.max(end, start)
  const raw = text.slice(start, cursor.at)
  if (/^null$/i.test(raw)) return freeLeaf(raw, start)
  const isScalar = /^(?:true|false|[-+]?[\d.][\w.+-]*)$/i.test(raw)
  if (!isScalar && raw !== '' && !hasErrorFrom(cursor, start))
    warn(cursor, 'not-a-literal', { start, end: cursor.at }, {})
  return keptLeaf(raw, start)
}

export function arrayOpeningAt(text: string, at: number): string {
  if (text.charCodeAt(at) === 91) return '['
  const code = text.charCodeAt(at)
  if (code !== 97 && code !== 65) return ''
  OPENER.lastIndex = at
  return OPENER.exec(text)?.[0] ?? ''
}

const OPENER = /array\s*\(/iy

function isDelimiter({ text, at }: PhpCursor): boolean {
  const code = text.charCodeAt(at)
  return (
    at >= text.length ||
    code === 44 ||
    code === 59 ||
    code === 93 ||
    code === 41 ||
    (code === 61 && text.charCodeAt(at + 1) === 62) ||
    text.startsWith('?>', at)
  )
}

/** Reads the array at the cursor. */
export function readArray(cursor: PhpCursor, opener: string, depth: number): Branch {
  const { text } = cursor
  const start = cursor.at
  const closer = opener === '[' ? ']' : ')'
  cursor.at += opener.length
  const empty = opener === '[' ? '[]' : `${opener})`
  const branch: Branch = {
    kind: 'map',
    layout: 'commas',
    open: opener,
    close: '',
    items: [],
    parent: null,
    indent: '',
    empty,
  }
  if (depth >= FILE_LIMITS.nesting) {
    fail(cursor, 'too-deep', start, {})
    return branch
  }
  const line = restOfLine(text, cursor.at)
  branch.open += line
  cursor.at += line.length
  let end = cursor.at
  for (;;) {
    skipTrivia(cursor)
    if (cursor.at >= text.length) {
      if (!cursor.issues.some((issue) => issue.severity === 'error'))
        fail(cursor, 'unclosed', start, { opener: opener === '[' ? '[' : '(' })
      branch.close = text.slice(end)
      return finishBranch(branch)
    }
    if (text[cursor.at] === closer) break
    const before = cursor.at
    const previous = branch.items[branch.items.length - 1]
    const item = readItem(cursor, end, depth, previous ?? NO_ITEM)
    if (item.value.kind !== 'leaf') item.value.parent = { branch, item }
    if (previous !== undefined && item.lead === '' && item.comment === '')
      previous.isHeading = previous.comment !== ''
    branch.items.push(item)
    end = cursor.at
    if (cursor.at === before) {
      fail(cursor, 'unexpected-text', before, { found: text.charAt(before) })
    }
  }
  branch.close = text.slice(end, cursor.at + 1)
  cursor.at++
  return finishBranch(branch)
}

/**
 * Completes an array. Without any key it is a list; alongside keys, a value without one has the next number (PHP
 * manual, "Arrays").
 */
function finishBranch(branch: Branch): Branch {
  const isList = branch.items.length > 0 && branch.items.every(isKeyless)
  const first = branch.items.find((item) => item.indent !== '') ?? branch.items[0]
  const items = isList ? branch.items : withNumbers(branch.items)
  const done: Branch = { ...branch, items, kind: isList ? 'list' : 'map', indent: first?.indent ?? '' }
  for (const item of done.items) if (item.value.kind !== 'leaf') item.value.parent = { branch: done, item }
  return done
}

function withNumbers(items: Item[]): Item[] {
  if (!items.some(isKeyless)) return items
  const numbers = nextNumbers(items)
  return items.map((item, i) => (isKeyless(item) ? { ...item, key: numbers[i] ?? null } : item))
}

/** The style that most items of a file share. */
type Style = Pick<Item, 'indent' | 'sep' | 'tail'>
const NO_ITEM: Style = { indent: '', sep: '', tail: '' }

function readItem(cursor: PhpCursor, from: number, depth: number, previous: Style): Item {
  const { text } = cursor
  const start = cursor.at
  const lead = leadOf(text, from, start, previous.indent)
  let value = readValue(cursor, depth + 1, ',')
  let valueEnd = cursor.at
  let key: string | null = null
  let rawKey = ''
  let sep = ''
  skipTrivia(cursor)
  if (text.startsWith('=>', cursor.at)) {
    key = keyOf(value)
    rawKey = text.slice(start, valueEnd)
    cursor.at += 2
    skipTrivia(cursor)
    sep = pieceOf(text, valueEnd, cursor.at, previous.sep)
    value = readValue(cursor, depth + 1, ',')
    valueEnd = cursor.at
    skipTrivia(cursor)
  }
  const hasComma = text[cursor.at] === ','
  const end = endOfTail(cursor, valueEnd, hasComma)
  cursor.at = end
  if (
    !hasComma &&
    !/[\])]/.test(text.charAt(afterTrivia(text, end))) &&
    afterTrivia(text, end) < text.length
  ) {
    if (!hasErrorFrom(cursor, start))
      report(cursor, { code: 'expected-text', at: valueEnd, params: { wanted: ',' } })
  }
  return newItem(
    lead,
    { key, rawKey, start },
    { sep, value, tail: pieceOf(text, valueEnd, end, previous.tail) },
  )
}

/**
 * Returns the end of an item: after the separator, if there is one at the cursor, and a comment on the same
 * line.
 */
export function endOfTail({ text, at }: PhpCursor, valueEnd: number, hasSeparator: boolean): number {
  const end = hasSeparator ? at + 1 : valueEnd
  return end + restOfLine(text, end).length
}

function afterTrivia(text: string, at: number): number {
  const cursor: PhpCursor = { ...openPhp(text), at }
  skipTrivia(cursor)
  return cursor.at
}

/** Returns the key. PHP treats `'7'` and `7` as the same key. */
function keyOf(value: Leaf | Branch): string | null {
  if (value.kind !== 'leaf') return null
  return value.text ?? (/^-?(?:0|[1-9]\d*)$/.test(value.raw) ? value.raw : null)
}
