import type { api, ReplyOf } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueMark } from '../../components/DueMark.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { taskQueries } from './queries.ts'
import { TaskProgress } from './TaskProgress.tsx'
import styles from './Tasks.module.css'
import { TaskTitle } from './TaskTitle.tsx'

/** Number shown here; *Inbox* has all. */
const SHOWN = 8

export type MyTasksProps = {
  /** Null: of all projects. */
  readonly project: string | null
  /** Provides the rights in a task's project, if they are not those around. */
  readonly inProject?: (project: string, children: ReactNode) => ReactNode
  /** The link to more. */
  readonly more?: ReactNode
}

/** Tasks assigned to the viewer, the earliest due date first; nothing until they are loaded, or if there are none. */
export function MyTasks({ project, inProject = (_, children) => children, more }: MyTasksProps) {
  const { t } = useTranslation('tasks')
  const { data, error, refetch } = useQuery(taskQueries.mine(project))
  if (data === undefined ? error === null : data.total === 0) return null
  return (
    <section className={styles.mine} aria-labelledby="my-tasks">
      <header>
        <h2 id="my-tasks">{t('mineTitle')}</h2>
        {more}
      </header>
      {data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <MyTaskList {...data} project={project} inProject={inProject} />
      )}
    </section>
  )
}

function MyTaskList({
  tasks,
  total,
  project,
  inProject,
}: ReplyOf<typeof api.tasks.mine> & Required<Pick<MyTasksProps, 'project' | 'inProject'>>) {
  const { t } = useTranslation('tasks')
  return (
    <>
      <ul className={styles.list}>
        {tasks.slice(0, SHOWN).map((task) => (
          <li key={task.id} className={styles.row}>
            <div className={styles.main}>
              {inProject(task.project.slug, <TaskTitle task={task} />)}
              {project !== null ? null : (
                <p className="muted">
                  <bdi>{task.project.name}</bdi>
                </p>
              )}
            </div>
            <div className={styles.state}>{task.due === null ? null : <DueMark due={task.due} />}</div>
            <TaskProgress task={task} />
          </li>
        ))}
      </ul>
      {total <= SHOWN ? null : <p className="muted">{t('moreOfMine', { count: total - SHOWN })}</p>}
    </>
  )
}
