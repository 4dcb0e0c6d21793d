import type { EditorRowReply } from '@dragoman/contract'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../../components/ActorName.tsx'
import { useOwnId } from '../../../lib/access/own-id.ts'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { StringText } from './use-string-text.ts'

/**
 * Merges two changes of a string automatically if they do not overlap, and offers to undo that; afterwards
 * the conflict is shown like any other. Returns the text to be shown, without a conflict that is about to be
 * merged.
 */
export function useMergedConflict(row: EditorRowReply, text: StringText): StringText {
  const { t } = useTranslation('translations')
  const ownId = useOwnId()
  const actorName = useActorName()
  const declined = useRef(new Set<string>())
  const { conflict, refusal } = text
  const id = conflict === null ? null : `${row.target.language} ${row.key.id} ${conflict.theirVersion}`
  const willMerge =
    refusal === null &&
    conflict !== null &&
    conflict.merged !== null &&
    id !== null &&
    !declined.current.has(id)

  const merge = useLatestCallback((mergedId: string) => {
    const takeBack = text.merge()
    if (takeBack === null) return
    const { actor } = row.target
    const said =
      actor === null || actor.id === ownId
        ? t('conflict.didMergeOwn')
        : t('conflict.didMerge', { author: actorName(actor) })
    const run = () => {
      declined.current.add(mergedId)
      if (!takeBack()) showToast(t('conflict.cannotUnmerge'), { tone: 'problem' })
    }
    showToast(said, { action: undoAction(t('common:undo'), run) })
  })
  useLayoutEffect(() => {
    if (willMerge && id !== null) merge(id)
  }, [willMerge, id, merge])

  return useMemo(() => (willMerge ? { ...text, conflict: null } : text), [willMerge, text])
}
