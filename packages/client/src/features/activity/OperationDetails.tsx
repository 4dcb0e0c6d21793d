import { isFailure, type UndoPlanReply } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { focusScreen, isFocusLost } from '../../lib/focus/focus-screen.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './Activity.module.css'
import { ChangeTable } from './ChangeTable.tsx'
import { activityMutations, activityQueries } from './queries.ts'

/**
 * What undoing an operation would do, with the button for it. Texts changed since are listed and kept. An operation that
 * was undone only in part can be undone further: an undo was cancelled, or texts that were newer then no longer are.
 */
export function OperationDetails({ project, id }: { readonly project: string; readonly id: number }) {
  const { t } = useTranslation(['activity', 'common'])
  const access = useAccess()
  const client = useQueryClient()
  const details = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery(activityQueries.get(project, id))
  const undo = useMutation({
    mutationFn: (keepNewer: boolean) => activityMutations.undo(project, id, keepNewer),
    onSuccess: async ({ cancelled }) => {
      showToast(t(cancelled === true ? 'common:undoCancelled' : 'done'))
      details.current?.focus() // the button disappears, and must not take the focus with it
      await client.invalidateQueries({ queryKey: projectKey(project) })
      // The list might have been re-rendered around the details
      if (isFocusLost()) focusScreen()
    },
    onError: async (problem) => {
      if (isFailure(problem, 'changed-since')) await refetch()
    },
  })

  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={2} />
  const { operation, undo: plan } = data
  const isUndone = operation.undoneBy !== null
  const hasNewer = plan.newerTotal > 0
  const canUndo = plan.total > 0 || plan.decisions > 0

  return (
    <div className={styles.details} ref={details} tabIndex={-1}>
      {isUndone ? <p className="muted">{t(canUndo ? 'isUndoneInPart' : 'isUndone')}</p> : null}
      {isFailure(undo.error, 'changed-since') ? null : <ErrorLine error={undo.error} />}
      {hasNewer && (canUndo || !isUndone) ? <Newer plan={plan} /> : null}
      {canUndo || !isUndone ? <PlanTable plan={plan} /> : null}
      {canUndo ? (
        <div className={styles.actions}>
          <Button
            look={hasNewer ? 'plain' : 'primary'}
            refusal={access.onUndo(operation.actor.id)}
            isPending={undo.isPending}
            onPress={() => undo.mutate(hasNewer)}
          >
            {t(hasNewer ? 'keepNewer' : 'common:undo')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function PlanTable({ plan }: { readonly plan: UndoPlanReply }) {
  const { t } = useTranslation('activity')
  const hasTexts = plan.total > 0
  if (!hasTexts && plan.decisions === 0) return <p className="muted">{t('nothingToUndo')}</p>
  return (
    <>
      {hasTexts ? (
        <ChangeTable
          caption={t('wouldRestore', { count: plan.total })}
          changes={plan.changes}
          total={plan.total}
          shows="undo"
        />
      ) : null}
      {plan.decisions > 0 ? <p>{t('decisions', { count: plan.decisions })}</p> : null}
    </>
  )
}

function Newer({ plan }: { readonly plan: UndoPlanReply }) {
  const { t } = useTranslation('activity')
  return (
    <>
      <Note tone="warning">{t('newer', { count: plan.newerTotal })}</Note>
      <ChangeTable caption={t('newerList')} changes={plan.newer} total={plan.newerTotal} shows="since" />
    </>
  )
}
