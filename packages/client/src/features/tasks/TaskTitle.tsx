import type { TaskReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { endonym } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { taskTarget } from '../../lib/access/step-target.ts'
import { taskLanguage } from '../../lib/access/task-language.ts'
import styles from './Tasks.module.css'

/** The name of a task, linked to its strings in the first language with remaining ones. */
export function TaskTitle({
  task,
  isCurrent = false,
}: {
  readonly task: TaskReply
  readonly isCurrent?: boolean
}) {
  const access = useAccess()
  const language = taskLanguage(task, (action, one) => access.inLanguage(action, one) === null)
  if (language === undefined) return <b className={styles.title}>{task.title}</b>
  return (
    <Link
      {...taskTarget(task.project.slug, task, language)}
      className={styles.title}
      data-item={task.id}
      data-current={isCurrent}
      aria-description={endonym(language)}
    >
      <bdi>{task.title}</bdi>
    </Link>
  )
}
