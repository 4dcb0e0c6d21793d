import { CONFUSABLE_LETTERS } from './confusable-letters.ts'

/** The keys by which two names of people are compared: names are too similar if either key is equal. */
export type NameLikeness = {
  /**
   * Equal for every spelling in upper and lower case, and for letters of other scripts with the same capital.
   */
  readonly folded: string
  /** Equal for names that look the same: `Olga` with a Cyrillic `\u041e`, `lris` for `Iris`. */
  readonly skeleton: string
}

/**
 * Returns the comparison keys of a name, based on the skeleton of Unicode Technical Standard #39, with
 * compatibility forms and case folded too. Accents stay: `Jose` and `Jos\u00e9` are different people. Two
 * letters that look like one (`rn` and `m`) also stay, because many real names would be too similar.
 */
export function likenessOf(name: string): NameLikeness {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFD')
  return {
    folded: mapped(plain.toUpperCase()).toLowerCase().replaceAll('\u03c2', '\u03c3').normalize('NFC'),
    skeleton: mapped(plain)
      .replace(/[I1|]/g, 'l')
      .replaceAll('0', 'o')
      .toLowerCase()
      .replaceAll('\u03c2', '\u03c3')
      .normalize('NFC'),
  }
}

/** Returns whether two names could be mistaken for the same person. */
export function areNamesAlike(one: string, other: string): boolean {
  const [a, b] = [likenessOf(one), likenessOf(other)]
  return a.folded === b.folded || a.skeleton === b.skeleton
}

const ASCII_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(CONFUSABLE_LETTERS).flatMap(([ascii, letters]) =>
    [...letters].map((letter): [string, string] => [letter, ascii]),
  ),
)

function mapped(text: string): string {
  return [...text].map((character) => ASCII_OF.get(character) ?? character).join('')
}
