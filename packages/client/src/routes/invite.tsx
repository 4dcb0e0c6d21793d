import type { api, ReplyOf } from '@dragoman/contract'
import { isLimitable, isPerLanguage } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { InvitationForm } from '../features/invitation/InvitationForm.tsx'
import { MemberAlready } from '../features/invitation/MemberAlready.tsx'
import { invitationQueries } from '../features/invitation/queries.ts'
import { sessionMutations, sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { SignInByProvider } from '../features/session/SignInByProvider.tsx'
import { useFormats } from '../i18n/formats.ts'
import type { RoleLimits } from '../lib/access/roles-in.ts'
import { showToast } from '../lib/notices/toast.ts'
import { useFailureToast } from '../lib/server/failure-text.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** The target of an invitation link: shows who invites to what, before anything happens. */
export function InviteRoute() {
  const { t } = useTranslation('invitation')
  const { code } = useParams({ from: '/invite/$code' })
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const {
    data: { provider },
  } = useSuspenseQuery(sessionQueries.provider())
  // A new account that accepts it here is not asked to join again, and a used invitation is not shown as an error.
  const [opener] = useState(session.actor?.id ?? null)
  const { data: shown, error } = useQuery(invitationQueries.look(code, opener))
  const client = useQueryClient()
  const navigate = useNavigate()
  const done = async (project: string | null) => {
    await client.invalidateQueries({ queryKey: sessionQueries.get().queryKey })
    if (project === null) await navigate({ to: '/projects' })
    else await navigate({ to: '/p/$project/overview', params: { project } })
  }
  /** Signs out, so that someone else can accept the invitation here. */
  const leave = useMutation({
    mutationFn: sessionMutations.signOut,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQueries.get().queryKey }),
    onError: useFailureToast(),
  })
  if (error !== null) return <NoInvitation error={error} isSignedIn={session.actor !== null} />
  if (shown === undefined) return null
  const { project } = shown
  const member = shown.isMember ? session.actor : null
  return (
    <SessionFrame
      title={project?.name ?? 'Dragoman'}
      about={<AboutInvitation shown={shown} hasRoles={member === null} />}
      menu={<PersonMenus />}
    >
      {session.actor === null && provider?.isOnlyWay ? (
        <SignInByProvider next={`/invite/${code}`} isAlone />
      ) : member !== null ? (
        <MemberAlready
          name={member.name}
          project={project?.name ?? null}
          isOwner={member.instanceRole === 'owner'}
          onOpen={() => void done(project?.slug ?? null)}
          onLeave={() => leave.mutate()}
          isLeaving={leave.isPending}
        />
      ) : (
        <InvitationForm
          code={code}
          actor={session.actor}
          onDone={async ({ project: opened, wasMember }) => {
            await done(opened)
            if (wasMember && project !== null) showToast(t('memberAlready', { project: project.name }))
          }}
          onLeave={() => leave.mutate()}
          isLeaving={leave.isPending}
        />
      )}
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

/** An invitation that cannot be accepted, and where to go instead. */
function NoInvitation({ error, isSignedIn }: { readonly error: Error; readonly isSignedIn: boolean }) {
  const { t } = useTranslation('invitation')
  return (
    <SessionFrame title={t('title')} menu={<PersonMenus />}>
      <ErrorState error={error} hasWork={false} />
      <p>
        {isSignedIn ? (
          <Link to="/projects">{t('toProjects')}</Link>
        ) : (
          <Link to="/sign-in">{t('signIn')}</Link>
        )}
      </p>
    </SessionFrame>
  )
}

type AboutInvitationProps = {
  readonly shown: ReplyOf<typeof api.invitations.look>
  readonly hasRoles: boolean
}

/** Who invites to what, and with which roles. */
function AboutInvitation({ shown, hasRoles }: AboutInvitationProps) {
  const { t } = useTranslation(['invitation', 'members'])
  const limitsOf = useLimitsText()
  const { invitedBy, project, role, grants = [], address } = shown
  const roles = role === 'member' || !hasRoles ? [] : [{ ...shown, role }, ...grants]
  return (
    <>
      {project === null
        ? t('toInstance', { name: invitedBy })
        : t('toProject', { name: invitedBy, project: project.name })}
      {address === null ? null : <> {t('invitedAddress', { address })}</>}
      {roles.map((one) => (
        <Fragment key={JSON.stringify([one.role, one.languages, one.namespaces])}>
          <br />
          <b>{t(`members:roles.${one.role}`)}</b>. {[t(`may.${one.role}`), ...limitsOf(one)].join(' ')}
        </Fragment>
      ))}
    </>
  )
}

/** Returns a function that says in sentences which languages and namespaces a role is limited to. */
function useLimitsText() {
  const { t } = useTranslation('invitation')
  const formats = useFormats()
  return ({ role, languages, namespaces }: RoleLimits): readonly string[] => {
    if (!isLimitable(role)) return []
    const said: string[] = []
    if (languages !== null)
      said.push(t('languages', { languages: formats.list(languages.map(formats.languageName)) }))
    else if (isPerLanguage(role)) said.push(t('allLanguages'))
    if (namespaces?.length === 0) said.push(t('noNamespaces'))
    else if (namespaces !== null) said.push(t('namespaces', { namespaces: formats.list(namespaces) }))
    return said
  }
}
