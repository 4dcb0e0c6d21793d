import type { DetectionReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './FolderCandidates.module.css'

const AT_FIRST = 8

/** Files next to the detected ones that are not read, with the reasons. */
export function SkippedFiles({ skipped, skippedCount }: Pick<DetectionReply, 'skipped' | 'skippedCount'>) {
  const { t } = useTranslation(['formats', 'issues', 'files'])
  const [shown, setShown] = useState(AT_FIRST)
  if (skippedCount === 0) return null
  return (
    <details className="muted">
      <summary>{t('folder.skipped', { count: skippedCount })}</summary>
      <ul className={styles.skipped}>
        {skipped.slice(0, shown).map(({ path, reason }) => (
          <li key={path}>
            <code dir="ltr">{path}</code> {t(`issues:${reason}`, { defaultValue: reason })}
          </li>
        ))}
      </ul>
      {skipped.length > shown ? (
        <Button size="small" onPress={() => setShown(skipped.length)}>
          {t('files:more', { count: skipped.length - shown })}
        </Button>
      ) : skippedCount > skipped.length ? (
        <p>{t('files:leftOutMore', { count: skippedCount - skipped.length })}</p>
      ) : null}
    </details>
  )
}
