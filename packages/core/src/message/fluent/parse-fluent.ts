import type { Span } from '../../text/span.ts'
import { categoryNamed } from '../forms.ts'
import type { Issue } from '../issue.ts'
import type { Parsed } from '../message-syntax.ts'
import { type Branch, type ChoiceKind, type Part, textPart } from '../part.ts'
import { ownTags } from '../scan/own-tags.ts'
import { readTag } from '../scan/read-tag.ts'
import { type Cursor, skipBlank } from './cursor.ts'
import { type Inline, readInline } from './read-inline.ts'

/**
 * Returns the parts of a pattern, or null and the first syntax error (Fluent 1.0, `Pattern`). Reads every
 * character once.
 */
export function parseFluent(text: string): Parsed | { readonly parts: null; readonly issue: Issue } {
  const cursor: Cursor = { text, at: 0, depth: 0 }
  const parts = readPattern(cursor, false)
  return parts === null
    ? { parts, issue: { code: 'fluent-syntax', severity: 'error', span: issueSpan(cursor) } }
    : { parts, issues: [] }
}

const MAX_DEPTH = 50

function issueSpan({ text, at, start = at }: Cursor): Span {
  return {
    start: Math.min(start, text.length),
    end: Math.max(Math.min(at + 1, text.length), Math.min(start, text.length)),
  }
}

/** Reads text and placeables; in a variant, up to the next variant or the end of the selector. */
function readPattern(cursor: Cursor, isVariant: boolean): readonly Part[] | null {
  const { text } = cursor
  const parts: Part[] = []
  let textStart = cursor.at
  const endText = () => {
    if (cursor.at > textStart) parts.push(textPart(text, textStart, cursor.at))
  }
  while (cursor.at < text.length) {
    const char = text[cursor.at]
    if (char === '{') {
      endText()
      const part = readPlaceable(cursor)
      if (part === null) return null
      parts.push(part)
      textStart = cursor.at
    } else if (char === '<') {
      const tag = readTag(text, cursor.at)
      if (tag === null || tag.text.includes('{')) cursor.at += 1
      else {
        endText()
        parts.push(tag)
        cursor.at = tag.span.end
        textStart = cursor.at
      }
    } else if (
      isVariant &&
      (char === '}' || (char === '\n' && VARIANT_END.test(text.slice(cursor.at, cursor.at + MAX_INDENT))))
    )
      break
    else if (char === '}') {
      cursor.start = cursor.at
      return null
    } else cursor.at += 1
  }
  endText()
  return parts.some((part) => part.kind === 'tag') ? ownTags(parts) : parts
}

const MAX_INDENT = 100
const VARIANT_END = /^\s*(?:\*?\[|\})/

function readPlaceable(cursor: Cursor): Part | null {
  const start = cursor.at
  const { text } = cursor
  if (cursor.depth >= MAX_DEPTH) return fail(cursor, start)
  cursor.depth += 1
  cursor.at += 1
  skipBlank(cursor)
  const isNested = text[cursor.at] === '{'
  const nested = isNested ? readPlaceable(cursor) : null
  const inline = isNested ? nested && inlineOf(nested) : readInline(cursor)
  if (inline === null) return fail(cursor, start)
  skipBlank(cursor)
  const branches = text.startsWith('->', cursor.at) ? readVariants(cursor) : []
  if (branches === null || text[cursor.at] !== '}') return fail(cursor, start)
  cursor.at += 1
  cursor.depth -= 1
  const span = { start, end: cursor.at }
  const whole = text.slice(start, cursor.at)
  if (branches.length > 0)
    return {
      kind: 'choice',
      text: whole,
      span,
      by: kindOf(branches),
      name: inline.name,
      ...(inline.kind === 'variable' ? {} : { isByReference: true }),
      branches,
    }
  return nested?.kind === 'choice' ? { ...nested, text: whole, span } : partOf(inline, whole, span)
}

/** Returns the expression of a placeable within another: `{ { $name } }`. */
function inlineOf(part: Part): Inline {
  switch (part.kind) {
    case 'placeholder':
      return { kind: 'variable', name: part.name, type: part.type, format: part.format }
    case 'nesting':
      return { kind: 'reference', name: part.key, type: 'any', format: null }
    case 'choice':
      return {
        kind: part.isByReference ? 'reference' : 'variable',
        name: part.name,
        type: 'any',
        format: null,
      }
    default:
      return { kind: 'literal', name: part.kind === 'escape' ? part.value : '', type: 'any', format: null }
  }
}

/** Records an error. Only the first one counts; later ones are consequences of it. */
function fail(cursor: Cursor, start: number): null {
  cursor.start ??= start
  return null
}

function partOf(inline: Inline, text: string, span: Span): Part {
  switch (inline.kind) {
    case 'variable':
      return {
        kind: 'placeholder',
        text,
        span,
        name: inline.name,
        type: inline.type,
        escaping: 'escaped',
        format: inline.format,
      }
    case 'reference':
      return { kind: 'nesting', text, span, key: inline.name, options: null }
    case 'literal':
      return { kind: 'escape', text, span, value: inline.name }
    default:
      return inline.kind satisfies never
  }
}

function readVariants(cursor: Cursor): Branch[] | null {
  const { text } = cursor
  cursor.at += 2
  const branches: Branch[] = []
  let defaults = 0
  for (;;) {
    skipBlank(cursor)
    if (text[cursor.at] === '}') return defaults === 1 ? branches : null
    if (text[cursor.at] === '*') {
      cursor.at += 1
      defaults += 1
    }
    KEY.lastIndex = cursor.at
    const selector = KEY.exec(text)
    if (selector === null) return null
    cursor.at += selector[0].length
    const start = cursor.at
    const parts = readPattern(cursor, true)
    if (parts === null) return null
    const span = { start, end: cursor.at }
    branches.push({ selector: selector[1] ?? '', text: text.slice(start, cursor.at), span, parts })
  }
}

const KEY = /\[\s{0,50}([A-Za-z][\w-]{0,100}|-?\d{1,20}(?:\.\d{1,20})?)\s{0,50}\] ?/y

/**
 * Returns the kind of a choice: if all selectors are plural categories or numbers, it is made by a number.
 */
function kindOf(branches: readonly Branch[]): ChoiceKind {
  return branches.every(({ selector }) => /^-?\d/.test(selector) || categoryNamed(selector) !== null)
    ? 'plural'
    : 'select'
}
