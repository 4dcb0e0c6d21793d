import type { Issue } from '../issue.ts'
import type { Parsed } from '../message-syntax.ts'
import { type NestingPart, type Part, type PlaceholderPart, textPart } from '../part.ts'
import { readTag } from '../scan/read-tag.ts'
import { hasValidOptions } from './nesting-options.ts'

/**
 * Parses an i18next message without losing a character: `printMessage(parts)` equals the text. Unclosed
 * syntax stays text, with an issue. Never throws; takes linear time.
 */
export function parseMessage(text: string): Parsed {
  if (!hasMarkup(text))
    return text === ''
      ? EMPTY
      : { parts: [{ kind: 'text', text, span: { start: 0, end: text.length } }], issues: NO_ISSUES }
  const parts: Part[] = []
  const issues: Issue[] = []
  let textStart = 0
  let at = 0
  const take = (part: Part) => {
    if (part.span.start > textStart) parts.push(textPart(text, textStart, part.span.start))
    parts.push(part)
    at = part.span.end
    textStart = at
  }
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    // Values that are not escaped are inserted first: `{{{- html}}}` is one between braces.
    const isBeforeRaw = text.charCodeAt(at + 2) === OPEN_BRACE && text[at + 3] === '-'
    if (code === OPEN_BRACE && next === OPEN_BRACE && !isBeforeRaw) {
      const found = readPlaceholder(text, at)
      if (typeof found === 'object') take(found)
      else {
        issues.push({ code: 'placeholder-unclosed', severity: 'error', span: { start: at, end: found } })
        at += 2
      }
    } else if (code === DOLLAR && next === LETTER_T && text.charCodeAt(at + 2) === OPEN_PAREN) {
      const found = readNesting(text, at)
      if (typeof found === 'object') {
        take(found)
        if (found.options !== null && !hasValidOptions(text.slice(found.span.start + 3, found.span.end - 1)))
          issues.push({ code: 'nesting-options', severity: 'error', span: found.span })
      } else {
        issues.push({ code: 'nesting-unclosed', severity: 'error', span: { start: at, end: found } })
        at += 3
      }
    } else if (code === LESS_THAN) {
      const found = readTag(text, at)
      if (found === null) at += 1
      else take(found)
    } else at += 1
  }
  if (textStart < text.length) parts.push(textPart(text, textStart, text.length))
  return { parts, issues }
}

/** Returns whether the text can contain more than plain text: cheap, and never misses any. */
export function hasMarkup(text: string): boolean {
  return text.includes('{{') || text.includes('<') || text.includes('$t(')
}

const NO_ISSUES: readonly Issue[] = []
const EMPTY: Parsed = { parts: [], issues: NO_ISSUES }

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const DOLLAR = 0x24
const LETTER_T = 0x74
const OPEN_PAREN = 0x28
const CLOSE_PAREN = 0x29
const LESS_THAN = 0x3c
const NEWLINE = 0x0a
const BACKSLASH = 0x5c

/** Maximum length of `$t(…)`; keeps the worst case linear, and is far beyond real texts. */
const MAX_NESTING_LENGTH = 2000

/**
 * Reads the placeholder at `start`; if it is not closed, returns where its underline should end. i18next's
 * `.` does not match line ends, and a third brace belongs to the name.
 */
function readPlaceholder(text: string, start: number): PlaceholderPart | number {
  let at = start + 2
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    if (isLineEnd(code) || (code === OPEN_BRACE && next === OPEN_BRACE)) return at
    if (code === CLOSE_BRACE && next === CLOSE_BRACE) break
  }
  if (at >= text.length) return text.length
  const inner = text.slice(start + 2, at)
  const isRaw = inner.startsWith('-')
  const content = isRaw ? inner.slice(1) : inner
  const comma = content.indexOf(',')
  const name = (comma === -1 ? content : content.slice(0, comma)).trim()
  if (name === '') return at + 2
  return {
    kind: 'placeholder',
    text: text.slice(start, at + 2),
    span: { start, end: at + 2 },
    name,
    type: 'any',
    escaping: isRaw ? 'raw' : 'escaped',
    format: comma === -1 ? null : content.slice(comma + 1).trim(),
  }
}

/**
 * Reads the nesting at `start`; if it is not closed, returns where its underline should end. It can contain
 * quoted text and balanced parentheses.
 */
function readNesting(text: string, start: number): NestingPart | number {
  const limit = Math.min(text.length, start + MAX_NESTING_LENGTH)
  let depth = 1
  let comma = -1
  for (let at = start + 3; at < limit; at++) {
    const char = text[at]
    if (char === '"' || char === "'") {
      const end = closingQuote(text, at, limit)
      // A lone apostrophe belongs to the key: `$t(don't)`.
      if (end !== -1) at = end
    } else if (char === '(') depth += 1
    else if (char === '$' && text.charCodeAt(at + 1) === LETTER_T && text.charCodeAt(at + 2) === OPEN_PAREN)
      return at
    else if (char === ',' && comma === -1) comma = at
    else if (text.charCodeAt(at) === CLOSE_PAREN) {
      depth -= 1
      if (depth > 0) continue
      const key = text.slice(start + 3, comma === -1 ? at : comma).trim()
      if (key === '') return at + 1
      const span = { start, end: at + 1 }
      const whole = text.slice(start, at + 1)
      const options = comma === -1 ? null : text.slice(comma + 1, at).trim()
      const nesting: NestingPart = { kind: 'nesting', text: whole, span, key, options }
      return options?.includes('{{') === true
        ? { ...nesting, inner: placeholdersWithin(whole, start) }
        : nesting
    }
  }
  return limit
}

/** Returns the placeholders in the options of a nesting, including those of nestings within it. */
function placeholdersWithin(nesting: string, start: number): PlaceholderPart[] {
  const found: PlaceholderPart[] = []
  // Skips the first two characters so that it is not parsed as a nesting again.
  const skipped = 2
  for (const part of parseMessage(nesting.slice(skipped)).parts) {
    const inner = part.kind === 'placeholder' ? [part] : part.kind === 'nesting' ? (part.inner ?? []) : []
    for (const placeholder of inner) found.push(shiftPart(placeholder, start + skipped))
  }
  return found
}

function shiftPart(part: PlaceholderPart, by: number): PlaceholderPart {
  return { ...part, span: { start: part.span.start + by, end: part.span.end + by } }
}

function isLineEnd(code: number): boolean {
  return code === NEWLINE || code === 0x0d || code === 0x2028 || code === 0x2029
}

function closingQuote(text: string, start: number, limit: number): number {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === quote) return at
    else if (code === NEWLINE) return -1
  }
  return -1
}
