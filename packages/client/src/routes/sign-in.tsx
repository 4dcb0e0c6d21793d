import type { SessionReply } from '@dragoman/contract'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { ForgotPassword } from '../features/session/ForgotPassword.tsx'
import { nextPath } from '../features/session/next-path.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { SignInByLink } from '../features/session/SignInByLink.tsx'
import { SignInByProvider } from '../features/session/SignInByProvider.tsx'
import { SignInForm } from '../features/session/SignInForm.tsx'
import { editionOf } from '../lib/edition.ts'

export function SignInRoute() {
  const { t } = useTranslation('session')
  const search = useSearch({ from: '/sign-in' })
  const next = nextPath(search.next, location.origin)
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const client = useQueryClient()
  const router = useRouter()

  const isSignedIn = session.actor !== null
  useEffect(() => {
    if (isSignedIn) router.history.replace(next)
  }, [isSignedIn, next, router])
  const done = (signedIn: SessionReply) => client.setQueryData(sessionQueries.get().queryKey, signedIn)

  const [forgot, setForgot] = useState<string | null>(null)

  if (session.setupNeeded) return <Navigate to="/setup" search={{}} replace />
  if (isSignedIn) return null
  const { hasAccounts } = editionOf(session)
  if (forgot !== null)
    return (
      <SessionFrame title={t('forgotTitle')} menu={<PersonMenus />}>
        <ForgotPassword name={forgot} sendsEmail={session.sendsEmail} onBack={() => setForgot(null)} />
      </SessionFrame>
    )
  return (
    <SessionFrame
      title={t('signInTitle')}
      about={t(hasAccounts ? 'signInAbout' : 'linkAbout')}
      menu={<PersonMenus />}
    >
      {hasAccounts ? <SignInByProvider next={next} /> : null}
      {hasAccounts ? (
        <SignInForm passkeys={session.passkeys} onDone={done} onForgot={setForgot} />
      ) : (
        <SignInByLink onDone={done} />
      )}
    </SessionFrame>
  )
}
