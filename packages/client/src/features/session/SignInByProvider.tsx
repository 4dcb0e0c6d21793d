import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { rememberNext } from '../../lib/sign-in/provider-return.ts'
import { Button } from '../../ui/Button.tsx'
import { sessionMutations, sessionQueries } from './queries.ts'
import styles from './SessionFrame.module.css'

/** Opens the identity provider, if there is one; `next`: where to go afterwards. */
export function SignInByProvider({ next }: { readonly next: string }) {
  const { t } = useTranslation('session')
  const { data } = useSuspenseQuery(sessionQueries.provider())
  const begin = useMutation({
    mutationFn: () => sessionMutations.beginAtProvider('sign-in'),
    onSuccess: ({ address }) => {
      rememberNext(next)
      location.assign(address)
    },
  })
  if (data.provider === null) return null
  return (
    <div className={styles.provider}>
      <ErrorLine error={begin.error} />
      <Button
        look={data.provider.isOnlyWay ? 'primary' : 'plain'}
        onPress={() => begin.mutate()}
        isPending={begin.isPending || begin.isSuccess}
      >
        {t('signInWith', { provider: data.provider.label })}
      </Button>
      <p className="muted">{t(data.provider.isOnlyWay ? 'ownerPassword' : 'orPassword')}</p>
    </div>
  )
}
