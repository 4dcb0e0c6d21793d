import { baseLanguage } from '../locale/tag.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { NO_SPACES } from './edge-space.ts'

/**
 * Control characters, separators of lines, byte order marks, zero-width spaces and replacement characters that the source
 * does not have: no one types them on purpose.
 */
export const invisibleCharacter: Check = {
  codes: ['invisible-character'],
  isAboutWording: true,
  run(checked) {
    const { text, source, language } = checked
    if (!INVISIBLE.test(text)) return NOTHING
    const canBreak = ZERO_WIDTH_BREAKS.has(baseLanguage(language))
    const found = [...text.matchAll(EVERY_INVISIBLE)].filter(
      ({ 0: char }) => !(canBreak && char === '\u200b') && source?.includes(char) !== true,
    )
    if (found.length === 0) return NOTHING
    return found.map((match) => {
      const span = { start: match.index, end: match.index + 1 }
      const character = `U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
      return {
        code: 'invisible-character',
        severity: 'warning',
        span,
        params: { character },
        fix: { span, text: isSeparator(match[0]) ? separatorFor(checked, span.start) : '' },
      }
    })
  },
}

const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\u2060\ufeff\ufffd]/
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'g')

/** Scripts that mark possible line breaks with a zero-width space. */
const ZERO_WIDTH_BREAKS: ReadonlySet<string> = new Set(['th', 'lo', 'km', 'my'])

/** Returns whether the character separates lines, so that words would be joined without it. */
function isSeparator(char: string | undefined): boolean {
  return char !== undefined && /[\u000b\u000c\u0085\u2028\u2029]/.test(char)
}

/**
 * Returns what replaces a separator of lines: a line break if the source has more of them than the text, otherwise a
 * space. Nothing where words are separate already, or the language has no spaces; of several in a row, only the first is
 * replaced.
 */
function separatorFor({ text, source, language }: CheckedText, at: number): string {
  let end = at + 1
  while (isSeparator(text[end])) end += 1
  const isEdge = (char: string | undefined) => char === undefined || isSeparator(char) || /\s/.test(char)
  if (isEdge(text[at - 1]) || isEdge(text[end])) return ''
  const hasMore = source === null ? text.includes('\n') : countLines(source) > countLines(text)
  if (hasMore) return '\n'
  return NO_SPACES.has(baseLanguage(language)) ? '' : ' '
}

function countLines(text: string): number {
  return text.split('\n').length
}
