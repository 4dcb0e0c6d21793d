import { type Check, NOTHING, wholeText } from './check.ts'

/** A translation that consists only of spaces or invisible characters, although the source has text. */
export const empty: Check = {
  codes: ['empty'],
  run({ text, source }) {
    if (text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x80) return NOTHING
    if (source === null || isBlank(source) || !isBlank(text)) return NOTHING
    const span = wholeText(text)
    return [{ code: 'empty', severity: 'warning', span, fix: { span, text: '' } }]
  },
}

function isBlank(text: string): boolean {
  return /^[\s\u200b-\u200f\u2060\ufeff]*$/.test(text)
}
