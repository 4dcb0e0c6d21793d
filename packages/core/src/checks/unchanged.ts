import { baseLanguage } from '../locale/tag.ts'
import { type Check, NOTHING, wholeText } from './check.ts'
import { textPieces } from './text-pieces.ts'

/**
 * A text that equals the source; reported only if the source is long enough to be a sentence rather than a
 * name, a command or a placeholder.
 */
export const unchanged: Check = {
  codes: ['unchanged'],
  isAboutWording: true,
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

/** A text with this many words is hardly a name, even if each starts with a capital. */
const LONG_TITLE = 5

/**
 * Returns whether a text is a sentence: at least three words of which two start with a lowercase letter
 * (unlike names and titles); a title of five words or more that is not a copyright notice; or a dozen letters
 * of a script without lowercase letters.
 */
function readsLikeSentence(text: string): boolean {
  // Word by word: one expression for a word with an address takes quadratic time for a text without blanks.
  const plain = text.replace(/\S+/g, (word) => (/\/\/|@|\\/.test(word) ? ' ' : word))
  const words = plain.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  const isTitle = (plain.match(/\p{L}{3,}/gu)?.length ?? 0) >= LONG_TITLE && !text.includes('©')
  if (isTitle) return true
  if (words.length >= 3) return words.filter((word) => word.length > 1 && /^\p{Ll}/u.test(word)).length >= 2
  return (plain.match(/\p{Lo}/gu)?.length ?? 0) >= MIN_LENGTH
}
