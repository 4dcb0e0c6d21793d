import type { Span } from '../../text/span.ts'
import type { Issue } from '../issue.ts'
import { type Part, type PlaceholderPart, textPart } from '../part.ts'
import { readTag } from '../scan/read-tag.ts'
import { readBraces } from './read-braces.ts'
import { readLink } from './read-link.ts'

/** The pieces of a message before it is split into forms: bars are still part of it. */
export type VueScan = {
  /** In order, without gaps. A bar that separates forms is a part of its own. */
  readonly parts: readonly (Part | BarPart)[]
  readonly issues: readonly Issue[]
}

/** `|` with the spaces around it, which the compiler drops. */
export type BarPart = { readonly kind: 'bar'; readonly text: string; readonly span: Span }

/**
 * Reads a message as the tokenizer of `@intlify/message-compiler` 11 does. Text that it rejects stays text,
 * with an issue at that position. Reads every character a fixed number of times.
 */
export function scanVue(text: string): VueScan {
  const parts: (Part | BarPart)[] = []
  const issues: Issue[] = []
  let textStart = 0
  const take = (part: Part | BarPart) => {
    if (part.span.start > textStart) parts.push(textPart(text, textStart, part.span.start))
    parts.push(part)
    textStart = part.span.end
  }
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(text); found !== null; found = SIGN.exec(text)) {
    const at = found.index
    const read = readAt(text, at)
    if (read.part !== null) take(read.part)
    if (read.issue !== null) issues.push(read.issue)
    SIGN.lastIndex = read.end
  }
  if (textStart < text.length) parts.push(textPart(text, textStart, text.length))
  return { parts, issues }
}

/** Every character that is not plain text, and the tags of HTML, which the compiler does not know. */
const SIGN = /[{}@|<\\]/g

export type PieceRead<P> = { readonly part: P | null; readonly issue: Issue | null; readonly end: number }

function readAt(text: string, at: number): PieceRead<Part | BarPart> {
  switch (text[at]) {
    case '{':
      return readBraces(text, at)
    case '@':
      return readLink(text, at)
    case '|': {
      const span = { start: at, end: at + 1 }
      return { part: { kind: 'bar', text: '|', span }, issue: null, end: at + 1 }
    }
    case '}': {
      const span = { start: at, end: at + 1 }
      return {
        part: null,
        issue: { code: 'brace-unmatched', severity: 'error', span, fix: { span, text: "{'}'}" } },
        end: at + 1,
      }
    }
    case '\\':
      return readEscape(text, at)
    default:
      return readTagAt(text, at)
  }
}

/** `\{`, `\}`, `\@`, `\|` and `\\` are the second character. */
function readEscape(text: string, at: number): PieceRead<Part> {
  const value = text[at + 1] ?? ''
  if (value === '' || !'{}@|\\'.includes(value)) return { part: null, issue: null, end: at + 1 }
  const span = { start: at, end: at + 2 }
  return { part: { kind: 'escape', text: `\\${value}`, span, value }, issue: null, end: at + 2 }
}

/** Reads a tag. One with a bar or an error inside is no tag, because the compiler would divide it. */
function readTagAt(text: string, at: number): PieceRead<Part> {
  const tag = readTag(text, at)
  if (tag === null) return { part: null, issue: null, end: at + 1 }
  const inner: PlaceholderPart[] = []
  for (let index = at + 1; index < tag.span.end; index++) {
    if (!'{}@|\\'.includes(text.charAt(index))) continue
    const { part, issue, end } = readAt(text, index)
    if (issue !== null || end > tag.span.end || part?.kind === 'bar' || part?.kind === 'nesting')
      return { part: null, issue: null, end: at + 1 }
    if (part?.kind === 'placeholder') inner.push(part)
    index = end - 1
  }
  return { part: inner.length === 0 ? tag : { ...tag, inner }, issue: null, end: tag.span.end }
}
