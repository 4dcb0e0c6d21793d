import type { FileReply } from '@dragoman/contract'
import { CircleAlert, FileQuestion, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../../components/StateMark.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './Files.module.css'
import { HeldTexts } from './HeldTexts.tsx'

/** What changes of a file are waiting for until its branch has them. */
export type WaitingFor = 'sending' | 'merge'

/**
 * The state of a file as text and icon; any problems with their location, and whether the file was left
 * unchanged.
 */
export function FileState({
  project,
  file,
  waiting,
}: {
  readonly project: string
  readonly file: FileReply
  /** The file has changes that are not in its branch yet; undefined: it equals the branch. */
  readonly waiting: WaitingFor | undefined
}) {
  const { t } = useTranslation(['files', 'issues', 'git'])
  const formats = useFormats()
  const { state, problem, conflicts } = file
  if (state === 'unreadable' || state === 'unwritable') {
    const sentence =
      problem === null
        ? ''
        : t(`issues:${problem.code}`, { ...problem.params, defaultValue: t('issues:unreadable') })
    const place =
      problem?.line === undefined
        ? ''
        : `${t('place', { line: formats.number(problem.line), column: formats.number(problem.column ?? 1) })} `
    return (
      <span className={`${styles.pill} ${styles.bad}`}>
        <CircleAlert aria-hidden="true" />
        {file.heldBack.length > 0 ? (
          <HeldTexts project={project} file={file} />
        ) : (
          <span>{`${place}${sentence} ${t(`left.${state}`)}`}</span>
        )}
      </span>
    )
  }
  if (conflicts > 0) {
    return (
      <span className={`${styles.pill} ${styles.warn}`}>
        <TriangleAlert aria-hidden="true" />
        {t('conflictCount', { count: conflicts })}
      </span>
    )
  }
  if (state === 'missing') {
    return (
      <span className={`${styles.pill} ${styles.warn}`}>
        <FileQuestion aria-hidden="true" />
        {t('missing')}
      </span>
    )
  }
  if (state === 'writing') {
    return (
      <span className={styles.pill}>
        <ProgressBar label={t('writing')} />
        {t('writing')}
      </span>
    )
  }
  if (waiting !== undefined) {
    return (
      <span className={styles.pill}>
        <StateMark state={waiting === 'merge' ? 'translated' : 'draft'} named="beside" />
        {t(waiting === 'merge' ? 'git:waiting.sent' : 'git:waits')}
      </span>
    )
  }
  return (
    <span className={`${styles.pill} ${styles.ok}`}>
      <StateMark state="reviewed" named="beside" />
      {t('inStep')}
    </span>
  )
}
