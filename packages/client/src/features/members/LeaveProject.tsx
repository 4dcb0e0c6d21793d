import type { ProjectReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { memberMutations } from './queries.ts'

export type LeaveProjectProps = {
  readonly project: ProjectReply
  /** Why they cannot leave. */
  readonly refusal: string | null
  readonly onLeft: () => void
}

/** Lets someone leave the project; asks first, because only a manager can add them again. */
export function LeaveProject({ project, refusal, onLeft }: LeaveProjectProps) {
  const { t } = useTranslation(['members', 'common'])
  const withEnded = useEndedInvitations()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => memberMutations.leave(project.slug),
    onSuccess: ({ endedInvitations }) => {
      if (endedInvitations > 0)
        showToast(withEnded(t('leave.left', { project: project.name }), endedInvitations))
      onLeft()
    },
  })
  const close = () => {
    setIsAsking(false)
    leave.reset()
  }
  return (
    <div>
      <Button look="ghost" size="small" refusal={refusal} onPress={() => setIsAsking(true)}>
        {t('leave.open')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('leave.title', { project: project.name })}
          onClose={close}
          act={t('leave.leave')}
          request={leave}
          about={t('leave.about')}
        />
      ) : null}
    </div>
  )
}
