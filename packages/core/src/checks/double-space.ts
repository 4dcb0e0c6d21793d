import { type Check, NOTHING } from './check.ts'
import { textPieces } from './text-pieces.ts'

/** Two or more spaces in the middle of a text whose source has none. */
export const doubleSpace: Check = {
  codes: ['double-space'],
  isAboutWording: true,
  run({ text, source, syntax, parsed }) {
    if (!text.includes('  ')) return NOTHING
    if (source?.trim().includes('  ') === true) return NOTHING
    let found = [...text.matchAll(/(?<=\S) {2,}(?=\S)/g)]
    if (found.length > 0 && syntax.pluralOf !== undefined && syntax.hasPlaceholders(text)) {
      // Spaces between the branches of a choice are not checked.
      const pieces = textPieces(parsed().parts)
      found = found.filter(({ index }) => pieces.some(({ span }) => span.start <= index && index < span.end))
    }
    if (found.length === 0) return NOTHING
    return found.map((match) => {
      const span = { start: match.index, end: match.index + match[0].length }
      return { code: 'double-space', severity: 'warning', span, fix: { span, text: ' ' } }
    })
  },
}
