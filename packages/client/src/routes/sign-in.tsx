import type { SessionReply } from '@dragoman/contract'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonMenus } from '../app/shell/PersonMenus.tsx'
import { sessionQueries } from '../features/session/queries.ts'
import { SessionFrame } from '../features/session/SessionFrame.tsx'
import { SignInForm } from '../features/session/SignInForm.tsx'

export function SignInRoute() {
  const { t } = useTranslation('session')
  const { next = '/' } = useSearch({ from: '/sign-in' })
  const { data: session } = useSuspenseQuery(sessionQueries.get())
  const client = useQueryClient()
  const router = useRouter()

  const isSignedIn = session.actor !== null
  useEffect(() => {
    if (isSignedIn) router.history.replace(next)
  }, [isSignedIn, next, router])
  const done = (signedIn: SessionReply) => client.setQueryData(sessionQueries.get().queryKey, signedIn)

  if (session.setupNeeded) return <Navigate to="/setup" search={{}} replace />
  if (isSignedIn) return null
  return (
    <SessionFrame title={t('signInTitle')} about={t('signInAbout')} menu={<PersonMenus />}>
      <SignInForm onDone={done} />
    </SessionFrame>
  )
}
