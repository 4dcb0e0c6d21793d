import { append } from '../../lists/group-by.ts'
import type { Issue } from '../issue.ts'
import type { Parsed } from '../message-syntax.ts'
import {
  type EscapePart,
  type NestingPart,
  type Part,
  type PlaceholderPart,
  textPart,
  type ValueType,
} from '../part.ts'
import { ownTags } from './own-tags.ts'
import { readTag } from './read-tag.ts'

/** The result of a rule. An invalid piece stays text, with an issue. */
export type Piece =
  | {
      readonly kind: 'placeholder'
      readonly name: string
      readonly type?: ValueType
      readonly format?: string | null
    }
  | { readonly kind: 'nesting'; readonly key: string; readonly options?: string | null }
  | { readonly kind: 'escape'; readonly value: string }
  | { readonly kind: 'invalid'; readonly code: string }

/** State of the scan: the numbers of the next `%s` and the next `{}` without an explicit one. */
export type ScanState = { next: number; nextField: number }

/** One kind of syntax that is not text. The first rule whose `read` accepts its match wins. */
export type Rule = {
  /** The characters it starts with. */
  readonly on: string
  /** Sticky, and bounded: no repetition without an upper limit, so that a scan takes linear time. */
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, state: ScanState) => Piece | null
}

export type Scanner = {
  readonly hasMarkup: (text: string) => boolean
  readonly hasPlaceholders: (text: string) => boolean
  readonly parse: (text: string) => Parsed
}

/** Builds a message parser from rules; it also parses tags, and placeholders in their attributes. */
export function scanner(rules: readonly Rule[]): Scanner {
  const starts = new Map<string, Rule[]>()
  for (const rule of rules) for (const char of rule.on) append(starts, char, rule)
  const chars = [...starts.keys()].map((char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join('')
  const anyStart = chars === '' ? /(?!)/ : new RegExp(`[${chars}]`, 'u')
  const anyMarkup = new RegExp(`[<${chars}]`, 'u')

  const parse = (text: string): Parsed => {
    if (!anyMarkup.test(text)) return plainText(text)
    const issues: Issue[] = []
    const state: ScanState = { next: 1, nextField: 0 }
    const parts = readParts(text, { starts, every: new RegExp(anyMarkup, 'gu'), state, issues })
    return { parts: text.includes('<') ? ownTags(parts) : parts, issues }
  }
  return { hasMarkup: (text) => anyMarkup.test(text), hasPlaceholders: (text) => anyStart.test(text), parse }
}

/** Returns a message without any markup as parts. */
export function plainText(text: string): Parsed {
  return {
    parts: text === '' ? [] : [{ kind: 'text', text, span: { start: 0, end: text.length } }],
    issues: [],
  }
}

type Reading = {
  readonly starts: ReadonlyMap<string, readonly Rule[]>
  readonly every: RegExp
  readonly state: ScanState
  readonly issues: Issue[]
}

function readParts(text: string, reading: Reading): Part[] {
  const { starts, every, state, issues } = reading
  const parts: Part[] = []
  let textStart = 0
  every.lastIndex = 0
  for (let start = every.exec(text); start !== null; start = every.exec(text)) {
    const at = start.index
    const part =
      readRules(text, at, { rules: starts.get(start[0]) ?? NO_RULES, state, issues }) ??
      readTagAt(text, at, reading)
    if (part === null) {
      every.lastIndex = at + 1
      continue
    }
    if (typeof part === 'number') {
      every.lastIndex = part
      continue
    }
    if (at > textStart) parts.push(textPart(text, textStart, at))
    parts.push(part)
    textStart = part.span.end
    every.lastIndex = textStart
  }
  if (textStart < text.length) parts.push(textPart(text, textStart, text.length))
  return parts
}

const NO_RULES: readonly Rule[] = []

type RuleReading = { readonly rules: readonly Rule[]; readonly state: ScanState; readonly issues: Issue[] }

/** Returns the part at that offset or, after invalid syntax, where to continue. */
function readRules(text: string, at: number, { rules, state, issues }: RuleReading): Part | number | null {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null || match[0] === '') continue
    const piece = read(match, state)
    if (piece === null) continue
    const span = { start: at, end: at + match[0].length }
    if (piece.kind !== 'invalid') return partOf(piece, match[0], span)
    issues.push({ code: piece.code, severity: 'error', span })
    return span.end
  }
  return null
}

function partOf(
  piece: Exclude<Piece, { kind: 'invalid' }>,
  text: string,
  span: Part['span'],
): PlaceholderPart | NestingPart | EscapePart {
  switch (piece.kind) {
    case 'placeholder': {
      const { name, type = 'any', format = null } = piece
      return { kind: 'placeholder', text, span, name, type, escaping: 'escaped', format }
    }
    case 'nesting':
      return { kind: 'nesting', text, span, key: piece.key, options: piece.options ?? null }
    case 'escape':
      return { kind: 'escape', text, span, value: piece.value }
    default:
      return piece satisfies never
  }
}

function readTagAt(text: string, at: number, { starts, every, state }: Reading): Part | null {
  if (text[at] !== '<') return null
  const tag = readTag(text, at)
  if (tag === null) return null
  const inner: PlaceholderPart[] = []
  for (let index = 1; index < tag.text.length; index++) {
    const rules = starts.get(tag.text.charAt(index))
    const found =
      rules === undefined
        ? null
        : readRules(text.slice(0, tag.span.end), at + index, { rules, state, issues: [] })
    if (found === null || typeof found === 'number' || found.kind !== 'placeholder') continue
    inner.push(found)
    index = found.span.end - at - 1
  }
  every.lastIndex = tag.span.end
  return inner.length === 0 ? tag : { ...tag, inner }
}
