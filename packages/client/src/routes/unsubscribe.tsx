import { isFailure } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { inboxMutations } from '../features/inbox/queries.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

/** The target of the link in an email: one click, without signing in. */
export function UnsubscribeRoute() {
  return (
    <PlainFrame>
      <Unsubscribe />
    </PlainFrame>
  )
}

function Unsubscribe() {
  const { t } = useTranslation('inbox')
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const { mutate, isPending, data, error } = useMutation({ mutationFn: inboxMutations.unsubscribe })
  if (isFailure(error, 'not-found') || isFailure(error, 'invalid-input'))
    return <Outcome title={t('unsubscribe.unknown')}>{t('unsubscribe.unknownAbout')}</Outcome>
  if (error !== null)
    return <ErrorState level={1} error={error} hasWork={false} onRetry={() => mutate(token)} />
  if (data?.isDeleted === true)
    return <Outcome title={t('unsubscribe.deleted')}>{t('unsubscribe.deletedAbout')}</Outcome>
  if (data !== undefined) {
    const { project } = data
    const title = project === null ? t('unsubscribe.doneAll') : t('unsubscribe.done', { project })
    return <Outcome title={title}>{t('unsubscribe.changeAbout')}</Outcome>
  }
  return (
    <EmptyState
      level={1}
      title={t('unsubscribe.title')}
      action={
        <Button look="primary" isPending={isPending} onPress={() => mutate(token)}>
          {t('unsubscribe.press')}
        </Button>
      }
    >
      {t('unsubscribe.changeAbout')}
    </EmptyState>
  )
}

/** The end of unsubscribing, with a link to the inbox and its settings. */
function Outcome({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('inbox')
  return (
    <EmptyState level={1} title={title} action={<Link to="/inbox">{t('unsubscribe.open')}</Link>}>
      {children}
    </EmptyState>
  )
}
