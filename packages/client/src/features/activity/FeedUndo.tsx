import { isFailure } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import type { OperationGroup } from './group-by-day.ts'
import { activityMutations } from './queries.ts'

export type FeedUndoProps = {
  readonly project: string
  readonly group: OperationGroup
  /** What is undone, for screen readers. */
  readonly what: string
  /** Moves the focus to a place that stays: the button disappears. */
  readonly onUndone: () => void
}

/**
 * Undoes the actions of one line of the feed, all or none. Nothing for people who cannot, and for what is undone; what
 * was changed since then is undone in *Activity*, which shows it.
 */
export function FeedUndo({ project, group, what, onUndone }: FeedUndoProps) {
  const { t } = useTranslation(['activity', 'common'])
  const access = useAccess()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [newest] = group
  const undo = useMutation({
    // A single action can be a large one, which only `undo` accepts.
    mutationFn: async () => {
      if (newest !== undefined && group.length === 1)
        return (await activityMutations.undo(project, newest.id, false)).cancelled === true
      await activityMutations.undoMany(
        project,
        group.map(({ id }) => id),
      )
      return false
    },
    onSuccess: async (isCancelled) => {
      if (!isCancelled) onUndone()
      showToast(t(isCancelled ? 'common:undoCancelled' : 'common:undone'))
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
    onError: (error) =>
      showToast(isFailure(error, 'changed-since') ? t('said.changedSince') : failureText(error), {
        tone: 'problem',
      }),
  })
  if (newest === undefined || group.some(({ undoneBy }) => undoneBy !== null)) return null
  if (access.onUndo(newest.actor.id) !== null) return null
  return (
    <Button
      look="ghost"
      size="small"
      isPending={undo.isPending}
      aria-label={t('undoOf', { what })}
      onPress={() => undo.mutate()}
    >
      {t('common:undo')}
    </Button>
  )
}
