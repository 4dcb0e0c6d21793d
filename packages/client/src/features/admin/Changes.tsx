import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './Admin.module.css'
import { adminQueries } from './queries.ts'

/** What this version changed for its users, from the changelog. */
export function Changes({ version }: { readonly version: string }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(adminQueries.changelog())
  if (data === undefined) return null
  return (
    <section className={styles.section}>
      <h2>{t('changes.title', { version })}</h2>
      <ul className={styles.changes} lang="en" dir="ltr">
        {data.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
