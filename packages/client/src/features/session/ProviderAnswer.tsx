import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sessionMutations } from './queries.ts'
import { ErrorNote } from './SetupForm.tsx'

/** Finishes a sign-in with what the identity provider has put into the address; nothing is asked. */
export function ProviderAnswer({ query, onDone }: { readonly query: string; readonly onDone: () => void }) {
  const { t } = useTranslation('session')
  const failureText = useFailureText()
  const finish = useMutation({
    mutationFn: () => sessionMutations.finishAtProvider(query),
    onSuccess: onDone,
  })
  const { mutate } = finish
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return // an answer works once, and React runs effects twice in development
    isBegun.current = true
    // What it says must not stay in the address, where it could be copied
    history.replaceState(null, '', location.pathname)
    mutate()
  }, [mutate])
  if (finish.error === null) return <Skeleton rows={2} />
  return (
    <>
      <ErrorNote text={failureText(finish.error)} />
      <p>
        <a href="/sign-in">{t('signInAgain')}</a>
      </p>
    </>
  )
}
