import { lineEnd, nothingOpen, valueEnd } from './ini-lines.ts'
import { type IniQuote, readIniValue } from './ini-value.ts'

/** All marks that a value may stand between, or none. */
export const INI_QUOTES: readonly IniQuote[] = ['', '"', '`', "'", '"""']

/**
 * The value as the file may write it, with the first of the marks that can hold it, or null where none can.
 */
export function writeIniValue(text: string, quotes: readonly IniQuote[], eol: string): string | null {
  // A file with a NUL is taken for UTF-16 or for no text at all.
  if (/[\r\u0000]/.test(text)) return null
  const lines = eol === '\n' ? text : text.replaceAll('\n', eol)
  for (const quote of quotes) {
    if (quote === '' && !isSafeBare(text)) continue
    const raw = quote + lines + quote
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

/**
 * Whether a text can do without marks: no line break, no blanks at its ends (some programs trim all of
 * Unicode's), nothing that opens a quoted text, and no backslash at the end, which would join the next line
 * to it in go-ini.
 */
function isSafeBare(text: string): boolean {
  return !/^\s|^`|^"""|^"[^"]*$|[\s\\]$|\n/.test(text)
}

/**
 * The marks between which PHP reads a text as it is: quotes take no quote, no variable and no backslash that
 * would escape what follows; apostrophes take everything but themselves.
 */
export function phpQuotes(text: string): readonly IniQuote[] {
  if (!/["$]|\\(?=["\\']|$)/.test(text)) return ['"']
  return text.includes("'") ? [] : ["'"]
}
