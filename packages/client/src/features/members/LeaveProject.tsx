import type { KeptAccessReply, ProjectReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import { memberMutations } from './queries.ts'

export type LeaveProjectProps = {
  readonly project: ProjectReply
  /** Why they cannot leave. */
  readonly refusal: string | null
  /** Called with a notice that names the access that stays. */
  readonly onLeft: (said: string) => void
}

const ABOUT = { group: 'leave.aboutGroup', owner: 'leave.aboutOwner' } as const

/** Lets someone leave the project; asks first, because only a manager can give them their roles again. */
export function LeaveProject({ project, refusal, onLeft }: LeaveProjectProps) {
  const { t } = useTranslation(['members', 'common'])
  const formats = useFormats()
  const { otherAccess } = useAccess()
  const withEnded = useEndedInvitations()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => memberMutations.leave(project.slug),
    onSuccess: ({ keptAccess: [kept], endedInvitations }) =>
      onLeft(withEnded(leftText(kept), endedInvitations)),
  })
  const leftText = (kept: KeptAccessReply[number] | undefined): string => {
    const { name } = project
    if (kept === undefined) return t('leave.left', { project: name })
    if (kept.isOwner) return t('leave.leftOwner', { project: name })
    return t('leave.leftGroup', { project: name, groups: formats.list(kept.groups) })
  }
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
          about={t(otherAccess === null ? 'leave.about' : ABOUT[otherAccess])}
        />
      ) : null}
    </div>
  )
}
