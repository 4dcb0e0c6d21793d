import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MembersScreen } from '../features/members/MembersScreen.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { settingsMutations } from '../features/settings/queries.ts'
import { showToast } from '../lib/notices/toast.ts'
import { useFailureText } from '../lib/server/failure-text.ts'
import { projectKey } from '../lib/server/project-key.ts'

export function MembersRoute() {
  const { t } = useTranslation('members')
  const { project: slug } = useParams({ from: '/p/$project/members' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const client = useQueryClient()
  const navigate = useNavigate()
  const failureText = useFailureText()
  const share = useMutation({
    mutationFn: (role: 'reader' | 'suggester') => settingsMutations.share(slug, { with: 'everyone', role }),
    onSuccess: async () => {
      showToast(t('shared'))
      await client.invalidateQueries({ queryKey: projectKey(slug) })
    },
    onError: (error) => showToast(failureText(error), { tone: 'problem' }),
  })
  const isMember =
    session.actor?.memberships.some((own) => own.project === slug && own.groupId === null) === true
  /** Cached data of the project may no longer be seen. */
  const left = async () => {
    await navigate({ to: '/projects' })
    client.removeQueries({ queryKey: projectKey(slug) })
    showToast(t('leave.left', { project: project.name }))
    await client.invalidateQueries()
  }
  return (
    <MembersScreen
      project={project}
      isAlone={session.signInBy === 'link'}
      sendsMail={session.sendsMail}
      ownId={session.actor?.id ?? null}
      onShare={(role) => share.mutate(role)}
      onLeft={isMember ? () => void left() : null}
    />
  )
}
