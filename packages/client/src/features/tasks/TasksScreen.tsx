import type { ProjectReply, TaskReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { NewTaskDialog } from './NewTaskDialog.tsx'
import { taskQueries } from './queries.ts'
import { TaskDialog } from './TaskDialog.tsx'
import { TaskListView } from './TaskListView.tsx'
import { TASK_LISTS, type TaskList } from './task-lists.ts'
import { isLate } from './task-order.ts'
import { useTaskActs } from './use-task-acts.ts'
import { type TaskAct, useTaskRefusals } from './use-task-refusals.ts'

export type TasksScreenProps = {
  readonly project: ProjectReply
  readonly shown: TaskList
  readonly onShown: (list: TaskList) => void
}

/** The tasks of a project: open, overdue, or done. */
export function TasksScreen({ project, shown, onShown }: TasksScreenProps) {
  const { t } = useTranslation('tasks')
  const formats = useFormats()
  const access = useAccess()
  const targets = project.languages
    .map(({ tag }) => tag)
    .filter((tag) => tag !== project.sourceLanguage)
    .filter((tag) => access.inAll('tasks.manage', { languages: [tag], namespaces: [] }) === null)
  const acts = useTaskActs(project.slug)
  const refusalsOf = useTaskRefusals()
  const [current, setCurrent] = useState<number | null>(null)
  const mayAdd = targets.length > 0
  const [isAdding, setIsAdding] = useState(false)
  useScreenIntent({ 'new-task': () => setIsAdding(mayAdd) })
  const [editing, setEditing] = useState<TaskReply | null>(null)
  const open = useQuery(taskQueries.list(project.slug, 'open'))
  const done = useQuery({ ...taskQueries.list(project.slug, 'done'), enabled: shown === 'done' })
  const late = open.data?.filter((task) => isLate(task, new Date()))
  const { data, error, refetch } = shown === 'done' ? done : open
  const tasks = (shown === 'late' ? late : data) ?? []
  const ids = tasks.map(({ id }) => id)
  const group = 'tasks:title'
  const list = useList({ ids, current, group })

  function act(task: TaskReply | undefined, what: TaskAct): void {
    if (task === undefined || refusalsOf(task)[what] !== null) return
    if (what === 'edit') {
      setEditing(task)
      return
    }
    acts[what](task)
    list.focus(rowAfter(ids, new Set([task.id]), task.id))
  }

  const chosen = tasks.find(({ id }) => id === current)
  const refusalOf = (what: TaskAct) => (chosen === undefined ? null : refusalsOf(chosen)[what])
  useShortcuts([
    { id: 'tasks-open', keys: 'Enter', label: 'tasks:open', group },
    {
      id: 'tasks-edit',
      keys: 'e',
      label: 'common:edit',
      group,
      refusal: refusalOf('edit'),
      run: () => act(chosen, 'edit'),
    },
    {
      id: 'tasks-done',
      keys: 'd',
      label: shown === 'done' ? 'tasks:reopen' : 'tasks:finish',
      group,
      refusal: refusalOf('finish'),
      run: () => act(chosen, 'finish'),
    },
  ])

  const content = (
    <TaskListView
      shown={shown}
      tasks={data === undefined ? undefined : tasks}
      error={data === undefined ? error : null}
      onRetry={() => void refetch()}
      onAdd={mayAdd ? () => setIsAdding(true) : null}
      list={list}
      current={current}
      onCurrent={setCurrent}
      refusalsOf={refusalsOf}
      onAct={act}
    />
  )
  return (
    <Page
      title={t('title')}
      about={t('about')}
      {...(mayAdd
        ? {
            actions: (
              <Button look="primary" onPress={() => setIsAdding(true)}>
                {t('newTask')}
              </Button>
            ),
          }
        : {})}
    >
      <Tabs
        place="page"
        label={t('shown')}
        tabs={TASK_LISTS.map((id) => ({
          id,
          name: t(`list.${id}`),
          ...(id === 'done' || open.data === undefined
            ? {}
            : { count: formats.number((id === 'late' ? late : open.data)?.length ?? 0) }),
          content,
        }))}
        value={shown}
        onChange={onShown}
      />
      {isAdding ? (
        <NewTaskDialog project={project} targets={targets} onClose={() => setIsAdding(false)} />
      ) : null}
      {editing === null ? null : (
        <TaskDialog
          project={project.slug}
          targets={targets}
          of={editing}
          onClose={() => {
            setEditing(null)
            list.focus(editing.id)
          }}
        />
      )}
    </Page>
  )
}
