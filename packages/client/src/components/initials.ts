const ARABIC = /\p{Script=Arabic}/u
const NOT_A_LETTER = /[\s._@,;:/\\()[\]{}"'’-]+/u

/**
 * Returns one or two letters for a name or an address, split by grapheme, so that a family emoji or a letter
 * with diacritics counts as one. Names in scripts without spaces between words show their first letter.
 */
export function initials(name: string): string {
  const words = name.split(NOT_A_LETTER).filter((word) => word !== '')
  const first = graphemes(words[0] ?? name.trim())
  const last = words.length > 1 ? graphemes(words.at(-1) ?? '')[0] : isCased(first[0]) ? first[1] : undefined
  const letters = [first[0] ?? '', last ?? '']
  // Without a separator, Arabic letters would join
  return letters.join(letters.every((letter) => ARABIC.test(letter)) ? '\u200c' : '').toLocaleUpperCase()
}

function graphemes(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text.slice(0, 100))].map(({ segment }) => segment)
}

function isCased(letter: string | undefined): boolean {
  return letter !== undefined && letter.toLowerCase() !== letter.toUpperCase()
}
