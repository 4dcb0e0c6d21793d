import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { findAttachedComment, ownLineStart, skipTrivia, type Trivia, tailEnd } from './strings-trivia.ts'

/** One `key = value;` and the locations of its parts. `value` is null if the key is also the value. */
export type StringsItem = {
  /** Start of its own lines: its comment, otherwise its key, with the whitespace before. */
  readonly start: number
  /** The comment directly above, with its delimiters. */
  readonly comment: { readonly start: number; readonly end: number } | null
  readonly key: { readonly start: number; readonly end: number }
  readonly value: { readonly start: number; readonly end: number } | null
  /** False for lists, dictionaries and data. */
  readonly isText: boolean
  /** After the semicolon, with the comment and the line break that follow it. */
  readonly end: number
}

export type StringsScan = {
  readonly issues: readonly Issue[]
  /** Where a new first item can be inserted: before the brace that closes the file, or at its end. */
  readonly close: number
}

/** After this many errors, the rest contains nothing usable, and scanning it would get slower and slower. */
const MOST_ERRORS = 50

/**
 * Scans the old-style property list of a `.strings` file: strings, bare words, comments of both kinds, an
 * optional brace around everything. After an error the scan continues with the next line. Calls `visit` with
 * each item.
 */
export function scanStrings(text: string, visit: (item: StringsItem) => void): StringsScan {
  const scan: Scan = { text, visit, at: 0, items: 0, issues: [], errors: 0 }
  let close = text.length
  let isBraced = false
  for (;;) {
    const from = scan.at
    const trivia = skipTrivia(text, from)
    scan.at = trivia.end
    if (trivia.isOpen)
      fail(scan, 'unclosed', { start: trivia.last?.start ?? from, end: text.length }, { opener: '/*' })
    if (scan.at >= text.length) break
    const char = text[scan.at]
    if (char === '{' && !isBraced && scan.items === 0) {
      isBraced = true
      scan.at++
    } else if (char === '}' && isBraced && close === text.length) {
      close = scan.at
      scan.at++
    } else {
      const isRead = close < text.length ? failUnexpected(scan) : readItem(scan, from, trivia)
      if (scan.errors >= MOST_ERRORS || scan.items > FILE_LIMITS.values) break
      if (!isRead) toNextLine(scan)
    }
  }
  if (isBraced && close === text.length)
    fail(scan, 'unclosed', { start: text.indexOf('{'), end: text.indexOf('{') + 1 }, { opener: '{' })
  return { issues: scan.issues, close }
}

type Scan = {
  readonly text: string
  readonly visit: (item: StringsItem) => void
  at: number
  items: number
  readonly issues: Issue[]
  errors: number
}
type Range = { readonly start: number; readonly end: number }

const BARE = /[\w$/:.-]+/y

function readItem(scan: Scan, from: number, trivia: Trivia): boolean {
  const { text } = scan
  const comment = findAttachedComment(text, trivia)
  const key = readToken(scan)
  if (key === null) return false
  if (scan.items >= FILE_LIMITS.values) {
    fail(scan, 'too-many-values', key, {})
    scan.errors = MOST_ERRORS
    return false
  }
  scan.at = skipTrivia(text, key.end).end
  let value: Range | null = null
  let isText = true
  if (text[scan.at] === '=') {
    scan.at = skipTrivia(text, scan.at + 1).end
    isText = !'{(<'.includes(text[scan.at] ?? '=')
    value = isText ? readToken(scan) : readStructure(scan)
    if (value === null) return false
    scan.at = skipTrivia(text, value.end).end
  } else if (text[scan.at] !== ';') {
    return fail(scan, 'expected-text', { start: key.end, end: key.end }, { wanted: '=' })
  }
  const last = value ?? key
  if (text[scan.at] === ';') scan.at++
  else {
    fail(scan, 'expected-text', { start: last.end, end: last.end }, { wanted: ';' })
    scan.at = last.end
  }
  const end = tailEnd(text, scan.at)
  scan.at = end
  scan.items++
  scan.visit({
    start: ownLineStart(text, comment?.start ?? key.start, from),
    comment,
    key,
    value,
    isText,
    end,
  })
  return true
}

function readToken(scan: Scan): Range | null {
  const { text, at: start } = scan
  const quote = text[start]
  if (quote !== '"' && quote !== "'") {
    BARE.lastIndex = start
    if (!BARE.test(text)) return failUnexpected(scan) || null
    scan.at = BARE.lastIndex
    return { start, end: scan.at }
  }
  const code = quote.charCodeAt(0)
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 92) at++
    else if (unit === code) {
      scan.at = at + 1
      return { start, end: scan.at }
    }
  }
  return fail(scan, 'unclosed', { start, end: start + 1 }, { opener: quote }) || null
}

/** Skips a dictionary, list or data, with the strings in it. */
function readStructure(scan: Scan): Range | null {
  const { text, at: start } = scan
  let depth = 0
  while (scan.at < text.length) {
    const char = text[scan.at] ?? ''
    if (char === '"' || char === "'") {
      if (readToken(scan) === null) return null
      continue
    }
    if ('{(<'.includes(char)) depth++
    if ('})>'.includes(char)) depth--
    scan.at++
    if (depth === 0) return { start, end: scan.at }
    scan.at = skipTrivia(text, scan.at).end
  }
  scan.at = start
  return fail(scan, 'unclosed', { start, end: start + 1 }, { opener: text[start] ?? '' }) || null
}

function failUnexpected(scan: Scan): false {
  const found = String.fromCodePoint(scan.text.codePointAt(scan.at) ?? 0xfffd)
  if (scan.at >= scan.text.length)
    return fail(scan, 'expected-text', { start: scan.at, end: scan.at }, { wanted: '"' })
  return fail(scan, 'unexpected-text', { start: scan.at, end: scan.at + found.length }, { found })
}

function fail(scan: Scan, code: FileIssueCode, span: Range, params: Readonly<Record<string, string>>): false {
  scan.errors++
  scan.issues.push({ code, severity: 'error', span, params })
  return false
}

function toNextLine(scan: Scan): void {
  const lineBreak = scan.text.indexOf('\n', scan.at)
  scan.at = lineBreak < 0 ? scan.text.length : lineBreak + 1
}
