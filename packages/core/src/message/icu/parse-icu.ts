import { type Location, type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Span } from '../../text/span.ts'
import type { Issue } from '../issue.ts'
import type { Parsed } from '../message-syntax.ts'
import type { Branch, ChoicePart, Part, PlaceholderPart, ValueType } from '../part.ts'
import { ownTags } from '../scan/own-tags.ts'
import { brokenIcu } from './broken-icu.ts'
import { literalParts } from './literal-parts.ts'
import { apostropheIssue, maskApostrophes, maskQuotations } from './mask-quotations.ts'
import { mistakenApostrophes } from './mistaken-apostrophes.ts'

/**
 * Parses a message with FormatJS. An apostrophe that quotes by mistake is read as text, with an issue. A message that it rejects is parsed piece by piece instead, so that its
 * text and placeholders are kept, with an issue at the location of the error.
 */
export function parseIcu(text: string, rules: IcuRules): Parsed {
  const { quoting } = rules
  if (isTooDeep(text))
    return {
      parts: brokenIcu(text),
      issues: [syntaxIssue('icu-syntax', 'TOO_DEEP', { start: 0, end: text.length })],
    }
  const mistaken: ReadonlySet<number> = quoting === 'before-syntax' ? mistakenApostrophes(text) : new Set()
  const issues = [...mistaken].map(apostropheIssue)
  const read =
    quoting === 'before-syntax' ? maskApostrophes(text, mistaken) : maskQuotations(text, quoting, issues)
  try {
    // Tags are parsed from the literals, since HTML is not always closed; a separate check requires `other`.
    const elements = parse(read, { ...OPTIONS, ignoreTag: true })
    const reading: Reading = { text, ...rules, mistaken, issues }
    const parts = partsOf(elements, { start: 0, end: text.length }, { reading, counted: '', isPlural: false })
    reportStrayBraces(parts, reading)
    if (rules.tags === 'parsed' && text.includes('<')) issues.push(...tagIssues(read))
    return { parts, issues }
  } catch (error) {
    return { parts: brokenIcu(text), issues: [...issues, issueOfError(error, text)] }
  }
}

/** Beyond real messages; limits the recursion of the parser. */
const MAX_DEPTH = 50

const OPTIONS = { captureLocation: true, requiresOtherClause: false, shouldParseSkeletons: false } as const

/** Which apostrophes quote: those before a character of the syntax, none, or all. */
export type Quoting = 'before-syntax' | 'never' | 'always'

export type IcuRules = {
  readonly quoting: Quoting
  /** `parsed`: a tag that is not closed, or not well-formed, makes the whole message invalid. */
  readonly tags: 'text' | 'parsed'
}

type Reading = IcuRules & {
  readonly text: string
  /** The apostrophes that would quote by mistake, which are read as text. */
  readonly mistaken: ReadonlySet<number>
  readonly issues: Issue[]
}
type Around = { readonly reading: Reading; readonly counted: string; readonly isPlural: boolean }

/**
 * Converts elements to parts. `range` is the text that the elements cover together: FormatJS does not report
 * spaces and quotes between them.
 */
function partsOf(elements: readonly MessageFormatElement[], range: Span, around: Around): readonly Part[] {
  const { text, quoting, tags, mistaken } = around.reading
  const rules = { quoting, tags, mistaken, isPlural: around.isPlural }
  const parts: Part[] = []
  let at = range.start
  for (const element of elements) {
    const span = spanOf(element.location)
    if (span.start > at) parts.push(...literalParts(text, { start: at, end: span.start }, rules))
    if (element.type === TYPE.literal) parts.push(...literalParts(text, span, rules))
    else parts.push(partOf(element, span, around))
    at = span.end
  }
  if (at < range.end) parts.push(...literalParts(text, { start: at, end: range.end }, rules))
  return parts.some((part) => part.kind === 'tag') ? ownTags(parts) : parts
}

type Element = Exclude<MessageFormatElement, { type: TYPE.literal }>

function partOf(element: Element, span: Span, around: Around): Part {
  switch (element.type) {
    case TYPE.argument:
      return placeholder(span, around, { name: element.value, type: 'any' })
    case TYPE.number:
      return placeholder(span, around, { name: element.value, type: 'number' })
    case TYPE.date:
    case TYPE.time:
      return placeholder(span, around, { name: element.value, type: 'date' })
    case TYPE.pound:
      return placeholder(span, around, { name: around.counted, type: 'number' })
    case TYPE.plural:
    case TYPE.select:
      return choiceOf(element, span, around)
    case TYPE.tag:
      return { kind: 'text', text: around.reading.text.slice(span.start, span.end), span }
    default:
      return element satisfies never
  }
}

function placeholder(
  span: Span,
  { reading }: Around,
  { name, type }: { readonly name: string; readonly type: ValueType },
): PlaceholderPart {
  const text = reading.text.slice(span.start, span.end)
  const style = text.split(',').slice(1).join(',').replace(/\}$/, '').trim()
  return {
    kind: 'placeholder',
    text,
    span,
    name,
    type,
    escaping: 'escaped',
    format: style === '' ? null : style,
  }
}

function choiceOf(element: Extract<Element, { options: unknown }>, span: Span, around: Around): ChoicePart {
  const by = element.type === TYPE.select ? 'select' : element.pluralType === 'ordinal' ? 'ordinal' : 'plural'
  const counted = by === 'select' ? around.counted : element.value
  const branches = Object.entries(element.options).map(([selector, { value, location }]): Branch => {
    const braces = spanOf(location)
    const own = { start: braces.start + 1, end: braces.end - 1 }
    return {
      selector,
      text: around.reading.text.slice(own.start, own.end),
      span: own,
      parts: partsOf(value, own, { ...around, counted, isPlural: by !== 'select' }),
    }
  })
  // Objects order numeric keys first.
  branches.sort((a, b) => a.span.start - b.span.start)
  return {
    kind: 'choice',
    text: around.reading.text.slice(span.start, span.end),
    span,
    by,
    name: element.value,
    branches,
  }
}

function spanOf(location: Location | undefined): Span {
  return { start: location?.start.offset ?? 0, end: location?.end.offset ?? 0 }
}

/** Reports closing braces without a match: they are text in ICU, but usually a mistake. */
function reportStrayBraces(parts: readonly Part[], { issues }: Reading): void {
  for (const part of parts) {
    if (part.kind !== 'text') continue
    for (let at = part.text.indexOf('}'); at !== -1; at = part.text.indexOf('}', at + 1)) {
      const start = part.span.start + at
      const span = { start, end: start + 1 }
      issues.push({ code: 'brace-unmatched', severity: 'error', span, fix: { span, text: '' } })
    }
  }
}

/** Returns the error that tags cause in FormatJS; the fix makes the first `<` of them a character. */
function tagIssues(text: string): readonly Issue[] {
  try {
    parse(text, { ...OPTIONS, ignoreTag: false })
    return []
  } catch (error) {
    const { span } = issueOfError(error, text)
    const start = text.lastIndexOf('<', span.start)
    const found = { start: Math.max(start, 0), end: tagEnd(text, Math.max(start, 0)) }
    const sign = { start: found.start, end: found.start + 1 }
    const fix = start === -1 ? {} : { fix: { span: sign, text: "'<'" } }
    return [{ code: 'tag-invalid', severity: 'error', span: found, ...fix }]
  }
}

function tagEnd(text: string, start: number): number {
  REST_OF_TAG.lastIndex = start + 1
  return start + 1 + (REST_OF_TAG.exec(text)?.[0].length ?? 0)
}

const REST_OF_TAG = /[^<>{}]{0,100}>?/y

function syntaxIssue(code: string, reason: string, span: Span): Issue {
  return { code, severity: 'error', span, params: { reason: reason.toLowerCase().replaceAll('_', '-') } }
}

/** Converts an exception to an issue. FormatJS's errors have a location; others have none. */
function issueOfError(error: unknown, text: string): Issue {
  const whole = { start: 0, end: text.length }
  if (!(error instanceof SyntaxError)) return syntaxIssue('icu-syntax', 'UNREADABLE', whole)
  const location = 'location' in error ? error.location : undefined
  const span = isLocation(location) ? spanOf(location) : whole
  const start = Math.min(span.start, text.length)
  const end = Math.min(Math.max(span.end, start), text.length)
  if (error.message === 'EXPECT_ARGUMENT_CLOSING_BRACE')
    return { code: 'placeholder-unclosed', severity: 'error', span: { start, end } }
  return syntaxIssue('icu-syntax', error.message, { start, end })
}

function isLocation(value: unknown): value is Location {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b) depth += 1
    else if (code === 0x7d) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
