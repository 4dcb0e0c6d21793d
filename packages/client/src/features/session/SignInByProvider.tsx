import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { rememberNext } from '../../lib/sign-in/provider-return.ts'
import { Button } from '../../ui/Button.tsx'
import { sessionMutations, sessionQueries } from './queries.ts'
import styles from './SessionFrame.module.css'

/** Opens the identity provider, if there is one. */
export function SignInByProvider({
  next,
  isAlone = false,
}: {
  /** Where to go afterwards. */
  readonly next: string
  /** No form for a password follows. */
  readonly isAlone?: boolean
}) {
  const { t } = useTranslation('session')
  const { data } = useSuspenseQuery(sessionQueries.provider())
  const begin = useMutation({
    mutationFn: sessionMutations.beginSignIn,
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
      {isAlone ? null : (
        <p className="muted">{t(data.provider.isOnlyWay ? 'ownerPassword' : 'orPassword')}</p>
      )}
    </div>
  )
}
