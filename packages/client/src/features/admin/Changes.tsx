import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './Admin.module.css'
import { latestChanges } from './latest-changes.ts'

/** What this version changed for its users, from the changelog. */
export function Changes({ version }: { readonly version: string }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery({
    queryKey: ['admin', 'changelog'],
    queryFn: async () => latestChanges((await import('../../../../../CHANGELOG.md?raw')).default),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
