import type { TaskReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { MoreButton, type MoreButtonProps } from '../../components/MoreButton.tsx'
import type { List } from '../../lib/list/use-list.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TaskRow } from './TaskRow.tsx'
import styles from './Tasks.module.css'
import type { TaskList } from './task-lists.ts'
import type { TaskAct, TaskRefusals } from './use-task-refusals.ts'

export type TaskListViewProps = {
  readonly shown: TaskList
  /** Undefined: not loaded yet. */
  readonly tasks: readonly TaskReply[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly pages: MoreButtonProps['list']
  /** Null: the viewer cannot create tasks. */
  readonly onAdd: (() => void) | null
  readonly list: List<number, HTMLOListElement>
  readonly current: number | null
  readonly onCurrent: (id: number) => void
  readonly refusalsOf: (task: TaskReply) => TaskRefusals
  readonly onAct: (task: TaskReply, act: TaskAct) => void
}

/** One of the lists of tasks, or why it is empty. */
export function TaskListView(props: TaskListViewProps) {
  const { shown, tasks, error, onAdd, list, current, onCurrent } = props
  const { t } = useTranslation('tasks')
  if (error !== null) return <ErrorState error={error} onRetry={props.onRetry} />
  if (tasks === undefined) return <Skeleton rows={4} height={84} />
  if (tasks.length === 0)
    return (
      <EmptyState
        title={t(`none.${shown}`)}
        action={shown === 'open' && onAdd !== null ? <Button onPress={onAdd}>{t('newTask')}</Button> : null}
      >
        {shown === 'open' ? t(onAdd === null ? 'noneReaderAbout' : 'noneAbout') : t(`noneAbouts.${shown}`)}
      </EmptyState>
    )
  return (
    <>
      <ol className={styles.list} {...list.props}>
        {tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            isCurrent={task.id === current}
            refusals={props.refusalsOf(task)}
            onFocus={() => onCurrent(task.id)}
            onAct={(act) => props.onAct(task, act)}
          />
        ))}
      </ol>
      <MoreButton list={props.pages}>{t('more')}</MoreButton>
    </>
  )
}
