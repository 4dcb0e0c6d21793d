import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sessionMutations } from './queries.ts'

/** Completes a sign-in with the identity provider's response in the URL; asks nothing. */
export function ProviderAnswer({ query, onDone }: { readonly query: string; readonly onDone: () => void }) {
  const { t } = useTranslation('session')
  const finish = useMutation({
    mutationFn: () => sessionMutations.finishAtProvider(query),
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
