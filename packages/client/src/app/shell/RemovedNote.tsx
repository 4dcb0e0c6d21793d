import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsRemoved } from '../../components/use-is-removed.ts'
import { Note } from '../../ui/Note.tsx'
import styles from './Shell.module.css'

/**
 * Shown to people who were removed from the project while it is open: their unsaved texts are still there.
 */
export function RemovedNote({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  if (!useIsRemoved(project)) return null
  return (
    <div role="alert" className={styles.removed}>
      <Note tone="warning" action={<Link to="/projects">{t('screens.projects')}</Link>}>
        {t('removed.text')}
      </Note>
    </div>
  )
}
