/** Who is mentioned in a comment: a person or a group, by number. */
export type MentionRef = `user:${number}` | `group:${number}`

export type Mention = {
  readonly ref: MentionRef
  /** The name as it was when the comment was written. */
  readonly name: string
}

/** A mention as the text of a comment has it: `@[Klara Busch](user:3)`. */
const TOKEN = /@\[([^[\]\\\n]{1,200})\]\(((?:user|group):(?:0|[1-9]\d{0,14}))\)/g

/** What a comment's text has for a mention. Characters that would end the name early are left out of it. */
export function mentionToken({ ref, name }: Mention): string {
  const plain = name.replace(/[[\]\\\n]+/g, ' ').slice(0, 200)
  return `@[${plain === '' ? ref : plain}](${ref})`
}

/** Text and mentions of a comment, in order. */
export function splitMentions(text: string): readonly (string | Mention)[] {
  const parts: (string | Mention)[] = []
  let at = 0
  for (const found of text.matchAll(TOKEN)) {
    if (found.index > at) parts.push(text.slice(at, found.index))
    parts.push({ name: found[1] ?? '', ref: found[2] as MentionRef }) // the pattern is that of the type
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** Everybody a text mentions, once each. */
export function mentionsIn(text: string): readonly Mention[] {
  const found = splitMentions(text).filter((part): part is Mention => typeof part !== 'string')
  return [...new Map(found.map((mention) => [mention.ref, mention])).values()]
}

/** Number of a mentioned person; null for a group. */
export function mentionedUser(ref: MentionRef): number | null {
  return ref.startsWith('user:') ? Number(ref.slice('user:'.length)) : null
}

/** Number of a mentioned group; null for a person. */
export function mentionedGroup(ref: MentionRef): number | null {
  return ref.startsWith('group:') ? Number(ref.slice('group:'.length)) : null
}
