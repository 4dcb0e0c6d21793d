import { type MemberRef, readMemberRef } from '../access/member-ref.ts'
import { beginningOf } from './graphemes.ts'

/** A person or a group that a comment mentions, by id. */
export type MentionRef = MemberRef<'user' | 'group'>

export type Mention = {
  readonly ref: MentionRef
  /** The name at the time of the comment. */
  readonly name: string
}

/** A mention in the text of a comment: `@[Klara Busch](user:3)`. */
const TOKEN = /@\[([^[\]\\\n]{1,200})\]\(((?:user|group):(?:0|[1-9]\d{0,14}))\)/g

/** Returns the text of a mention in a comment. Characters that would end the name early are replaced. */
export function mentionToken({ ref, name }: Mention): string {
  const plain = name.replace(/[[\]\\\n]+/g, ' ').slice(0, 200)
  return `@[${plain === '' ? ref : plain}](${ref})`
}

/** Splits a comment into text and mentions, in order. */
export function splitMentions(text: string): readonly (string | Mention)[] {
  const parts: (string | Mention)[] = []
  let at = 0
  for (const found of text.matchAll(TOKEN)) {
    if (found.index > at) parts.push(text.slice(at, found.index))
    parts.push({ name: found[1] ?? '', ref: found[2] as MentionRef }) // The pattern matches the type.
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** Longer than any mention: a name of 200 characters, and an id. */
const MENTION_MAX = 250

/** Returns the mention that begins at an index of a comment, and its length; null if none does. */
export function mentionAt(
  text: string,
  index: number,
): { readonly mention: Mention; readonly length: number } | null {
  const [mention] = splitMentions(text.slice(index, index + MENTION_MAX))
  if (mention === undefined || typeof mention === 'string') return null
  return { mention, length: mentionToken(mention).length }
}

/** Returns a comment with the names of whom it mentions, for where it is plain text. */
export function plainMentions(text: string): string {
  return splitMentions(text)
    .map((part) => (typeof part === 'string' ? part : shownName(part)))
    .join('')
}

/** Returns the beginning of a comment that shows at most `shown` characters. Its mentions are whole. */
export function shortenComment(text: string, shown: number): string {
  let left = shown
  const kept: string[] = []
  for (const part of splitMentions(text)) {
    const whole = typeof part === 'string' ? part : shownName(part)
    if (whole.length > left) {
      if (typeof part === 'string') kept.push(beginningOf(part, left))
      break
    }
    kept.push(typeof part === 'string' ? part : mentionToken(part))
    left -= whole.length
  }
  return kept.join('')
}

function shownName({ name }: Mention): string {
  return `@${name}`
}

/** Returns everyone a text mentions, once each. */
export function mentionsIn(text: string): readonly Mention[] {
  const found = splitMentions(text).filter((part): part is Mention => typeof part !== 'string')
  return [...new Map(found.map((mention) => [mention.ref, mention])).values()]
}

/** Returns the id of a mentioned person; null for a group. */
export function mentionedUser(ref: MentionRef): number | null {
  const { kind, id } = readMemberRef(ref)
  return kind === 'user' ? id : null
}

/** Returns the id of a mentioned group; null for a person. */
export function mentionedGroup(ref: MentionRef): number | null {
  const { kind, id } = readMemberRef(ref)
  return kind === 'group' ? id : null
}
