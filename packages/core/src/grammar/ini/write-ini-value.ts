import { isOwnLine, lineEnd, nothingOpen, valueEnd } from './ini-lines.ts'
import { type IniQuote, type IniValue, readIniValue } from './ini-value.ts'

/** All quotes that a value can have, or none. */
export const INI_QUOTES: readonly IniQuote[] = ['', '"', '`', "'", '"""']

/**
 * Returns the value as written to a file, with the first of the quotes that is possible, or null if none is.
 */
export function writeIniValue(text: string, quotes: readonly IniQuote[], eol: string): string | null {
  // A file with a NUL would be read as UTF-16 or as binary.
  if (/[\r\u0000]/.test(text)) return null
  const lines = eol === '\n' ? text : text.replaceAll('\n', eol)
  for (const quote of quotes) {
    if (quote === '' && !isSafeBare(text)) continue
    const raw = quote + lines + quote
    // In go-ini three quotes open a text that only three quotes close.
    if (quote === '"' && raw.startsWith('"""')) continue
    // Only go-ini reads such lines between three quotes, so the file must have some already.
    if (quote === '"""' && quotes[0] !== quote && hasOwnLine(text)) continue
    const again = readIniValue(raw)
    if (
      again.quote === quote &&
      again.text === text &&
      valueEnd(raw, 0, lineEnd(raw, 0), nothingOpen()) === raw.length
    )
      return raw
  }
  return null
}

/** Returns whether a line after the first would be read as something else. */
function hasOwnLine(text: string): boolean {
  return text.split('\n').slice(1).some(isOwnLine)
}

/**
 * Returns whether a text needs no quotes: no line break, no spaces at its ends (some programs trim all of
 * Unicode's), nothing that opens a quoted text, and no backslash at the end, which would join the next line
 * in go-ini.
 */
function isSafeBare(text: string): boolean {
  return !/^\s|^`|^"""|^"[^"]*$|[\s\\]$|\n/.test(text)
}

/**
 * Returns the quotes between which PHP reads a text unchanged: double quotes if it has no double quote, no
 * variable and no backslash that would escape the next character; single quotes if it has none.
 */
export function phpQuotes(text: string): readonly IniQuote[] {
  if (!/["$]|\\(?=["\\']|$)/.test(text)) return ['"']
  return text.includes("'") ? [] : ["'"]
}

/**
 * Returns a value as PHP reads it, or null if it cannot be written: between double quotes if it needs no escape,
 * otherwise between apostrophes or, with `\"`, between double quotes. `escapesFirst`: the file has such escapes.
 */
export function writePhpValue(
  text: string,
  eol: string,
  { escapesFirst }: { readonly escapesFirst: boolean },
): string | null {
  const quotes = phpQuotes(text)
  const plain = quotes.length === 0 ? null : writeIniValue(text, quotes, eol)
  if (plain !== null && (quotes[0] === '"' || !escapesFirst)) return plain
  return writeEscapedValue(text, eol) ?? plain
}

/**
 * Writes double quotes in a text as `\"`. A quote that was typed with its backslash stays as it is. Null: the text
 * has `${`, which PHP replaces, or ends in a backslash, which would escape the closing quote.
 */
function writeEscapedValue(text: string, eol: string): string | null {
  if (!text.includes('"') || /\$\{|\\$|[\r\u0000]/.test(text)) return null
  const escaped = text.replaceAll(/(?<!\\)(\\*)"/g, (found: string, backslashes: string) =>
    backslashes.length % 2 === 1 ? found : `${backslashes}\\"`,
  )
  const raw = `"${eol === '\n' ? escaped : escaped.replaceAll('\n', eol)}"`
  const isWhole = valueEnd(raw, 0, lineEnd(raw, 0), nothingOpen()) === raw.length
  return isWhole && readIniValue(raw).quote === '"' ? raw : null
}

/** Returns the text of a value between double quotes for PHP, where `\"` is a quote. */
export function unescapeQuotes(text: string): string {
  return text.replaceAll(/(?<!\\)(\\*)"/g, (found: string, backslashes: string) =>
    backslashes.length % 2 === 1 ? found.slice(1) : found,
  )
}

/** Returns whether a value between double quotes has a quote that is written `\"`. */
export function hasEscapedQuote({ quote, text }: IniValue): boolean {
  return quote === '"' && /(?:^|[^\\])(?:\\\\)*\\"/.test(text)
}
