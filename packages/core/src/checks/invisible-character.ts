import { baseLanguage } from '../locale/tag.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * Control characters, byte order marks, zero-width spaces and replacement characters that the source does not
 * have: no one types them on purpose.
 */
export const invisibleCharacter: Check = {
  codes: ['invisible-character'],
  isAboutWording: true,
  run({ text, source, language }) {
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
        fix: { span, text: '' },
      }
    })
  },
}

const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\u2060\ufeff\ufffd]/
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'g')

/** Scripts that mark possible line breaks with a zero-width space. */
const ZERO_WIDTH_BREAKS: ReadonlySet<string> = new Set(['th', 'lo', 'km', 'my'])
