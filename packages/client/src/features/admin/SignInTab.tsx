import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Admin.module.css'
import { adminQueries } from './queries.ts'
import { SignInForm } from './SignInForm.tsx'

/** How people sign in other than with password and passkey: the organization's identity provider. */
export function SignInTab() {
  const { t } = useTranslation('admin')
  const { data, error, refetch } = useQuery(adminQueries.signIn())
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={6} height={44} />
  return (
    <div className={styles.tab}>
      <section className={styles.section}>
        <h2>{t('signIn.title')}</h2>
        <p className="muted">{t('signIn.about')}</p>
        <SignInForm settings={data} />
      </section>
      <section className={styles.section}>
        <h2>{t('signIn.enterAtProvider')}</h2>
        <p>{t('signIn.redirectUri')}</p>
        <CopyLine text={data.redirectUri} />
        <p>{t('signIn.signedOutUri')}</p>
        <CopyLine text={data.signedOutUri} />
        <p>{t('signIn.logoutUri')}</p>
        <CopyLine text={data.logoutUri} />
      </section>
    </div>
  )
}
