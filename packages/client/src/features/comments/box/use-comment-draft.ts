import { useSyncExternalStore } from 'react'
import type { CommentDraft } from '../../../lib/saving/comment-drafts.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { NO_TEXT, type TypedText } from './mention-text.ts'
import { restOfDraft } from './rest-of-draft.ts'

/**
 * What the person has typed in the box with this name: stored in the browser until it is sent or discarded, by any
 * box with the name, also in another window.
 */
export function useCommentDraft(name: string, initial: TypedText = NO_TEXT) {
  const { comments } = useSaving()
  const orInitial = (stored: CommentDraft | null) => stored ?? { ...initial, isQuestion: false }
  const draft = orInitial(useSyncExternalStore(comments.subscribe, () => comments.read(name)))
  const isUnstored = useSyncExternalStore(comments.subscribe, () => comments.isUnstored(name))
  const isSameText = draft.text === initial.text
  return {
    draft,
    isStored: !isUnstored,
    isSameText,
    /** Whether there is unsent text. */
    hasText: draft.text !== '' && !isSameText,
    change(part: Partial<CommentDraft>) {
      const next = { ...orInitial(comments.read(name)), ...part }
      const isUnchanged = next.text === initial.text && !next.isQuestion && next.isForAll !== true
      comments.write(name, isUnchanged ? null : next)
    },
    discard: () => comments.write(name, null),
    /** Removes what was sent from the draft; returns true if nothing else was typed meanwhile. */
    removeSent(sent: CommentDraft): boolean {
      const rest = restOfDraft(orInitial(comments.read(name)), sent, initial)
      comments.write(name, rest)
      return rest === null
    },
  }
}
