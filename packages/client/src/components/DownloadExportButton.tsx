import { JOBS, type Job } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../lib/access/access.ts'
import { showToast } from '../lib/notices/toast.ts'
import { useFailureText } from '../lib/server/failure-text.ts'
import { downloadExport } from '../lib/server/queries.ts'
import { Button } from '../ui/Button.tsx'

export type DownloadExportButtonProps = { readonly project: string; readonly job: Job }

/** *Download*, next to a finished export. */
export function DownloadExportButton({ project, job }: DownloadExportButtonProps) {
  const { t } = useTranslation('status')
  const failureText = useFailureText()
  const access = useAccess()
  const download = useMutation({
    mutationFn: () => downloadExport(project, job),
    onError: (error) => showToast(failureText(error), { tone: 'problem' }),
    meta: { reads: true },
  })
  return (
    <Button
      size="small"
      isPending={download.isPending}
      refusal={access.onAnything(JOBS[job.kind].action)}
      onPress={() => download.mutate()}
    >
      {t('job.download')}
    </Button>
  )
}
