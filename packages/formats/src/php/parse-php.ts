import { eolLike } from '../source/line-ends.ts'
import { warn } from '../source/warnings.ts'
import { type Branch, type Draft, type Item, newItem } from '../tree/draft.ts'
import { visitTexts } from '../tree/text-locations.ts'
import { arrayOpeningAt, endOfTail, readArray, readValue } from './draft-php.ts'
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
import { decodePhp } from './php-string.ts'

/** A parsed PHP text, with the issues found. `draft` is null if there is no array and no assignment. */
export type PhpFile = { readonly draft: Draft | null; readonly cursor: PhpCursor }

/**
 * Reads the literal array a PHP file returns, or assigns to a variable, or the assignments to elements of one
 * variable: the three ways in which PHP programs store their texts. Everything else is skipped and kept.
 */
export function parsePhp(text: string): PhpFile {
  const cursor = openPhp(text)
  const open = /<\?(?:php(?=\s|$)|=?)/i.exec(text)
  if (open === null) {
    fail(cursor, 'not-this-format', 0, { format: 'PHP' })
    return { draft: null, cursor }
  }
  cursor.at = open.index + open[0].length
  const found: Found = {
    array: null,
    isReturned: false,
    variable: null,
    items: [],
    isProgram: false,
    end: lineAfter(text, cursor.at),
  }
  while (!found.isReturned) {
    skipTrivia(cursor)
    if (cursor.at >= text.length) break
    if (text.startsWith('?>', cursor.at)) {
      if (!openNextBlock(cursor, found)) break
      continue
    }
    const before = cursor.at
    readStatement(cursor, found)
    if (cursor.at === before) cursor.at++
  }
  warnOfLostArray(cursor, found)
  return { draft: draftOf(text, found, cursor.at), cursor }
}

/** Moves into the next block of PHP if there is one. The texts of an array are all in one block. */
function openNextBlock(cursor: PhpCursor, found: Found): boolean {
  const { text } = cursor
  if (found.array !== null) return false
  const opening = /<\?php(?=\s|$)/gi
  opening.lastIndex = cursor.at
  if (!opening.test(text)) return false
  cursor.at = opening.lastIndex
  // What is between two assignments belongs to the second.
  if (found.items.length === 0) found.end = lineAfter(text, cursor.at)
  return true
}

/** Warns of the texts of an array whose variable then gets elements: only the elements are read. */
function warnOfLostArray(cursor: PhpCursor, { array, isReturned, variable, items }: Found): void {
  if (array === null || isReturned || items.length === 0 || array.variable !== variable) return
  visitTexts(array.branch, {
    hasPlurals: false,
    onProblem: () => {},
    onText({ leaf: { raw, start } }) {
      warn(cursor, 'unexpected-text', { start, end: start + raw.length }, { found: raw.slice(0, 40) })
    },
  })
}

type Found = {
  array: {
    readonly branch: Branch
    readonly start: number
    readonly end: number
    /** Null: the file returns it. */
    readonly variable: string | null
  } | null
  isReturned: boolean
  variable: string | null
  /** Whether it defines or returns something other than texts. */
  isProgram: boolean
  readonly items: Item[]
  /** The end of the last assignment that is used. */
  end: number
}

function lineAfter(text: string, at: number): number {
  return at + restOfLine(text, at).length
}

function draftOf(
  text: string,
  { array, isReturned, items, end, isProgram }: Found,
  at: number,
): Draft | null {
  if (array !== null && (isReturned || items.length === 0)) {
    return { before: text.slice(0, array.start), root: array.branch, after: text.slice(array.end) }
  }
  const first = items[0]
  if (first === undefined)
    return isProgram
      ? null
      : { before: text.slice(0, at), root: newStatements([], ''), after: text.slice(at) }
  const from = first.start - first.indent.length - first.comment.length - first.lead.length
  const root = newStatements(items, first.indent)
  for (const item of items) if (item.value.kind !== 'leaf') item.value.parent = { branch: root, item }
  return { before: text.slice(0, from), root, after: text.slice(end) }
}

function newStatements(items: Item[], indent: string): Branch {
  return { kind: 'map', layout: 'statements', open: '', close: '', items, parent: null, indent, empty: '' }
}

function readStatement(cursor: PhpCursor, found: Found): void {
  const { text } = cursor
  const start = cursor.at
  const word = /return\b|\$[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y
  word.lastIndex = start
  const match = word.exec(text)?.[0]
  if (match === 'return') {
    cursor.at += match.length
    skipTrivia(cursor)
    takeArray(cursor, found, null)
    if (!found.isReturned) found.isProgram = true
  } else if (match !== undefined) {
    cursor.at += match.length
    readAssignment(cursor, found, { start, variable: match })
  } else if (isDefinition(text, start)) {
    found.isProgram = true
  }
  endStatement(cursor)
}

function isDefinition(text: string, at: number): boolean {
  const word = /(?:(?:final|abstract|readonly)\s+)*(?:class|interface|trait|enum|function|echo|print)\b/iy
  word.lastIndex = at
  return word.test(text)
}

/** Selects the array at the cursor if it is the whole statement. `variable`: null if the file returns it. */
function takeArray(cursor: PhpCursor, found: Found, variable: string | null): void {
  const { text } = cursor
  const start = cursor.at
  const opener = arrayOpeningAt(text, start)
  if (opener === '') return
  const branch = readArray(cursor, opener, 0)
  const end = cursor.at
  skipTrivia(cursor)
  if (cursor.at < text.length && text[cursor.at] !== ';' && !text.startsWith('?>', cursor.at)) return
  if (branch.items.length === 0) openEmpty(text, branch, start, end)
  found.array = { branch, start, end, variable }
  found.isReturned = variable === null
}

/** Prepares an empty array for items on lines of their own. */
function openEmpty(text: string, branch: Branch, start: number, end: number): void {
  const margin = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))?.[0] ?? ''
  const eol = eolLike(text)
  branch.empty = text.slice(start, end)
  if (branch.close.slice(0, -1).trim() === '') branch.close = margin + branch.empty.slice(-1)
  if (!branch.open.includes('\n')) branch.open += eol
}

function readAssignment(
  cursor: PhpCursor,
  found: Found,
  { start, variable }: { start: number; variable: string },
): void {
  const { text } = cursor
  const keys: string[] = []
  let keyEnd = cursor.at
  for (;;) {
    skipTrivia(cursor)
    if (text[cursor.at] !== '[') break
    const bracket = cursor.at++
    skipTrivia(cursor)
    // `$lang[] = …`: its number depends on everything that ran before.
    if (text[cursor.at] === ']') warn(cursor, 'unusable-key', { start: bracket, end: cursor.at + 1 }, {})
    const key = readKey(cursor)
    skipTrivia(cursor)
    if (key === null || text[cursor.at] !== ']') return
    cursor.at++
    keyEnd = cursor.at
    keys.push(key)
  }
  if (text[cursor.at] !== '=' || text[cursor.at + 1] === '=' || text[cursor.at + 1] === '>') return
  cursor.at++
  skipTrivia(cursor)
  if (keys.length === 0) {
    if (found.array === null) takeArray(cursor, found, variable)
    return
  }
  found.variable ??= variable
  if (found.variable !== variable) return
  const sep = text.slice(keyEnd, cursor.at)
  const value = readValue(cursor, 1, ';')
  const valueEnd = cursor.at
  skipTrivia(cursor)
  const hasSemicolon = text[cursor.at] === ';'
  if (!hasSemicolon && cursor.at < text.length && !text.startsWith('?>', cursor.at)) {
    if (!hasErrorFrom(cursor, start))
      report(cursor, { code: 'expected-text', at: valueEnd, params: { wanted: ';' } })
  }
  const end = endOfTail(cursor, valueEnd, hasSemicolon)
  const lead = leadOf(text, found.end, start, '')
  const item = newItem(
    lead,
    { key: keys.join('.'), rawKey: text.slice(start, keyEnd), start },
    { sep, value, tail: text.slice(valueEnd, end) },
  )
  const previous = found.items.at(-1)
  if (previous !== undefined && item.lead === '' && item.comment === '')
    previous.isHeading = previous.comment !== ''
  found.items.push(item)
  found.end = end
  // The statement has been read to its end.
  cursor.at = end
}

function readKey(cursor: PhpCursor): string | null {
  const { text, at } = cursor
  const number = /-?(?:0|[1-9]\d*)(?=\s*\])/y
  number.lastIndex = at
  const digits = number.exec(text)?.[0]
  if (digits !== undefined) {
    cursor.at += digits.length
    return digits
  }
  const string = readRawString(cursor)
  return string === null ? null : decodePhp(text.slice(string.start, string.end), string.kind)
}

/** Moves to the end of a skipped statement, which is also the end of a block of braces. */
function endStatement(cursor: PhpCursor): void {
  const { text } = cursor
  const previous = text.charCodeAt(cursor.at - 1)
  if (previous === 10 || previous === 59) return
  for (;;) {
    const start = cursor.at
    const end = skipExpression(cursor, { stopsAfterBlock: true })
    const isBlock = end > start && text[end - 1] === '}'
    if (isBlock || cursor.at >= text.length || text.startsWith('?>', cursor.at)) return
    const char = text[cursor.at]
    cursor.at++
    if (char === ';' || char === '}') return
    if (char === '=') cursor.at++
  }
}
