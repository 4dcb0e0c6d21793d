import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { Note } from '../../ui/Note.tsx'
import styles from './Overview.module.css'

/** Says how many strings were changed in two places; people who can resolve that get a link. */
export function ConflictNote({ project, count }: { readonly project: string; readonly count: number }) {
  const { t } = useTranslation('overview')
  const canResolve = useAccess().onSomeText('conflicts.resolve') === null
  if (count === 0) return null
  return (
    <div className={styles.conflicts}>
      <Note
        tone="warning"
        action={
          canResolve ? (
            <Link to="/p/$project/files" params={{ project }}>
              {t('resolve')}
            </Link>
          ) : null
        }
      >
        {t('conflicts', { count })}
      </Note>
    </div>
  )
}
