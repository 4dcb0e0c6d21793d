import type { api, ReplyOf } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sessionMutations } from './queries.ts'

/** Completes a sign-in with the identity provider's response in the URL; asks nothing. */
export function ProviderAnswer({
  query,
  invitation,
  onDone,
}: {
  readonly query: string
  /** Code of the invitation that is accepted if the person has no account yet; null: there is none. */
  readonly invitation: string | null
  readonly onDone: (reply: ReplyOf<typeof api.oidc.finish>) => void
}) {
  const { t } = useTranslation('session')
  const finish = useMutation({
    mutationFn: () =>
      sessionMutations.finishAtProvider(invitation === null ? { query } : { query, invitation }),
    onSuccess: onDone,
  })
  const { mutate } = finish
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return // a response works once, and React runs effects twice in development
    isBegun.current = true
    // Its contents must not stay in the URL, where they could be copied
    history.replaceState(null, '', location.pathname)
    mutate()
  }, [mutate])
  if (finish.error === null) return <Skeleton rows={2} />
  return (
    <>
      <ErrorLine error={finish.error} />
      <p>
        <a href="/sign-in">{t('signInAgain')}</a>
      </p>
    </>
  )
}
