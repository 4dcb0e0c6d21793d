import { splitMentions } from '@dragoman/core'
import { type ProsePiece, splitPlaceholders } from '../../lib/text/placeholders-in-prose.ts'

/** A piece of a comment: text, a placeholder, or the name of someone mentioned. */
export type CommentPart = ProsePiece | { readonly kind: 'mention'; readonly text: string }

/** Returns the text of a comment on one line, with its mentions and placeholders. */
export function mentionParts(comment: string): readonly CommentPart[] {
  return splitMentions(comment.replace(/\s+/g, ' ').trim()).flatMap((part): readonly CommentPart[] =>
    typeof part === 'string' ? splitPlaceholders(part) : [{ kind: 'mention', text: `@${part.name}` }],
  )
}
