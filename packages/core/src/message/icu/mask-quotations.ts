import type { Issue } from '../issue.ts'
import type { Quoting } from './parse-icu.ts'

/**
 * Returns a text of the same length for a parser that knows other rules of quoting: apostrophes, and all that
 * they quote, become letters. With `always`, adds an issue for each apostrophe that probably quotes by mistake:
 * one that nothing closes, or one within a word.
 */
export function maskQuotations(text: string, quoting: Exclude<Quoting, 'before-syntax'>, issues: Issue[]) {
  if (quoting === 'never') return text.replaceAll("'", LETTER)
  let masked = ''
  let at = 0
  for (let start = text.indexOf("'"); start !== -1; start = text.indexOf("'", at)) {
    const close = text.indexOf("'", start + 1)
    const end = close === -1 ? text.length : close + 1
    masked += text.slice(at, start) + LETTER.repeat(end - start)
    at = end
    if (close === -1 || isWithinWord(text, start)) {
      issues.push(apostropheIssue(start))
    }
  }
  return masked + text.slice(at)
}

/** Returns the issue of an apostrophe that quotes by mistake; two of them would be text. */
export function apostropheIssue(start: number): Issue {
  const span = { start, end: start + 1 }
  return { code: 'apostrophe-quotes', severity: 'error', span, fix: { span, text: "''" } }
}

/** Returns a text of the same length in which the apostrophes at some positions quote nothing. */
export function maskApostrophes(text: string, positions: ReadonlySet<number>): string {
  let masked = ''
  let start = 0
  for (const at of positions) {
    masked += text.slice(start, at) + CURLY
    start = at + 1
  }
  return masked + text.slice(start)
}

const LETTER = '\u02bc'
/** Like an apostrophe, it is no letter of a name. */
const CURLY = '\u2019'

function isWithinWord(text: string, at: number): boolean {
  return /\p{L}/u.test(text.charAt(at - 1)) && /\p{L}/u.test(text.charAt(at + 1))
}
