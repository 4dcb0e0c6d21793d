import { keptEnds } from './kept-ends.ts'

/** The choices of a file, or of one value of it, for characters that JSON can write in several ways. */
export type EscapeStyle = {
  /** Whether all characters above U+007F are escaped, and there are some. */
  readonly asciiOnly: boolean
  /** Single UTF-16 code units that are written as `\uXXXX`. */
  readonly escaped: ReadonlySet<string>
  readonly upperHex: boolean
  readonly slash: boolean
}

export const PLAIN_ESCAPES: EscapeStyle = {
  asciiOnly: false,
  escaped: new Set(),
  upperHex: false,
  slash: false,
}

/** Returns the style of a whole file, or of the raw text of one value. */
export function escapeStyleOf(text: string): EscapeStyle {
  if (!text.includes('\\')) return PLAIN_ESCAPES
  const escaped = new Set<string>()
  let hex = ''
  let slash = false
  for (const [token] of text.matchAll(/\\(?:u[0-9a-fA-F]{4}|[^u])/g)) {
    if (token === '\\/') slash = true
    if (token[1] !== 'u') continue
    hex += token.slice(2)
    escaped.add(String.fromCharCode(Number.parseInt(token.slice(2), 16)))
  }
  // Go and PHP always escape `<` or U+2028; a character that the file also writes directly does not count.
  for (const char of escaped) if (text.includes(char)) escaped.delete(char)
  const escapesForeign = [...escaped].some((char) => char > '\u007f')
  return {
    asciiOnly: escapesForeign && !/[^\u0000-\u007f]/.test(text),
    escaped,
    upperHex: /[A-F]/.test(hex) && !/[a-f]/.test(hex),
    slash: slash && !/[^\\]\//.test(text),
  }
}

/** Returns `text` as a JSON string with its quotes, in the style of the file. */
export function quoteJson(text: string, style: EscapeStyle): string {
  return `"${escapeJson(text, style)}"`
}

/**
 * Returns the raw text (with quotes) of a value with its text replaced by `text`: the unchanged parts at both
 * ends keep their exact escapes, and new text follows the value's own style before the file's.
 */
export function requoteJson(raw: string, text: string, style: EscapeStyle): string {
  const tokens = raw.slice(1, -1).match(/\\u[0-9a-fA-F]{4}|\\[^u]|[^\\]/g) ?? []
  const { head, tail, start, end } = keptEnds(tokens.map(tokenValue), text)
  const middle = escapeJson(text.slice(start, end), mergeStyle(raw, style))
  return `"${tokens.slice(0, head).join('')}${middle}${tokens.slice(tail).join('')}"`
}

function tokenValue(token: string): string {
  if (token[0] !== '\\') return token
  const value: unknown = JSON.parse(`"${token}"`)
  return String(value)
}

/** Returns the style of one value, completed by that of its file. */
export function mergeStyle(raw: string, file: EscapeStyle): EscapeStyle {
  const own = escapeStyleOf(raw)
  const hasForeign = /[^\u0000-\u007f]/.test(raw)
  const usesHex = /\\u[0-9a-fA-F]*[a-fA-F]/.test(raw)
  return {
    asciiOnly: own.asciiOnly || (file.asciiOnly && !hasForeign),
    escaped: new Set([...own.escaped, ...[...file.escaped].filter((char) => !raw.includes(char))]),
    upperHex: usesHex ? own.upperHex : file.upperHex,
    slash: raw.includes('/') ? own.slash : file.slash,
  }
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Escapes `text` for quotes. */
export function escapeJson(text: string, style: EscapeStyle, quote = '"'): string {
  let out = ''
  for (const char of text) {
    if (char.length === 1) out += escapeUnit(char, style, quote)
    else if (style.asciiOnly || style.escaped.has(char[0] ?? ''))
      out += hexEscape(char[0] ?? '', style) + hexEscape(char[1] ?? '', style)
    else out += char
  }
  return out
}

function escapeUnit(char: string, style: EscapeStyle, quote: string): string {
  if (style.escaped.has(char)) return hexEscape(char, style)
  if (quote === "'" && (char === '"' || char === "'")) return char === quote ? "\\'" : char
  const short = SHORT.get(char)
  if (short !== undefined) return short
  if (char === '/' && style.slash) return '\\/'
  const isLoneSurrogate = char >= '\ud800' && char <= '\udfff'
  if (char < ' ' || isLoneSurrogate || (style.asciiOnly && char > '\u007f')) return hexEscape(char, style)
  return char
}

function hexEscape(unit: string, style: EscapeStyle): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${style.upperHex ? hex.toUpperCase() : hex}`
}
