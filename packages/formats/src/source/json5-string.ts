import { type EscapeStyle, escapeJson, mergeStyle } from './json-string.ts'

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
  const values = tokens.map(json5TokenValue)
  let head = 0
  let start = 0
  while (head < tokens.length && text.startsWith(values[head] ?? '', start))
    start += values[head++]?.length ?? 0
  let tail = tokens.length
  let end = text.length
  for (; tail > head; tail--) {
    const value = values[tail - 1] ?? ''
    if (end - value.length < start || !text.endsWith(value, end)) break
    end -= value.length
  }
  // Splits neither a surrogate pair nor `\0` from a character that can be a digit.
  while (head > 0 && (isHighSurrogate(values[head - 1]) || tokens[head - 1] === '\\0'))
    start -= values[--head]?.length ?? 0
  while (tail < tokens.length && isLowSurrogate(values[tail])) end += values[tail++]?.length ?? 0
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

function isHighSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && /[\ud800-\udbff]$/.test(unit)
}

function isLowSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && /^[\udc00-\udfff]/.test(unit)
}
