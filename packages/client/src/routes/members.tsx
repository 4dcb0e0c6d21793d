import { isSharedRole, type SharedRole } from '@dragoman/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareQuestion } from '../components/ShareQuestion.tsx'
import { MembersScreen } from '../features/members/MembersScreen.tsx'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { useSharing, useUnsharing } from '../features/settings/queries.ts'
import { editionOf } from '../lib/edition.ts'
import { showToast, undoAction } from '../lib/notices/toast.ts'
import { projectKey } from '../lib/server/project-key.ts'

export function MembersRoute() {
  const { t } = useTranslation('members')
  const { project: slug } = useParams({ from: '/p/$project/members' })
  const { tab = 'everyone' } = useSearch({ from: '/p/$project/members' })
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<SharedRole | null>(null)
  const share = useSharing(slug)
  const unshare = useUnsharing(slug, () => showToast(t('common:undone')))
  const before = project.sharing
  const shareAs = (role: SharedRole) =>
    share.mutate(
      { with: 'everyone', role },
      {
        onSuccess: () => {
          setAsked(null)
          showToast(t('shared'), {
            action: undoAction(t('common:undo'), () => unshare.mutate(before)),
          })
        },
      },
    )
  const isMember =
    session.actor?.memberships.some(
      ({ projectId, role, groupId }) => projectId === project.id && groupId === null && !isSharedRole(role),
    ) === true
  /** Cached data of the project can no longer be seen. */
  const left = async (said: string) => {
    await navigate({ to: '/projects' })
    client.removeQueries({ queryKey: projectKey(slug) })
    showToast(said)
    await client.invalidateQueries()
  }
  return (
    <>
      <MembersScreen
        project={project}
        isAlone={!editionOf(session).hasAccounts}
        sendsEmail={session.sendsEmail}
        ownId={session.actor?.id ?? null}
        tab={tab}
        onTab={(next) =>
          void navigate({
            to: '/p/$project/members',
            params: { project: slug },
            search: next === 'everyone' ? {} : { tab: next },
          })
        }
        onShare={setAsked}
        onLeft={isMember ? (said) => void left(said) : null}
      />
      {asked === null ? null : (
        <ShareQuestion
          project={project.name}
          audience="everyone"
          request={share}
          onShare={() => shareAs(asked)}
          onClose={() => {
            setAsked(null)
            share.reset()
          }}
        />
      )}
    </>
  )
}
