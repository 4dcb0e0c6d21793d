import type { TaskReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './Tasks.module.css'

/** The progress of a task in each language, with links to its strings in the editor. */
export function TaskProgress({ task }: { readonly task: TaskReply }) {
  const { t } = useTranslation('tasks')
  const formats = useFormats()
  return (
    <ul className={styles.languages}>
      {task.languages.map(({ language, done, total }) => (
        <li key={language}>
          <Link
            to="/p/$project/translate/$language"
            params={{ project: task.project.slug, language }}
            search={{ q: `task:${task.id}` }}
          >
            <bdi lang={language}>{endonym(language)}</bdi>
          </Link>
          <ProgressBar share={total === 0 ? 1 : done / total} label={endonym(language)} />
          <span className="num">{t('progress', { done: formats.number(done), count: total })}</span>
        </li>
      ))}
    </ul>
  )
}
