import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { InvitationForm } from '../features/invitation/InvitationForm.tsx'
import { invitationQueries } from '../features/invitation/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { useFormats } from '../i18n/formats.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** The target of an invitation link: shows who invites to what, before anything happens. */
export function InviteRoute() {
  const { t } = useTranslation('invitation')
  const formats = useFormats()
  const { code } = useParams({ from: '/invite/$code' })
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const { data: shown, error } = useQuery(invitationQueries.look(code))
  const client = useQueryClient()
  const navigate = useNavigate()
  const done = async (project: string | null) => {
    await client.invalidateQueries({ queryKey: sessionQueries.get().queryKey })
    if (project === null) await navigate({ to: '/projects' })
    else await navigate({ to: '/p/$project/overview', params: { project } })
  }
  if (error !== null)
    return (
      <SessionFrame title={t('title')} menu={<PersonMenus />}>
        <ErrorState error={error} />
      </SessionFrame>
    )
  if (shown === undefined) return null
  const { invitedBy, project, role, languages } = shown
  const about =
    project === null
      ? t('toInstance', { name: invitedBy })
      : t('toProject', { name: invitedBy, project: project.name })
  return (
    <SessionFrame
      title={project?.name ?? 'Dragoman'}
      about={
        <>
          {about} {role === 'member' ? null : t(`may.${role}`)}{' '}
          {languages === null
            ? null
            : t('languages', { languages: formats.list(languages.map(formats.languageName)) })}
        </>
      }
      menu={<PersonMenus />}
    >
      <InvitationForm code={code} actor={session.actor} onDone={(slug) => void done(slug)} />
      {session.actor !== null ? null : (
        <p>
          <Link to="/sign-in" search={{ next: `/invite/${code}` }}>
            {t('haveAccount')}
          </Link>
        </p>
      )}
    </SessionFrame>
  )
}
