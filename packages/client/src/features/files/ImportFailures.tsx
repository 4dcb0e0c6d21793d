import { Failure, type PlannedFailure, type ProjectReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Note } from '../../ui/Note.tsx'
import styles from './Files.module.css'
import { LocationDetails } from './LocationForm.tsx'
import type { Placement, UploadFailure } from './use-import.ts'

export type ImportFailuresProps = {
  readonly project: ProjectReply
  /** Files that could not be uploaded. */
  readonly uploads: readonly UploadFailure[]
  /** Files that cannot be read as they are. */
  readonly failures: readonly PlannedFailure[]
  readonly isDisabled: boolean
  readonly onPlace: (file: number, placement: Placement) => void
}

/** Further files are only counted. */
const NAMED = 50

/** Files left out of the import with the reason, and a way to specify what a file is if that helps. */
export function ImportFailures({ project, uploads, failures, isDisabled, onPlace }: ImportFailuresProps) {
  const { t } = useTranslation('files')
  const failureText = useFailureText()
  const count = uploads.length + failures.length
  if (count === 0) return null
  return (
    <section className={styles.stack} aria-label={t('notImported', { count })}>
      <h3>{t('notImported', { count })}</h3>
      <ul className={styles.plans}>
        {uploads.slice(0, NAMED).map(({ path, error }) => (
          <li key={path} className={styles.plan}>
            <code>{path}</code>
            <Note tone="error">{failureText(error)}</Note>
          </li>
        ))}
        {failures.slice(0, NAMED).map(({ file, path, problem }) => (
          <li key={file} className={styles.plan}>
            <code>{path}</code>
            <Note tone={problem.code === 'unsupported-format' ? 'warning' : 'error'}>
              {problem.code === 'invalid-input'
                ? t('placeUnknown')
                : failureText(new Failure(problem.code, problem.params))}
            </Note>
            {problem.code === 'unreadable-file' || isDisabled ? null : (
              <LocationDetails
                project={project}
                planned={null}
                onPlace={(placement) => onPlace(file, placement)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
