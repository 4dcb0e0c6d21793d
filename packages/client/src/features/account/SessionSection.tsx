import type { SessionReply } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Account.module.css'
import { accountMutations, accountQueries } from './queries.ts'

/** Sessions of the person, each with a button to end it. */
export function SessionSection({ onSignedOut }: { readonly onSignedOut: (session: SessionReply) => void }) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(accountQueries.sessions())
  const end = useMutation({
    mutationFn: accountMutations.endSession,
    onSettled: () => client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
  })
  const endAll = useMutation({ mutationFn: accountMutations.endSessions, onSuccess: onSignedOut })
  return (
    <section aria-labelledby="account-sessions">
      <h2 id="account-sessions">{t('sessions')}</h2>
      {data === undefined || error !== null ? <Loading error={error} onRetry={refetch} rows={2} /> : null}
      <ErrorLine error={end.error ?? endAll.error} />
      <ul>
        {data?.sessions.map(({ id, device, address, seenAt, isCurrent }) => (
          <li key={id} className={styles.row}>
            <div className={styles.what}>
              <p>
                <b>
                  <bdi>{device ?? t('sessionUnknown')}</bdi>
                </b>
              </p>
              <p className="muted">
                {isCurrent ? t('sessionThis') : t('lastUsed', { when: formats.relative(seenAt) })}
                {address === null ? null : (
                  <>
                    {' · '}
                    <bdi>{address}</bdi>
                  </>
                )}
              </p>
            </div>
            {isCurrent ? null : (
              <Button
                size="small"
                aria-label={t('sessionEndThis', { device: device ?? t('sessionUnknown') })}
                isPending={end.isPending && end.variables === id}
                onPress={() => end.mutate(id)}
              >
                {t('sessionEnd')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button isPending={endAll.isPending} onPress={() => endAll.mutate()}>
        {t('sessionsEnd')}
      </Button>
    </section>
  )
}
