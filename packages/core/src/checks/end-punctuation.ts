import { baseLanguage } from '../locale/tag.ts'
import type { Span } from '../text/span.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { lastStretch } from './text-pieces.ts'

/**
 * A text should end with the same kind of punctuation as the source (full stop, question mark, exclamation
 * mark, colon, ellipsis, comma), in the form that its language uses.
 */
export const endPunctuation: Check = {
  id: 'end-punctuation',
  run(checked) {
    if (checked.source === null) return NOTHING
    const { language, sourceLanguage } = checked
    const sourceStretch = stretchOf(checked.source, checked, checked.parsedSource)
    const stretch = stretchOf(checked.text, checked, checked.parsed)
    const source =
      sourceStretch === null ? checked.source : checked.source.slice(sourceStretch.start, sourceStretch.end)
    const text = stretch === null ? checked.text : checked.text.slice(stretch.start, stretch.end)
    const start = stretch?.start ?? 0
    const sourceEnd = endOf(source, sourceLanguage)
    const textEnd = endOf(text, language)
    if (sourceEnd === null || textEnd === null || sourceEnd.kind === textEnd.kind) return NOTHING
    const base = baseLanguage(language)
    if (
      NO_FULL_STOP.has(base) &&
      (sourceEnd.kind === 'stop' || textEnd.kind === 'stop') &&
      (sourceEnd.kind === 'none' || textEnd.kind === 'none')
    )
      return NOTHING
    const sign = sourceEnd.kind === 'none' ? '' : signFor(sourceEnd.kind, base)
    // A missing sign is inserted after closing tags and quotes if it is there in the source.
    const isBehind = textEnd.kind === 'none' && source.trimEnd().length === sourceEnd.end
    const at = start + text.trimEnd().length
    const span = isBehind
      ? { start: at, end: at }
      : { start: start + textEnd.start, end: start + textEnd.end }
    return [
      {
        code: 'end-punctuation',
        severity: 'warning',
        span,
        params: { expected: sign.trim() },
        fix: { span, text: sign },
      },
    ]
  },
}

/** Returns the branch that the text ends with, if there is a choice at its end; null: the whole text. */
function stretchOf(text: string, { syntax }: CheckedText, parsed: CheckedText['parsed']): Span | null {
  if (syntax.pluralOf === undefined || !syntax.hasPlaceholders(text)) return null
  return lastStretch(parsed().parts, { start: 0, end: text.length })
}

type Kind = 'stop' | 'question' | 'exclamation' | 'colon' | 'ellipsis' | 'comma' | 'semicolon' | 'none'
type End = { readonly kind: Kind; readonly start: number; readonly end: number }

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...signs('stop', '.。．｡।॥۔։።။។'),
  ...signs('question', '?？؟՞⸮፧\u037e'),
  ...signs('exclamation', '!！՜'),
  ...signs('colon', ':：፡'),
  ...signs('ellipsis', '…⋯'),
  ...signs('comma', ',，、،﹐'),
  ...signs('semicolon', ';；؛'),
])

function signs(kind: Kind, text: string): [string, Kind][] {
  return [...text].map((sign) => [sign, kind])
}

/** Thai and Lao sentences have no full stop. */
const NO_FULL_STOP: ReadonlySet<string> = new Set(['th', 'lo'])

const PLAIN: Readonly<Record<Exclude<Kind, 'none'>, string>> = {
  stop: '.',
  question: '?',
  exclamation: '!',
  colon: ':',
  ellipsis: '…',
  comma: ',',
  semicolon: ';',
}

const OWN: ReadonlyMap<string, Partial<typeof PLAIN>> = new Map<string, Partial<typeof PLAIN>>([
  [
    'zh',
    {
      stop: '。',
      question: '？',
      exclamation: '！',
      colon: '：',
      ellipsis: '……',
      comma: '，',
      semicolon: '；',
    },
  ],
  [
    'yue',
    {
      stop: '。',
      question: '？',
      exclamation: '！',
      colon: '：',
      ellipsis: '……',
      comma: '，',
      semicolon: '；',
    },
  ],
  ['ja', { stop: '。', question: '？', exclamation: '！', colon: '：', comma: '、' }],
  ['ar', { question: '؟', comma: '،', semicolon: '؛' }],
  ['fa', { question: '؟', comma: '،', semicolon: '؛' }],
  ['ur', { stop: '۔', question: '؟', comma: '،', semicolon: '؛' }],
  ['ps', { question: '؟', comma: '،', semicolon: '؛' }],
  ['hi', { stop: '।' }],
  ['bn', { stop: '।' }],
  ['pa', { stop: '।' }],
  ['ne', { stop: '।' }],
  ['hy', { stop: '։' }],
  ['am', { stop: '።' }],
  ['my', { stop: '။' }],
  ['km', { stop: '។' }],
  ['el', { question: ';' }],
  ['fr', { question: '\u202f?', exclamation: '\u202f!', colon: '\u00a0:', semicolon: '\u202f;' }],
])

function signFor(kind: Exclude<Kind, 'none'>, base: string): string {
  return OWN.get(base)?.[kind] ?? PLAIN[kind]
}

/**
 * Returns the sign at the end, ignoring spaces, closing tags, quotes and brackets; null for a text without
 * letters.
 */
function endOf(text: string, language: string): End | null {
  let end = text.length
  while (end > 0) {
    const code = text.charCodeAt(end - 1)
    if (isTrailing(code)) end -= 1
    else if (code === GREATER_THAN) {
      const open = text.lastIndexOf('<', end - 1)
      if (open === -1 || end - open > 60) break
      end = open
    } else break
  }
  if (end === 0) return null
  const last = text.charAt(end - 1)
  let kind = KINDS.get(last) ?? 'none'
  if (kind === 'none') return { kind, start: end, end }
  let start = end - 1
  if (last === '.' && text.charAt(end - 2) === '.') {
    kind = 'ellipsis'
    while (start > 0 && text.charAt(start - 1) === '.') start -= 1
  } else if (kind === 'ellipsis') while (start > 0 && text.charAt(start - 1) === last) start -= 1
  else if (last === ';' && baseLanguage(language) === 'el') kind = 'question'
  // The space that French has before a sign belongs to it.
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start -= 1
  return start === 0 ? null : { kind, start, end }
}

const GREATER_THAN = 0x3e

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2009
}

/** Returns whether a character can follow the last sign: spaces, line ends, quotes and closing brackets. */
function isTrailing(code: number): boolean {
  if (code <= 0x20) return true
  if (code < 0x80)
    return code === 0x22 || code === 0x27 || code === 0x29 || code === 0x5d || code === 0x2a || code === 0x60
  return TRAILING.has(code)
}

const TRAILING: ReadonlySet<number> = new Set(
  [...'\u00a0\u202f\u2009\u3000»«”’“‘„）」』】》〉］\u200e\u200f\u200b'].map((sign) => sign.charCodeAt(0)),
)
