/** A piece of a comment: text, or the name of someone mentioned. */
export type CommentPart = { readonly kind: 'text' | 'mention'; readonly text: string }

const MENTION = /@\[([^\]]+)\]\((?:user|group):\d+\)/g

/** Returns the text of a comment on one line, with its mentions. */
export function mentionParts(comment: string): readonly CommentPart[] {
  const text = comment.replace(/\s+/g, ' ').trim()
  const parts: CommentPart[] = []
  let at = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    parts.push({ kind: 'mention', text: `@${match[1]}` })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}
