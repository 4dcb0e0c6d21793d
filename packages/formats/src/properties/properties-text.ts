import { isTooLongToDecode } from '../limits/limits.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { afterLineBreak, endsWithBackslash, skipBlanks } from './scan-properties.ts'

/** The choices of a file, or of one value of it, if several spellings are possible. */
export type PropertiesStyle = {
  /** Characters up to this code are written directly, others as `\uXXXX`. */
  readonly rawUpTo: number
  readonly upperHex: boolean
  /** Those of `=`, `:`, `#`, `!`, `'`, `"` that have a backslash without need. */
  readonly needless: ReadonlySet<string>
}

/**
 * Returns what Java reads from the raw text of a key or value. `badAt` is the position in `raw` of the first
 * `\u` without its four digits.
 */
export function unescapeProperties(raw: string): { readonly text: string; readonly badAt: number | null } {
  let at = raw.indexOf('\\')
  if (at < 0 || isTooLongToDecode(raw)) return { text: raw, badAt: null }
  let text = ''
  let badAt: number | null = null
  let from = 0
  for (; at >= 0; at = raw.indexOf('\\', from)) {
    text += raw.slice(from, at)
    const code = raw.charCodeAt(at + 1)
    from = at + 2
    if (code === LETTER_U) {
      const value = hexAt(raw, from)
      if (value === null) badAt ??= at
      else from += 4
      text += value === null ? '\\u' : String.fromCharCode(value)
    } else if (from > raw.length || code === LF || code === CR)
      from = skipBlanks(raw, afterLineBreak(raw, at + 1))
    else text += SHORT.get(raw.charAt(at + 1)) ?? raw.charAt(at + 1)
  }
  return { text: text + raw.slice(from), badAt }
}

/** Returns the text of a value, with replacements for lone surrogates, which Java accepts. */
export function textOfValue(raw: string): string {
  return raw.includes('\\') ? withoutLoneSurrogates(unescapeProperties(raw).text) : raw
}

/** Returns the value of four hexadecimal digits; null if they are not. */
function hexAt(raw: string, from: number): number | null {
  let value = 0
  for (let at = from; at < from + 4; at++) {
    const code = raw.charCodeAt(at)
    const lower = code | 0x20
    if (code >= 48 && code <= 57) value = value * 16 + code - 48
    else if (lower >= 97 && lower <= 102) value = value * 16 + lower - 87
    else return null
  }
  return value
}

/**
 * Returns the raw value with its text replaced by `text`. The unchanged parts at both ends keep their exact
 * characters, including continuation lines; new text is on one line. `separated`: `=` or `:` precedes the
 * value, so that it can start with one.
 */
export function rewriteValue(raw: string, text: string, style: PropertiesStyle, separated: boolean): string {
  const own = mergeStyle(raw, style)
  const tokens: readonly { readonly raw: string; readonly value: string }[] = [...raw.matchAll(TOKEN)].map(
    ([token]) => ({
      raw: token,
      value: unescapeProperties(token).text,
    }),
  )
  let head = 0
  let start = 0
  for (
    let token = tokens[head];
    token !== undefined && isKept(token.raw) && text.startsWith(token.value, start);
    token = tokens[++head]
  )
    start += token.value.length
  let tail = tokens.length
  let end = text.length
  for (let token = tokens[tail - 1]; tail > head && token !== undefined; token = tokens[--tail - 1]) {
    if (!isKept(token.raw) || end - token.value.length < start || !text.endsWith(token.value, end)) break
    end -= token.value.length
  }
  const middle = escapeText(text.slice(start, end), own)
  const kept = tokens.slice(tail)
  let before = tokens.slice(0, head)
  if (middle === '' && kept.length === 0) while (before.at(-1)?.value === '') before = before.slice(0, -1)
  const rewritten = join(before) + middle + join(kept)
  const isExact =
    unescapeProperties(rewritten).text === text && !endsWithBackslash(rewritten, rewritten.length)
  return isExact && startsSafely(rewritten, separated) ? rewritten : quoteValue(text, own, separated)
}

/**
 * Returns whether a token is kept. An unescaped U+0000 is replaced by an escape, because a file with little
 * else would be read in another charset.
 */
function isKept(raw: string): boolean {
  return !raw.endsWith('\0')
}

/**
 * Returns `text` as a value on one line, with an escape only for its first blank, or for a character that
 * would be read as a separator.
 */
export function quoteValue(text: string, style: PropertiesStyle, separated: boolean): string {
  const escaped = escapeText(text, style)
  return startsSafely(escaped, separated) ? escaped : `\\${escaped}`
}

export function quoteKey(key: string, style: PropertiesStyle): string {
  const escaped = escapeText(key, { ...style, needless: new Set([' ', '=', ':']) })
  return /^[#!]/.test(escaped) ? `\\${escaped}` : escaped
}

/** Returns the style of a whole file. `rawUpTo` is the limit of its charset. */
export function propertiesStyleOf(text: string, rawUpTo: number): PropertiesStyle {
  const { others, upper, lower, needless } = escapesIn(text)
  if (needless.size > 0) {
    for (const line of text.split(/[\r\n]+/)) {
      if (needless.size === 0) break
      const value = /^[ \t\f]*[#!]/.test(line)
        ? ''
        : line.replace(/^(?:\\.|[^=:\\])*[=:]/, '').replaceAll(/\\./g, '')
      for (const char of needless) if (value.includes(char)) needless.delete(char)
    }
  }
  const isEscaped = others > 0 && others > (text.match(/[^\0-\x7f]/g)?.length ?? 0)
  return { rawUpTo: isEscaped ? ASCII : rawUpTo, upperHex: upper > lower, needless }
}

/**
 * Returns the characters that are written with a backslash: the number of characters beyond ASCII, of digits
 * in either case, and the characters that need none.
 */
function escapesIn(text: string): {
  readonly others: number
  readonly upper: number
  readonly lower: number
  readonly needless: Set<string>
} {
  let others = 0
  let upper = 0
  let lower = 0
  const needless = new Set<string>()
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    const code = text.charCodeAt(at + 1)
    if (code === LETTER_U && (hexAt(text, at + 2) ?? 0) > ASCII) {
      others++
      for (let digit = at + 2; digit < at + 6; digit++) {
        if (text.charCodeAt(digit) >= 97) lower++
        else if (text.charCodeAt(digit) >= 65) upper++
      }
    } else if (at + 1 < text.length && NEEDLESS.includes(text.charAt(at + 1)))
      needless.add(text.charAt(at + 1))
  }
  return { others, upper, lower, needless }
}

const ASCII = 0x7f
const LF = 10
const CR = 13
const LETTER_U = 117
/** Characters that some programs always escape. */
const NEEDLESS = '#!\'"=:'
const TOKEN =
  /\\(?:\r\n|[\r\n]|$)[ \t\f]*|\\u[0-9a-fA-F]{4}(?:(?<=\\u[dD][89abAB]..)\\u[dD][c-fC-F][0-9a-fA-F]{2})?|\\[\s\S]|[\s\S]/gu

const SHORT: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
])

function join(tokens: readonly { readonly raw: string }[]): string {
  return tokens.map((token) => token.raw).join('')
}

function startsSafely(raw: string, separated: boolean): boolean {
  return separated ? !/^[ \t\f]/.test(raw) : !/^[ \t\f=:]/.test(raw)
}

function mergeStyle(raw: string, file: PropertiesStyle): PropertiesStyle {
  const { others, upper, lower, needless } = escapesIn(raw)
  const plain = file.needless.size === 0 ? '' : raw.replaceAll(/\\[\s\S]/g, '')
  for (const char of file.needless) if (!plain.includes(char)) needless.add(char)
  return {
    rawUpTo: others > 0 && !/[^\0-\x7f]/.test(raw) ? ASCII : file.rawUpTo,
    upperHex: upper + lower > 0 ? upper > 0 : file.upperHex,
    needless,
  }
}

const PLAIN = /^[ -[\]-~]*$/

function escapeText(text: string, style: PropertiesStyle): string {
  if (style.needless.size === 0 && PLAIN.test(text)) return text
  let out = ''
  for (const char of text) out += escapeCharacter(char, style)
  return out
}

function escapeCharacter(char: string, style: PropertiesStyle): string {
  const code = char.codePointAt(0) ?? 0
  if (style.needless.has(char)) return `\\${char}`
  if (char === '\\') return '\\\\'
  if (code === 10) return '\\n'
  if (code === 13) return '\\r'
  if (code === 9) return '\\t'
  if (code === 12) return '\\f'
  const isControl = code < 32 || (code >= 0x7f && code < 0xa0)
  if (!isControl && (code <= ASCII || code <= style.rawUpTo)) return char
  let out = ''
  for (let i = 0; i < char.length; i++) {
    const hex = char.charCodeAt(i).toString(16).padStart(4, '0')
    out += `\\u${style.upperHex ? hex.toUpperCase() : hex}`
  }
  return out
}
