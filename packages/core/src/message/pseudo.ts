import { leavesOf } from './leaves-of.ts'
import type { MessageSyntax } from './message-syntax.ts'

export type PseudoOptions = {
  /** How much longer texts become, in percent of their letters: 40 is typical for a longer translation. */
  readonly lengthPercent: number
  /** Encloses each text in `⟦ ⟧`, so that truncation is visible. */
  readonly brackets: boolean
  /** Makes letters run from right to left, as in Arabic, by Unicode marks around them. */
  readonly rightToLeft: boolean
}

/**
 * Returns a text with accents and extra letters, like a translation that everyone can read. Placeholders,
 * tags, plural branches, escapes, addresses and entities are kept.
 */
export function pseudoText(text: string, syntax: MessageSyntax, options: PseudoOptions): string {
  const leaves = leavesOf(syntax.parse(text).parts)
  const written = leaves
    .map((leaf) => (leaf.kind === 'text' ? pseudoWords(leaf.text, options) : leaf.text))
    .join('')
  // Brackets around a plural would be outside of its branches, and each branch would need its own.
  const isWhole = leaves.every(({ kind }) => kind !== 'frame')
  return options.brackets && isWhole && /\p{L}/u.test(text) ? enclosed(written) : written
}

/** Encloses a text. Leading and trailing spaces stay outside, because they separate it from another text. */
function enclosed(text: string): string {
  const words = text.trim()
  const start = text.length - text.trimStart().length
  return `${text.slice(0, start)}⟦${words}⟧${text.slice(start + words.length)}`
}

/**
 * Pieces that programs read rather than people: URLs, email addresses, entities, escapes, conversions,
 * placeholder names that the syntax does not define, words with underscores.
 */
const KEPT =
  /(?:https?:|mailto:|www\.)[^\s<>"]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|&#?\w+;|\\u[0-9a-fA-F]{4}|\\[^\s]|%[\d$.+-]*[a-zA-Z@]|[{}[\]<>|$@:][\w.-]*|\b\w*_\w+\b/gu

function pseudoWords(text: string, options: PseudoOptions): string {
  let result = ''
  let at = 0
  for (const match of text.matchAll(KEPT)) {
    result += changed(text.slice(at, match.index), options) + match[0]
    at = match.index + match[0].length
  }
  return result + changed(text.slice(at), options)
}

function changed(text: string, { lengthPercent, rightToLeft }: PseudoOptions): string {
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter)).length
  if (letters === 0) return text
  const longer = lengthened(text, Math.round((letters * lengthPercent) / 100))
  if (!rightToLeft) return longer
  return longer.replaceAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu, (word) => `${RIGHT_TO_LEFT}${word}${END}`)
}

const RIGHT_TO_LEFT = '\u202E'
const END = '\u202C'

/** Repeats the vowels evenly; in a text without vowels, the letters. */
function lengthened(text: string, more: number): string {
  const letters = [...text]
  const vowels = letters.flatMap((letter, index) => (/[aeiouyAEIOUY]/.test(letter) ? [index] : []))
  const places =
    vowels.length > 0 ? vowels : letters.flatMap((letter, index) => (/\p{L}/u.test(letter) ? [index] : []))
  const each = Math.floor(more / places.length)
  const rest = more % places.length
  const times = new Map(places.map((place, index) => [place, 1 + each + spread(index, rest, places.length)]))
  return letters
    .map((letter, index) => (ACCENTED.get(letter) ?? letter).repeat(times.get(index) ?? 1))
    .join('')
}

/** Returns 1 for `rest` of all positions, evenly distributed, and 0 for the others. */
function spread(index: number, rest: number, all: number): number {
  return Math.floor(((index + 1) * rest) / all) - Math.floor((index * rest) / all)
}

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const WITH_ACCENTS = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'
const ACCENTED: ReadonlyMap<string, string> = new Map(
  [...PLAIN].map((letter, index) => [letter, [...WITH_ACCENTS][index] ?? letter]),
)
