import { type Mention, mentionToken, splitMentions } from '@dragoman/core'

/**
 * A comment while it is typed: mentions appear as `@Klara Busch`, and the people they refer to are stored
 * separately.
 */
export type TypedText = { readonly text: string; readonly picked: readonly Mention[] }

export const NO_TEXT: TypedText = { text: '', picked: [] }

/** Letters of scripts in which the next word, or a particle, follows a name without a space. */
const UNSPACED = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'u')
/** Letters and digits of all other scripts continue a name, which is then another one. */
const WORD_END = `(?:(?![\\p{L}\\p{N}_])|(?=[${UNSPACED}]))`
/**
 * An `@`, also as Japanese and Chinese keyboards type it, that is not part of an email or web address, and what
 * follows.
 */
const STARTED = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_.+%/-])|(?<=[${UNSPACED}]))[@＠]([^\\s@＠][^@＠\\n]{0,40})?$`,
  'u',
)

/** Returns the comment as it is sent. */
export function storedText({ text, picked }: TypedText): string {
  const longestFirst = [...picked].sort((a, b) => b.name.length - a.name.length)
  if (longestFirst.length === 0) return text
  const names = longestFirst.map(({ name }) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return ENDS_UNSPACED.test(name) ? escaped : `${escaped}${WORD_END}`
  })
  const pattern = new RegExp(`@(${names.join('|')})`, 'gu')
  return text.replace(pattern, (found, name: string) => {
    const mention = longestFirst.find((one) => one.name === name)
    return mention === undefined ? found : mentionToken(mention)
  })
}

/** Returns a stored comment as editable text with current names. */
export function typedText(stored: string, names: readonly { ref: string; name: string }[]): TypedText {
  const now = new Map(names.map(({ ref, name }) => [ref, name]))
  const picked: Mention[] = []
  const parts = splitMentions(stored).map((part) => {
    if (typeof part === 'string') return part
    const mention = { ref: part.ref, name: now.get(part.ref) ?? part.name }
    picked.push(mention)
    return `@${mention.name}`
  })
  return { text: parts.join(''), picked }
}

/** Returns the started mention before the caret; null if there is none. */
export function mentionBefore(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | null {
  const found = STARTED.exec(text.slice(0, caret))
  if (found === null) return null
  const typed = found[1] ?? ''
  return { from: caret - typed.length - 1, typed }
}

/** Returns the text with a person in place of the started mention, and the new caret position. */
export function withMention(
  { text, picked }: TypedText,
  place: { readonly from: number; readonly caret: number },
  mention: Mention,
): { readonly typed: TypedText; readonly caret: number } {
  const written = `@${mention.name} `
  const rest = text.slice(place.caret).replace(/^ /, '')
  return {
    typed: {
      text: text.slice(0, place.from) + written + rest,
      picked: [...picked.filter(({ ref }) => ref !== mention.ref), mention],
    },
    caret: place.from + written.length,
  }
}
