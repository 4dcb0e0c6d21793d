import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { inboxMutations } from '../features/inbox/queries.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** The target of the link in an email: one click, without signing in. */
export function UnsubscribeRoute() {
  const { t } = useTranslation('inbox')
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const { mutate, isPending, data, error } = useMutation({ mutationFn: inboxMutations.unsubscribe })
  if (error !== null)
    return (
      <PlainFrame>
        <EmptyState
          level={1}
          title={t('unsubscribe.unknown')}
          action={<Link to="/inbox">{t('unsubscribe.open')}</Link>}
        >
          {t('unsubscribe.unknownAbout')}
        </EmptyState>
      </PlainFrame>
    )
  if (data !== undefined)
    return (
      <PlainFrame>
        <EmptyState
          level={1}
          title={
            data.project === null
              ? t('unsubscribe.doneAll')
              : t('unsubscribe.done', { project: data.project })
          }
          action={<Link to="/inbox">{t('unsubscribe.open')}</Link>}
        >
          {t('unsubscribe.changeAbout')}
        </EmptyState>
      </PlainFrame>
    )
  return (
    <PlainFrame>
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
    </PlainFrame>
  )
}
