import type { Issue } from '../issue.ts'
import type { Branch, Part } from '../part.ts'
import { type Reading, type ReadPattern, syntaxIssue } from './reading.ts'

/** The reading that the choice is part of, and how its branches are read. */
type Within = { readonly reading: Reading; readonly readPattern: ReadPattern }

/**
 * Reads a pattern of `java.text.ChoiceFormat`, `0#none|1#one|1<{0} of them`: limits in ascending order, each
 * with the text from that limit on. MessageFormat reads a text with braces again, as a pattern of its own.
 */
export function readChoice(
  style: string,
  offset: number,
  within: Within,
): { readonly branches: readonly Branch[] } | { readonly issue: Issue } {
  const branches: Branch[] = []
  const whole = { start: offset, end: offset + style.length }
  let before = Number.NEGATIVE_INFINITY
  for (const interval of intervalsOf(style)) {
    const { limit, sign, textStart, end } = interval
    const value = sign === null ? Number.NaN : limitValue(limit, sign)
    const isFirst = branches.length === 0
    if (Number.isNaN(value) || (isFirst ? false : value <= before))
      return {
        issue: syntaxIssue('invalid-choice', { start: offset + interval.start, end: offset + end }),
      }
    before = value
    branches.push({
      selector: `${limit.trim()}${sign ?? ''}`,
      text: style.slice(textStart, end),
      span: { start: offset + textStart, end: offset + end },
      parts: branchParts(style.slice(textStart, end), offset + textStart, within),
    })
  }
  return branches.length === 0 ? { issue: syntaxIssue('invalid-choice', whole) } : { branches }
}

type Interval = {
  readonly start: number
  readonly limit: string
  /** Null: there is none, or another one within the text, which ChoiceFormat rejects too. */
  readonly sign: string | null
  readonly textStart: number
  readonly end: number
}

function intervalsOf(style: string): readonly Interval[] {
  const intervals: Interval[] = []
  let start = 0
  let sign: string | null = null
  let textStart = -1
  let isBroken = false
  let isQuoted = false
  const close = (end: number) => {
    const limit = textStart === -1 ? '' : style.slice(start, textStart - 1)
    intervals.push({ start, limit, sign: isBroken ? null : sign, textStart: Math.max(textStart, start), end })
    start = end + 1
    sign = null
    textStart = -1
    isBroken = false
  }
  for (let at = 0; at < style.length; at++) {
    const char = style.charAt(at)
    if (char === "'") isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '|') close(at)
    else if (char === '#' || char === '<' || char === '\u2264') {
      if (sign !== null) isBroken = true
      else {
        sign = char
        textStart = at + 1
      }
    }
  }
  // Java drops what follows the last bar if no text of its own begins there.
  if (textStart !== -1 || intervals.length === 0) close(style.length)
  return intervals
}

/** Returns the smallest number of the interval; NaN if the limit is not a number. */
function limitValue(limit: string, sign: string): number {
  if (limit === '\u221e') return Number.POSITIVE_INFINITY
  if (limit === '-\u221e') return Number.NEGATIVE_INFINITY
  if (!/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[dDfF]?\s*$/.test(limit)) return Number.NaN
  const value = Number.parseFloat(limit)
  return sign === '<' ? value + Math.max(Math.abs(value), 1) * Number.EPSILON : value
}

/**
 * Reads the text of a branch. ChoiceFormat has removed one level of apostrophes from it before MessageFormat
 * reads it; parts keep what they are written as.
 */
function branchParts(text: string, offset: number, { reading, readPattern }: Within): readonly Part[] {
  if (text === '') return []
  if (reading.depth >= MAX_DEPTH || !text.includes('{'))
    return [{ kind: 'text', text, span: { start: offset, end: offset + text.length } }]
  const { plain, origins } = unquoted(text)
  const inner: Reading = { text: plain, issues: [], hasArguments: true, depth: reading.depth + 1 }
  const parts = readPattern(inner)
  const place = (at: number) => offset + (at === plain.length ? text.length : (origins[at] ?? text.length))
  const moved = ({ start, end }: Part['span']) => ({
    start: start === 0 ? offset : place(start),
    end: place(end),
  })
  // A fix within one level of apostrophes would have to double those of the other.
  reading.issues.push(...inner.issues.map(({ fix, ...issue }) => ({ ...issue, span: moved(issue.span) })))
  return parts.map((part) => movePart(part, moved, { text, offset }))
}

const MAX_DEPTH = 20

function movePart(
  part: Part,
  moved: (span: Part['span']) => Part['span'],
  source: { readonly text: string; readonly offset: number },
): Part {
  const span = moved(part.span)
  const written = source.text.slice(span.start - source.offset, span.end - source.offset)
  if (part.kind !== 'choice') return { ...part, text: written, span }
  const branches = part.branches.map((branch): Branch => {
    const own = moved(branch.span)
    return {
      ...branch,
      text: source.text.slice(own.start - source.offset, own.end - source.offset),
      span: own,
      parts: branch.parts.map((inner) => movePart(inner, moved, source)),
    }
  })
  return { ...part, text: written, span, branches }
}

/** Returns the text without its level of apostrophes, and where each remaining character was. */
function unquoted(text: string): { readonly plain: string; readonly origins: readonly number[] } {
  let plain = ''
  const origins: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") {
      if (text[at + 1] !== "'") continue
      at += 1
    }
    plain += text.charAt(at)
    origins.push(at)
  }
  return { plain, origins }
}
