import type { FileReply } from '@dragoman/contract'
import { CircleAlert, FileQuestion, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../../components/StateMark.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './Files.module.css'
import { HeldTexts } from './HeldTexts.tsx'

/** The state of a file in words and a sign; what is wrong with it, where, and that it was left alone. */
export function FileState({ project, file }: { readonly project: string; readonly file: FileReply }) {
  const { t } = useTranslation(['files', 'issues'])
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
  return (
    <span className={`${styles.pill} ${styles.ok}`}>
      <StateMark state="reviewed" named="beside" />
      {t('inStep')}
    </span>
  )
}
