import type { SessionReply } from '@dragoman/contract'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { EnterByCode } from '../features/session/EnterByCode.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { SetupForm } from '../features/session/SetupForm.tsx'
import { editionOf } from '../lib/edition.ts'

/** /setup: creates the first owner; if there is one already, signs in with the one-time code. */
export function SetupRoute() {
  const { t } = useTranslation('session')
  const { code = '' } = useSearch({ from: '/setup' })
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const client = useQueryClient()
  const navigate = useNavigate()

  const done = (next: SessionReply) => {
    client.setQueryData(sessionQueries.get().queryKey, next)
    void navigate({ to: '/', replace: true })
  }

  if (session.setupNeeded) {
    return (
      <SessionFrame title={t('welcome')} about={t('welcomeAbout')} menu={<PersonMenus />}>
        <SetupForm code={code} onDone={done} />
      </SessionFrame>
    )
  }
  if (session.actor !== null) return <Navigate to="/" replace />
  if (code === '' || editionOf(session).hasAccounts) return <Navigate to="/sign-in" search={{}} replace />
  return (
    <SessionFrame title={t('entering')} menu={<PersonMenus />}>
      <EnterByCode code={code} onDone={done} />
    </SessionFrame>
  )
}
