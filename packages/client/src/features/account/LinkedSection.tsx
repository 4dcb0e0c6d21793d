import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { rememberNext } from '../../lib/sign-in/provider-return.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Account.module.css'
import { accountMutations, accountQueries } from './queries.ts'

/** Accounts at the identity provider that sign in to this one. Hidden without a provider. */
export function LinkedSection() {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const client = useQueryClient()
  const { data } = useQuery(accountQueries.linked())
  const link = useMutation({
    mutationFn: accountMutations.beginLink,
    onSuccess: ({ address }) => {
      rememberNext('/account')
      location.assign(address)
    },
  })
  const unlink = useMutation({
    mutationFn: accountMutations.unlink,
    onSuccess: (linked) => {
      client.setQueryData(accountQueries.linked().queryKey, linked)
      // Sessions that came from it have ended.
      void client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey })
    },
  })
  if (data === undefined) return null
  const { provider, identities } = data
  if (provider === null && identities.length === 0) return null
  return (
    <section aria-labelledby="account-linked">
      <h2 id="account-linked">{t('linked')}</h2>
      <p className="muted">{t('linkedAbout')}</p>
      <ErrorLine error={link.error ?? unlink.error} />
      {identities.length === 0 ? null : (
        <ul>
          {identities.map(({ id, host, linkedAt, isUsable }) => (
            <li key={id} className={styles.row}>
              <div className={styles.what}>
                <p>
                  <b>
                    <bdi dir="ltr">{host}</bdi>
                  </b>
                </p>
                <p className="muted">
                  {isUsable ? t('linkedSince', { when: formats.relative(linkedAt) }) : t('linkedUnused')}
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('unlinkThis', { host })}
                isPending={unlink.isPending && unlink.variables === id}
                onPress={() => unlink.mutate(id)}
              >
                {t('unlink')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {provider === null || identities.some(({ isUsable }) => isUsable) ? null : (
        <Button isPending={link.isPending || link.isSuccess} onPress={() => link.mutate()}>
          {t('link', { provider: provider.label })}
        </Button>
      )}
    </section>
  )
}
