import { useLayoutEffect, useState } from 'react'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import {
  type CommentDraft,
  draftsSent,
  readCommentDraft,
  restOfDraft,
  writeCommentDraft,
} from './comment-drafts.ts'
import { NO_TEXT, type TypedText } from './mention-text.ts'

const EMPTY: CommentDraft = { ...NO_TEXT, isQuestion: false }

/** What the person has typed in the box with this name: stored in the browser until it is sent or discarded. */
export function useCommentDraft(name: string, initial: TypedText = NO_TEXT) {
  const { storage } = useSaving()
  const read = () => readCommentDraft(name, storage) ?? { ...EMPTY, ...initial }
  const [draft, setDraft] = useState<CommentDraft>(read)
  const [isStored, setIsStored] = useState(true)
  const isSameText = draft.text === initial.text
  // The box that has sent it can be gone, and this one shows its draft.
  useLayoutEffect(
    () =>
      draftsSent.subscribe((sent) => {
        if (sent !== name) return
        setDraft(readCommentDraft(name, storage) ?? EMPTY)
        setIsStored(true)
      }),
    [name, storage],
  )
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
      setIsStored(writeCommentDraft(name, isUnchanged ? null : next, storage))
    },
    discard: () => writeCommentDraft(name, null, storage),
    /** Removes what was sent from the draft; returns true if nothing else was typed meanwhile. */
    removeSent(sent: CommentDraft): boolean {
      const rest = restOfDraft(read(), sent, initial)
      writeCommentDraft(name, rest, storage)
      draftsSent.emit(name)
      return rest === null
    },
  }
}
