import type { SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sessionMutations } from './queries.ts'

/** Signs in with the code in the URL that `dragoman <folder>` opened; asks nothing. */
export function EnterByCode({
  code,
  onDone,
}: {
  readonly code: string
  readonly onDone: (session: SessionReply) => void
}) {
  const { t } = useTranslation('session')
  const enter = useMutation({
    mutationFn: () => sessionMutations.enter(code),
    onSuccess: onDone,
  })
  const { mutate } = enter
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return // the code works once, and React runs effects twice in development
    isBegun.current = true
    mutate()
  }, [mutate])
  if (enter.error === null) return <Skeleton rows={2} />
  return (
    <>
      <ErrorState hasWork={false} error={enter.error} onRetry={() => mutate()} />
      <p className="muted">{t('newCode')}</p>
    </>
  )
}
