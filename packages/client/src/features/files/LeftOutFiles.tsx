import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import styles from './Files.module.css'
import type { LeftOutFile } from './use-import.ts'

export type LeftOutFilesProps = {
  readonly files: readonly LeftOutFile[]
  readonly isDisabled: boolean
  readonly onAddAgain: (file: number) => void
}

/** The files that the person has left out of the import, to add them again. */
export function LeftOutFiles({ files, isDisabled, onAddAgain }: LeftOutFilesProps) {
  const { t } = useTranslation('files')
  if (files.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('leftOut')}>
      <h3>{t('leftOut')}</h3>
      <ul className={styles.plans}>
        {files.map(({ file, path }) => (
          <li key={file} className={styles.plan}>
            <div className={styles.planHead}>
              <code>{path}</code>
              <Button
                size="small"
                aria-label={t('addFileAgain', { file: path })}
                isDisabled={isDisabled}
                onPress={() => onAddAgain(file)}
              >
                {t('addAgain')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
