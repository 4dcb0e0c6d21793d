import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { keepJob } from '../../../lib/server/jobs.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { repositoryCalls } from '../queries.ts'
import { RepositoryDialog } from './RepositoryDialog.tsx'

export type ConnectRepositoryDialogProps = {
  readonly project: string
  readonly sourceLanguage: string
  readonly onClose: () => void
}

/** Connects a branch of a repository to a project. */
export function ConnectRepositoryDialog({ project, sourceLanguage, onClose }: ConnectRepositoryDialogProps) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const reviewRefusal = useAccess().onSomeText('translations.review')
  const calls = useMemo(() => repositoryCalls(project), [project])
  return (
    <RepositoryDialog
      calls={calls}
      sourceLanguage={sourceLanguage}
      address=""
      action={t('connectDo')}
      reviewRefusal={reviewRefusal}
      onConnected={({ job }) => {
        keepJob(client, project, job)
        void client.invalidateQueries({ queryKey: projectKey(project) })
        showToast(t('importStarted'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
