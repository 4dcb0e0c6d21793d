import type { NotificationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { DueMark } from '../../components/DueMark.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './Inbox.module.css'

/** What a task asks for: its languages, due date, progress and note. */
export function TaskCard({ task }: { readonly task: NonNullable<NotificationReply['task']> }) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const { languages, due, done, total, note } = task
  return (
    <div className={styles.task}>
      <p className={styles.taskFacts}>
        <span className={styles.tags}>
          {languages.map(({ language }) => (
            <bdi key={language} lang={language} className={styles.tag}>
              {endonym(language)}
            </bdi>
          ))}
        </span>
        {due === null ? null : <DueMark due={due} />}
      </p>
      <p className={styles.taskProgress}>
        <ProgressBar share={total === 0 ? 1 : done / total} label={task.title} />
        {t('progress', { done: formats.number(done), count: total })}
      </p>
      {note === '' ? null : (
        <p className={styles.note}>
          <bdi>{note}</bdi>
        </p>
      )}
    </div>
  )
}
