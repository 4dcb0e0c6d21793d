import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { keepJob } from '../../../lib/server/jobs.ts'
import { type NewProject, newProjectCalls } from '../queries.ts'
import { RepositoryDialog } from './RepositoryDialog.tsx'

export type NewProjectOfRepositoryProps = {
  readonly newProject: NewProject
  readonly address: string
  readonly onCreated: (project: string) => void
  readonly onClose: () => void
}

/** Creates a project with a repository, in one step: if it is closed before, nothing remains. */
export function NewProjectOfRepository({
  newProject,
  address,
  onCreated,
  onClose,
}: NewProjectOfRepositoryProps) {
  const { t } = useTranslation(['files', 'git'])
  const client = useQueryClient()
  const calls = useMemo(() => newProjectCalls(newProject), [newProject])
  return (
    <RepositoryDialog
      calls={calls}
      sourceLanguage={newProject.sourceLanguage}
      address={address}
      action={t('git:connect.createProject')}
      reviewRefusal={null}
      onConnected={({ project, job }) => {
        keepJob(client, project, job)
        showToast(t('importStarted'))
        onCreated(project)
      }}
      onClose={onClose}
    />
  )
}
