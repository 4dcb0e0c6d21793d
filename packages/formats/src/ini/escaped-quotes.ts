import { hasEscapedQuote, type IniValue, readIniValue, unescapeQuotes } from '@dragoman/core/ini-grammar'

/**
 * Returns whether `\"` is a quote in this file: every value is in quotes, as in files for PHP, and a value has one.
 * Other programs show the backslash.
 */
export function escapesQuotes(values: Iterable<string>): boolean {
  let isEscaped = false
  for (const raw of values) {
    if (raw === '') continue
    const value = readIniValue(raw)
    if (value.quote !== '"' && value.quote !== "'") return false
    isEscaped ||= hasEscapedQuote(value)
  }
  return isEscaped
}

/** Reads a value by the rules of its file; see `escapesQuotes`. */
export function readValueOf(raw: string, hasEscapedQuotes: boolean): IniValue {
  const value = readIniValue(raw)
  return hasEscapedQuotes && hasEscapedQuote(value) ? { ...value, text: unescapeQuotes(value.text) } : value
}
