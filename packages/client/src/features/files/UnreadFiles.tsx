import { useTranslation } from 'react-i18next'
import styles from './Files.module.css'

/** Further ones are only counted. */
const NAMED = 50

/** Hidden files and folders of a drop, and packages, which were not read. */
export function UnreadFiles({ paths }: { readonly paths: readonly string[] }) {
  const { t } = useTranslation('files')
  if (paths.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('notRead')}>
      <h3>{t('notRead')}</h3>
      <p className="muted">{t('notReadAbout')}</p>
      <ul className={styles.unread}>
        {paths.slice(0, NAMED).map((path) => (
          <li key={path}>
            <code dir="ltr">{path}</code>
          </li>
        ))}
        {paths.length > NAMED ? (
          <li className="muted">{t('heldMore', { count: paths.length - NAMED })}</li>
        ) : null}
      </ul>
    </section>
  )
}
