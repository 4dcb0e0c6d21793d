import { readIniValue } from '@dragoman/core/ini-grammar'
import { escapesQuotes } from './escaped-quotes.ts'

/** How the program of a file reads its values. */
export type IniRules = {
  /**
   * Whether every value but numbers is in quotes, as in Joomla's language files, which PHP reads with `parse_ini_string`; there,
   * backticks have no meaning, and a semicolon after the quotes starts a comment.
   */
  readonly isPhp: boolean
  /** Whether some of them have `\"`, which is a quote then. */
  readonly hasEscapedQuotes: boolean
}

/** PHP reads a number the same with and without quotes, so that it does not show whose file this is. */
const NUMBER = /^-?\d+(?:\.\d+)?$/

export function isIniNumber(raw: string): boolean {
  return NUMBER.test(raw)
}

/** Returns the rules that all values of a file show. */
export function rulesOf(values: readonly string[]): IniRules {
  let doubleQuoted = 0
  const cut: string[] = []
  for (const raw of values) {
    if (raw === '' || isIniNumber(raw)) continue
    const value = raw.slice(0, endOfPhpValue(raw))
    const { quote } = readIniValue(value)
    if (quote !== '"' && quote !== "'") return { isPhp: false, hasEscapedQuotes: false }
    if (quote === '"') doubleQuoted++
    cut.push(value)
  }
  const hasEscapedQuotes = escapesQuotes(cut)
  return { isPhp: hasEscapedQuotes || doubleQuoted > 1, hasEscapedQuotes }
}

/** Returns the end of a value in a file for PHP: without the comment after its quotes. */
export function endOfPhpValue(raw: string): number {
  if (!raw.includes(';')) return raw.length
  const quoted = /^(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*')(?=[ \t]*;)/.exec(raw)
  return quoted === null ? raw.length : quoted[0].length
}
