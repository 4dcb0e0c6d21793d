import { baseLanguage } from '../locale/tag.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { textPieces } from './text-pieces.ts'

/**
 * A text that is still the source's: told only where the source is long enough to be a sentence, not a name,
 * a command or a placeholder.
 */
export const unchanged: Check = {
  id: 'unchanged',
  run(checked) {
    const { text, source, language, sourceLanguage } = checked
    if (
      source !== text ||
      text.length < MIN_LENGTH ||
      baseLanguage(language) === baseLanguage(sourceLanguage)
    )
      return NOTHING
    const words = checked.syntax.hasMarkup(text)
      ? textPieces(checked.parsed().parts)
          .map((part) => part.text)
          .join(' ')
      : text
    return readsLikeSentence(words)
      ? [{ code: 'unchanged', severity: 'warning', span: wholeText(text) }]
      : NOTHING
  },
}

const MIN_LENGTH = 12

/**
 * At least three words of which two start small (names and titles do not); or a dozen letters of a script
 * without small letters.
 */
function readsLikeSentence(text: string): boolean {
  const plain = text.replace(/\S*(?:\/\/|@|\\)\S*/g, ' ')
  const words = plain.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  if (words.length >= 3) return words.filter((word) => word.length > 1 && /^\p{Ll}/u.test(word)).length >= 2
  return (plain.match(/\p{Lo}/gu)?.length ?? 0) >= MIN_LENGTH
}
