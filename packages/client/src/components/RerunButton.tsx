import { JOBS, type Job } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../lib/access/access.ts'
import { showToast } from '../lib/notices/toast.ts'
import { useFailureText } from '../lib/server/failure-text.ts'
import { rerunJob } from '../lib/server/queries.ts'
import { Button } from '../ui/Button.tsx'

export type RerunButtonProps = { readonly project: string; readonly job: Job }

/** *Run again*, next to a failed job; live events report its progress. */
export function RerunButton({ project, job }: RerunButtonProps) {
  const { t } = useTranslation('common')
  const failureText = useFailureText()
  const access = useAccess()
  const again = useMutation({
    mutationFn: () => rerunJob(project, job),
    onError: (error) => showToast(failureText(error), { tone: 'problem' }),
  })
  return (
    <Button
      size="small"
      isPending={again.isPending}
      refusal={access.onAnything(JOBS[job.kind].action)}
      onPress={() => again.mutate()}
    >
      {t('rerun')}
    </Button>
  )
}
