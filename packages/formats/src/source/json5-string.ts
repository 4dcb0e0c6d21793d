import { type EscapeStyle, escapeJson, mergeStyle } from './json-string.ts'
import { keptEnds } from './kept-ends.ts'

/** Returns `text` as a JSON5 string in `quote`s. */
export function quoteJson5(text: string, style: EscapeStyle, quote: string): string {
  return `${quote}${escapeJson(text, style, quote)}${quote}`
}

/** Returns `key` without quotes if `quote` is empty and JSON5 allows that. */
export function quoteJson5Key(key: string, style: EscapeStyle, quote: string, textQuote: string): string {
  if (quote === '' && /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(key)) return key
  return quoteJson5(key, style, quote === '' ? textQuote : quote)
}

/**
 * Like `requoteJson`, in the quotes of the value; continued lines and other escapes are kept in unchanged
 * parts of the text.
 */
export function requoteJson5(raw: string, text: string, style: EscapeStyle): string {
  const quote = raw[0] ?? '"'
  const tokens = raw.slice(1, -1).match(TOKEN) ?? []
  const { tail, end, ...kept } = keptEnds(tokens.map(json5TokenValue), text)
  let { head, start } = kept
  // The next character could be a digit.
  for (; tokens[head - 1] === '\\0'; head--) start--
  const middle = escapeJson(text.slice(start, end), mergeStyle(raw, style), quote)
  return `${quote}${tokens.slice(0, head).join('')}${middle}${tokens.slice(tail).join('')}${quote}`
}

const TOKEN = /\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\\r\n|\\.|[^\\]/gs

/** Returns the value of one character or escape of a JSON5 string (json5.org, section 5.1). */
export function json5TokenValue(token: string): string {
  if (token[0] !== '\\') return token
  const letter = token[1] ?? ''
  if (token.length > 3) return String.fromCharCode(Number.parseInt(token.slice(2), 16))
  if ('\n\r\u2028\u2029'.includes(letter)) return ''
  return ESCAPES.get(letter) ?? letter
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
])
