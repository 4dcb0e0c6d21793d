import type { Issue, Span } from '@dragoman/core'
import { backslashTails } from '../bytes/charset.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { warn } from '../source/warnings.ts'
import { DOUBLED, unescapePo } from './po-text.ts'

export type PoKeyword = 'domain' | 'msgctxt' | 'msgid' | 'msgid_plural' | 'msgstr'

/** A keyword with its text. `value` reaches from the first quote to the last one. */
export type PoField = {
  readonly keyword: PoKeyword
  /** The number in `msgstr[2]`. */
  readonly index: number | null
  readonly start: number
  readonly value: Span
  readonly text: string
}

/** A comment line with its line break; `kind` is the character after `#`. */
export type PoComment = Span & { readonly kind: string }

/** A message, with the text between it and the previous one. */
export type PoMessage = {
  /** The end of the previous one. */
  readonly gapStart: number
  /** The start of its comments without a blank line between. */
  readonly start: number
  /** After its last line break. */
  readonly end: number
  /**
   * From the start of its first comment to the end of its last, including those above a blank line, which
   * gettext also includes.
   */
  readonly commented: Span | null
  readonly fields: readonly PoField[]
}

/**
 * Splits a PO file into messages by gettext's grammar (its `po-lex.c` and `po-gram.y`). Obsolete messages
 * (`#~`) belong to the gap before the next one. Anything else is an error, and reading continues with the
 * next keyword. `visit` gets each message and returns whether to continue; `from` is the `gapStart` of the
 * first. `text` can have `DOUBLED` marks.
 */
export function scanPo(
  text: string,
  charset: string,
  visit: (message: PoMessage) => boolean,
  from = 0,
): readonly Issue[] {
  const hasMarks = backslashTails(charset).size > 0
  const scan: Scan = {
    text,
    charset,
    hasMarks,
    visit,
    at: from,
    messages: 0,
    isOver: false,
    issues: [],
    open: null,
    gapStart: from,
    commented: null,
    attached: from,
    counts: new Map(),
    errors: 0,
  }
  while (scan.at < text.length && !scan.isOver) {
    if (scan.messages > FILE_LIMITS.values) {
      fail(scan, 'too-many-values', scan.at, scan.at + 1, { limit: FILE_LIMITS.values })
      break
    }
    readLine(scan)
  }
  closeMessage(scan)
  return scan.issues
}

/** Returns the comments of a message one by one: a file can consist of only comments. */
export function* commentsOf(text: string, { commented }: PoMessage): Generator<PoComment> {
  let start = commented?.start ?? 0
  while (commented !== null && start < commented.end) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed + 1
    const first = skipBlanks(text, start)
    if (text.charCodeAt(first) === HASH) yield { kind: text[first + 1] ?? '\n', start, end }
    start = end
  }
}

type OpenField = {
  readonly keyword: PoKeyword
  readonly index: number | null
  readonly start: number
  /** Starts before the file until the first quote. */
  readonly value: { start: number; end: number }
  text: string
  isTooLong: boolean
}
type OpenMessage = {
  readonly start: number
  end: number
  readonly fields: OpenField[]
  isBroken: boolean
  hasMore: boolean
}
type Scan = {
  readonly text: string
  readonly charset: string
  readonly hasMarks: boolean
  readonly visit: (message: PoMessage) => boolean
  at: number
  messages: number
  isOver: boolean
  readonly issues: Issue[]
  open: OpenMessage | null
  gapStart: number
  commented: { readonly start: number; end: number } | null
  /** Start of the comments directly above a message at the cursor. */
  attached: number
  readonly counts: Map<FileIssueCode, number>
  errors: number
}

/** More forms than any language has, and few enough to compare their numbers. */
const MANY_FIELDS = 50
const QUOTE = 34
const HASH = 35
const BACKSLASH = 92
const BLANKS = /[ \t\f\v\r]*/y
/** The most common first, and each before those that are a prefix of it. */
const KEYWORDS: readonly PoKeyword[] = ['msgstr', 'msgid_plural', 'msgid', 'msgctxt', 'domain']
const BRACKET = 91
const INDEX = /[ \t]*\[[ \t]*([0-9]{1,6})[ \t]*\](?![\w[])/y

function readLine(scan: Scan): void {
  const { text } = scan
  const lineStart = scan.at
  const first = skipBlanks(text, lineStart)
  const feed = text.indexOf('\n', first)
  const lineEnd = feed < 0 ? text.length : feed
  scan.at = feed < 0 ? text.length : feed + 1
  if (first >= lineEnd) {
    scan.attached = scan.at
    return
  }
  if (text.charCodeAt(first) === HASH) {
    readComment(scan, lineStart, first)
    return
  }
  const lineAfter = scan.at
  // A line can have many messages, of which only the first is needed.
  for (let at = first; at < lineEnd && !scan.isOver; at = skipBlanks(text, at)) {
    const code = text.charCodeAt(at)
    if (code === HASH) {
      if (lacksTranslation(scan.open)) warnOfComment(scan, at)
      break
    }
    at =
      code === QUOTE
        ? readString(scan, at, lineEnd)
        : readKeyword(scan, at, at === first ? lineStart : at, lineEnd)
    if (scan.open !== null) scan.open.end = lineAfter
  }
}

function readComment(scan: Scan, lineStart: number, first: number): void {
  const kind = scan.text[first + 1] ?? '\n'
  const { open } = scan
  if (open !== null && lacksTranslation(open)) {
    open.hasMore = false
    if (kind !== '~') {
      warnOfComment(scan, first)
      return
    }
  }
  closeMessage(scan)
  if (kind === '~') {
    scan.commented = null
    scan.attached = scan.at
    return
  }
  if (scan.commented === null) scan.commented = { start: lineStart, end: scan.at }
  else scan.commented.end = scan.at
}

function lacksTranslation(open: OpenMessage | null): boolean {
  const last = open?.fields.at(-1)?.keyword
  return open !== null && last !== 'msgstr' && last !== 'domain'
}

/** Warns of a comment above the translation of its message, which `msgfmt` refuses. */
function warnOfComment(scan: Scan, start: number): void {
  const feed = scan.text.indexOf('\n', start)
  const end = Math.min(feed < 0 ? scan.text.length : feed, start + 30)
  const found = scan.text.slice(start, end).trimEnd()
  warn(scan, 'unexpected-text', { start, end: start + 2 }, { found })
}

function readString(scan: Scan, start: number, lineEnd: number): number {
  const { text, open } = scan
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0 || end >= lineEnd) {
      fail(scan, 'unclosed', start, lineEnd, { opener: '"' })
      if (open !== null) open.isBroken = true
      return lineEnd
    }
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((end - before) % 2 === 0) break
    end++
  }
  const field = open?.fields.at(-1)
  if (open === null || field === undefined || !open.hasMore) {
    noteUnexpected(scan, start, lineEnd)
    return lineEnd
  }
  if (field.isTooLong || isOverLimit(scan, field, { start, end: end + 1 })) {
    field.isTooLong = true
    open.isBroken = true
    return end + 1
  }
  const raw = text.slice(start + 1, end)
  const { text: piece, badAt } = unescapePo(scan.hasMarks ? raw.replaceAll(DOUBLED, '') : raw, scan.charset)
  if (badAt !== null) {
    const at = start + 1 + badAt
    warn(scan, 'bad-escape', { start: at, end: at + 2 }, { found: raw.slice(badAt, badAt + 2) })
  }
  if (field.value.start < 0) field.value.start = start
  field.text += piece
  field.value.end = end + 1
  return end + 1
}

/**
 * Returns whether the next piece of a field would make it longer than a text can be. The piece is then
 * reported and not decoded.
 */
function isOverLimit(scan: Scan, { value }: OpenField, piece: Span): boolean {
  const start = value.start < 0 ? piece.start : value.start
  if (piece.end - start <= FILE_LIMITS.text) return false
  fail(scan, 'text-too-long', start, start + 1, { limit: FILE_LIMITS.text })
  return true
}

/**
 * Reads a keyword and its text. `lineStart` is the start of its message: that of the line, or of the keyword
 * itself if it follows another message on the same line.
 */
function readKeyword(scan: Scan, at: number, lineStart: number, lineEnd: number): number {
  const { text } = scan
  const keyword = keywordAt(text, at)
  if (keyword === null) {
    noteUnexpected(scan, at, lineEnd)
    return lineEnd
  }
  let end = at + keyword.length
  let index: number | null = null
  if (text.charCodeAt(skipBlanks(text, end)) === BRACKET) {
    INDEX.lastIndex = end
    const digits = INDEX.exec(text)?.[1]
    if (digits !== undefined) {
      index = Number(digits)
      end = INDEX.lastIndex
    }
  }
  if (isWordOrBracket(text.charCodeAt(end)) || !isExpectedKeyword(scan, keyword, index)) {
    noteUnexpected(scan, at, lineEnd)
    return lineEnd
  }
  if (
    keyword === 'domain' ||
    keyword === 'msgctxt' ||
    (keyword === 'msgid' && scan.open?.fields.at(-1)?.keyword !== 'msgctxt')
  ) {
    if (scan.open !== null && scan.open.end > lineStart) scan.open.end = lineStart
    closeMessage(scan)
    const start = scan.commented !== null ? scan.attached : lineStart
    scan.open = { start, end: scan.at, fields: [], isBroken: false, hasMore: true }
  }
  if (scan.open !== null) {
    closeField(scan, scan.open)
    scan.open.hasMore = true
    scan.open.fields.push({
      keyword,
      index,
      start: at,
      value: { start: -1, end: -1 },
      text: '',
      isTooLong: false,
    })
  }
  return end
}

function keywordAt(text: string, at: number): PoKeyword | null {
  for (const keyword of KEYWORDS) if (text.startsWith(keyword, at)) return keyword
  return null
}

function isWordOrBracket(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === BRACKET
  )
}

function isExpectedKeyword(scan: Scan, keyword: PoKeyword, index: number | null): boolean {
  const fields = scan.open?.fields ?? []
  if (index !== null && keyword !== 'msgstr') return false
  if (keyword === 'msgid_plural') return fields.at(-1)?.keyword === 'msgid'
  if (keyword !== 'msgstr') return true
  const before = fields.at(-1)
  if (index === null) return before?.keyword === 'msgid'
  if (before?.keyword === 'msgid_plural') return true
  if (fields.length > MANY_FIELDS) return false
  return (
    before?.keyword === 'msgstr' && before.index !== null && fields.every((field) => field.index !== index)
  )
}

function closeField(scan: Scan, open: OpenMessage): void {
  const field = open.fields.at(-1)
  if (field === undefined || field.value.start >= 0 || open.isBroken) return
  open.isBroken = true
  fail(scan, 'expected-text', field.start, field.start + field.keyword.length, { wanted: '"…"' })
}

function closeMessage(scan: Scan): void {
  const { open } = scan
  if (open === null || scan.isOver) return
  scan.open = null
  closeField(scan, open)
  const last = open.fields.at(-1)
  if (!open.isBroken && last !== undefined && last.keyword !== 'msgstr' && last.keyword !== 'domain') {
    open.isBroken = true
    fail(scan, 'expected-text', last.start, last.start + last.keyword.length, {
      wanted: last.keyword === 'msgctxt' ? 'msgid' : 'msgstr',
    })
  }
  if (!open.isBroken && last?.keyword === 'msgstr') {
    const { start, end, fields } = open
    scan.messages++
    scan.isOver = !scan.visit({ gapStart: scan.gapStart, start, end, commented: scan.commented, fields })
    scan.gapStart = open.end
  }
  scan.commented = null
  scan.attached = Math.max(scan.attached, open.end)
}

function skipBlanks(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code !== 32 && code !== 9 && code !== 13 && code !== 12 && code !== 11) return at
  BLANKS.lastIndex = at
  BLANKS.test(text)
  return BLANKS.lastIndex
}

function noteUnexpected(scan: Scan, start: number, lineEnd: number): void {
  if (scan.open !== null) {
    scan.open.isBroken = true
    scan.open.hasMore = false
  }
  fail(scan, 'unexpected-text', start, lineEnd, {
    found: scan.text.slice(start, Math.min(lineEnd, start + 30)).trimEnd(),
  })
}

function fail(
  scan: Scan,
  code: FileIssueCode,
  start: number,
  end: number,
  params: Issue['params'] & object,
): void {
  scan.errors++
  if (scan.errors <= FILE_LIMITS.warnings)
    scan.issues.push({
      code,
      severity: 'error',
      span: { start, end: Math.min(end, scan.text.length) },
      params,
    })
}
