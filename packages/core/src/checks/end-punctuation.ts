import { baseLanguage } from '../locale/tag.ts'
import type { Part } from '../message/part.ts'
import type { Span } from '../text/span.ts'
import { abbreviationIn, hasInitialsAtEnd } from './abbreviation.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { isUsualIn, kindOfSign, needsPerson, type SignKind, signFor } from './end-signs.ts'
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
    const source = stretchOf(checked.source, sourceLanguage, checked.parsedSource, checked)
    const target = stretchOf(checked.text, language, checked.parsed, checked)
    if (source.last === null || target.last === null || source.last.kind === target.last.kind) return NOTHING
    const [wanted, { kind }] = [source.last.kind, target.last]
    if (isUsualIn(language, { source: wanted, kind, text: target.text })) return NOTHING
    const abbreviation = abbreviationAt(checked, source, target)
    if (abbreviation === 'sure') return NOTHING
    const sign = wanted === 'none' ? '' : signFor(wanted, language)
    // A missing sign is inserted after closing tags and quotes if it is there in the source.
    const isBehind = kind === 'none' && source.text.trimEnd().length === source.last.end
    const at = target.start + target.text.trimEnd().length
    const span = isBehind
      ? { start: at, end: at }
      : { start: target.start + target.last.start, end: target.start + target.last.end }
    const isForPerson =
      abbreviation === 'perhaps' || (wanted !== 'none' && needsPerson(wanted, language, target.text))
    return [
      {
        code: 'end-punctuation',
        severity: 'warning',
        span,
        params: { expected: sign.trim() },
        ...(isForPerson ? {} : { fix: { span, text: sign } }),
      },
    ]
  },
}

/** The text, or the branch that it ends with, with its start in the text and its last sign. */
type Stretch = Span & { readonly text: string; readonly last: End | null }

function stretchOf(
  text: string,
  language: string,
  parsed: CheckedText['parsed'],
  { syntax }: CheckedText,
): Stretch {
  const whole = { start: 0, end: text.length }
  const span =
    syntax.pluralOf === undefined || !syntax.hasPlaceholders(text)
      ? whole
      : lastStretch(parsed().parts, whole)
  const own = text.slice(span.start, span.end)
  return { ...span, text: own, last: endOf(own, language) }
}

/** Returns whether the last dot, which only the translation or only the source has, ends an abbreviation or a number. */
function abbreviationAt(
  checked: CheckedText,
  source: Stretch,
  target: Stretch,
): ReturnType<typeof abbreviationIn> {
  const [sourceEnd, end] = [source.last, target.last]
  if (sourceEnd?.kind === 'stop' && end?.kind === 'none')
    return hasInitialsAtEnd(source.text.slice(0, sourceEnd.start)) ? 'sure' : 'no'
  if (sourceEnd?.kind !== 'none' || end?.kind !== 'stop' || target.text.charAt(end.end - 1) !== '.')
    return 'no'
  const before = target.start + end.start
  if (isOrdinal(checked, before, source.start + sourceEnd.end)) return 'sure'
  return abbreviationIn(checked.parsed().parts, { start: target.start, end: before })
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
  if (!ORDINAL_DOT.has(baseLanguage(checked.language))) return false
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

type End = { readonly kind: SignKind | 'none'; readonly start: number; readonly end: number }

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
  let kind: End['kind'] = isDot ? 'semicolon' : (kindOfSign(last) ?? 'none')
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
