import { useState } from 'react'
import { type CommentDraft, readCommentDraft, writeCommentDraft } from './comment-drafts.ts'
import { NO_TEXT, type TypedText } from './mention-text.ts'

const EMPTY: CommentDraft = { ...NO_TEXT, isQuestion: false }

/** What is typed in the box with this name: stored in the browser until it is sent or discarded. */
export function useCommentDraft(name: string, initial: TypedText = NO_TEXT) {
  const [draft, setDraft] = useState<CommentDraft>(() => readCommentDraft(name) ?? { ...EMPTY, ...initial })
  const [isStored, setIsStored] = useState(true)
  const isSameText = draft.text === initial.text
  return {
    draft,
    isStored,
    isSameText,
    /** Whether there is unsent text. */
    hasText: draft.text !== '' && !isSameText,
    change(part: Partial<CommentDraft>) {
      const next = { ...draft, ...part }
      setDraft(next)
      const isUnchanged = next.text === initial.text && !next.isQuestion
      setIsStored(writeCommentDraft(name, isUnchanged ? null : next))
    },
    discard: () => writeCommentDraft(name, null),
    clear() {
      writeCommentDraft(name, null)
      setDraft(EMPTY)
      setIsStored(true)
    },
  }
}
