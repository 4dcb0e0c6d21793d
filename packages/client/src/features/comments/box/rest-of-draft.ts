import type { CommentDraft } from '../../../lib/saving/comment-drafts.ts'
import type { TypedText } from './mention-text.ts'

/**
 * Returns what was added to a draft since it was sent, null if nothing was. A text that no longer starts with the
 * sent one stays whole, and so does the new text of a comment that is edited.
 */
export function restOfDraft(now: CommentDraft, sent: CommentDraft, initial: TypedText): CommentDraft | null {
  if (now.text === sent.text) return null
  if (initial.text !== '' || !now.text.startsWith(sent.text)) return now
  const text = now.text.slice(sent.text.length).trimStart()
  if (text === '') return null
  const isQuestion = now.isQuestion && !sent.isQuestion
  return { ...now, text, isQuestion, isForAll: now.isForAll === true && sent.isForAll !== true }
}
