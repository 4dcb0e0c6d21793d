import { baseLanguage } from '../locale/tag.ts'
import type { Part } from '../message/part.ts'
import type { Span } from '../text/span.ts'
import { abbreviationIn, hasInitialsAtEnd } from './abbreviation.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { lastStretch } from './text-pieces.ts'

/**
 * A text should end with the same kind of punctuation as the source (full stop, question mark, exclamation
 * mark, colon, ellipsis, comma), in the form that its language uses.
 */
export const endPunctuation: Check = {
  codes: ['end-punctuation'],
  isAboutWording: true,
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
    if (isUsualIn(base, { source: sourceEnd.kind, kind: textEnd.kind, text })) return NOTHING
    const isDotAdded = sourceEnd.kind === 'none' && textEnd.kind === 'stop'
    if (isDotAdded && ORDINAL_DOT.has(base)) {
      const [before, sourceEndAt] = [start + textEnd.start, (sourceStretch?.start ?? 0) + sourceEnd.end]
      if (isOrdinal(checked, before, sourceEndAt)) return NOTHING
    }
    const abbreviation =
      isDotAdded && text.charAt(textEnd.end - 1) === '.'
        ? abbreviationIn(checked.parsed().parts, { start, end: start + textEnd.start })
        : 'no'
    if (abbreviation === 'sure') return NOTHING
    if (
      sourceEnd.kind === 'stop' &&
      textEnd.kind === 'none' &&
      hasInitialsAtEnd(source.slice(0, sourceEnd.start))
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
        ...(abbreviation === 'perhaps' || needsPerson(base, sourceEnd.kind)
          ? {}
          : { fix: { span, text: sign } }),
      },
    ]
  },
}

/** Returns whether a person has to decide where the sign belongs: in Armenian, within a word. */
function needsPerson(base: string, kind: Kind): boolean {
  return base === 'hy' && (kind === 'question' || kind === 'exclamation')
}

/** Returns the branch that the text ends with, if there is a choice at its end; null: the whole text. */
function stretchOf(text: string, { syntax }: CheckedText, parsed: CheckedText['parsed']): Span | null {
  if (syntax.pluralOf === undefined || !syntax.hasPlaceholders(text)) return null
  return lastStretch(parsed().parts, { start: 0, end: text.length })
}

/** Languages whose ordinal numbers end with a dot: `2.` for `2nd`. */
const ORDINAL_DOT: ReadonlySet<string> = new Set(
  'az bs cs da de dsb et eu fi fo gsw hr hsb hu is lb lv nb nds nn no pl sk sl sq sr tr'.split(' '),
)

/**
 * Whether a dot ends an ordinal number or a date, and not a sentence. In a text whose source ends with the number itself
 * (`Version 2`), it is more likely a mistake.
 */
function isOrdinal({ plural, ...checked }: CheckedText, before: number, sourceEnd: number): boolean {
  if (plural === 'ordinal' || DATE.test(checked.text.slice(0, before))) return true
  const isNumber = (text: string, parsed: CheckedText['parsed'], at: number) =>
    /\p{Nd}/u.test(text.charAt(at - 1)) || hasPlaceholderTo(parsed().parts, at)
  return (
    isNumber(checked.text, checked.parsed, before) &&
    !isNumber(checked.source ?? '', checked.parsedSource, sourceEnd)
  )
}

/** The end of `am 2.5.`, without its last dot. */
const DATE = /\d{1,2}\.\s?\d{1,2}$/

function hasPlaceholderTo(parts: readonly Part[], end: number): boolean {
  return parts.some((part) =>
    part.kind === 'choice'
      ? part.branches.some((branch) => hasPlaceholderTo(branch.parts, end))
      : part.kind === 'placeholder' && part.span.end === end,
  )
}

type Kind = 'stop' | 'question' | 'exclamation' | 'colon' | 'ellipsis' | 'comma' | 'semicolon' | 'none'
type End = { readonly kind: Kind; readonly start: number; readonly end: number }

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...signs('stop', '.。．｡।॥۔։።။។៕᠃᠉།༎᱾᱿꫰꘎꧉܀܁෴'),
  ...signs('question', '?？؟՞⸮፧\u037e꘏᥅'),
  ...signs('exclamation', '!！՜᥄߹'),
  ...signs('colon', ':：፡፦៖᠄܃'),
  ...signs('ellipsis', '…⋯'),
  ...signs('comma', ',，、،﹐፣၊᠂꘍'),
  ...signs('semicolon', ';；؛፤\u0387'),
])

function signs(kind: Kind, text: string): [string, Kind][] {
  return [...text].map((sign) => [sign, kind])
}

type Ends = { readonly source: Kind; readonly kind: Kind; readonly text: string }

/** Returns whether the language ends a text with another kind of sign, or none, where the source has its own. */
function isUsualIn(base: string, { source, kind, text }: Ends): boolean {
  switch (base) {
    // Sentences have no full stop, and questions are recognized by their words.
    case 'th':
    case 'lo':
      return (
        (source === 'none' && kind === 'stop') ||
        (kind === 'none' && (source === 'stop' || source === 'question' || source === 'exclamation'))
      )
    // The particle of questions is followed by any sign.
    case 'ja':
      return source === 'question' && kind === 'stop' && /か[。．｡.][」』”"）)\s]*$/u.test(text)
    // Questions end with a particle and the same sign as all sentences.
    case 'my':
    case 'bo':
    case 'dz':
      return kind === 'stop' && (source === 'question' || source === 'exclamation')
    // The signs of questions and exclamations are within the word that is stressed; ՝ introduces a list.
    case 'hy':
      return (
        (source === 'question' && /[\u055e?]/u.test(text) && (kind === 'stop' || kind === 'none')) ||
        (source === 'exclamation' && /[\u055b\u055c!]/u.test(text) && (kind === 'stop' || kind === 'none')) ||
        ((source === 'colon' || source === 'comma') && text.trimEnd().endsWith('\u055d'))
      )
    default:
      return false
  }
}

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
  ['el', { question: ';', semicolon: '\u00b7' }],
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
  // The middle dot is a semicolon in Greek only.
  const isDot = last === '\u00b7' && baseLanguage(language) === 'el'
  let kind = isDot ? 'semicolon' : (KINDS.get(last) ?? 'none')
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

/**
 * Returns whether a character can follow the last sign: spaces, line ends, quotes, closing brackets, and characters
 * without a shape, such as the end of an isolated text.
 */
function isTrailing(code: number): boolean {
  if (code <= 0x20) return true
  if (code < 0x80)
    return code === 0x22 || code === 0x27 || code === 0x29 || code === 0x5d || code === 0x2a || code === 0x60
  return TRAILING.test(String.fromCharCode(code))
}

const TRAILING = /[\p{Z}\p{Cf}\p{Pe}\p{Pi}\p{Pf}„‚]/u
