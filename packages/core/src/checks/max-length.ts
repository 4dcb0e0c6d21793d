import { countGraphemes } from '../text/graphemes.ts'
import { type Check, NOTHING } from './check.ts'

/** A text longer than its key allows, counted in grapheme clusters. */
export const maxLength: Check = {
  codes: ['max-length'],
  run({ text, maxLength: limit }) {
    if (limit === null || text.length <= limit) return NOTHING
    const length = countGraphemes(text)
    if (length <= limit) return NOTHING
    return [
      {
        code: 'max-length',
        severity: 'warning',
        span: { start: Math.min(limit, text.length - 1), end: text.length },
        params: { length, limit },
      },
    ]
  },
}
