import type { CommentReply } from '@dragoman/contract'
import { splitMentions } from '@dragoman/core'

const SHOWN = 40

/** Returns the beginning of a comment as one line, without Markdown. */
export function firstWords({ text }: Pick<CommentReply, 'text'>): string {
  const names = splitMentions(text).map((part) => (typeof part === 'string' ? part : `@${part.name}`))
  const plain = names
    .join('')
    .replace(/[*_`>#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...plain]
  return signs.length > SHOWN ? `${signs.slice(0, SHOWN).join('').trimEnd()}…` : plain
}
