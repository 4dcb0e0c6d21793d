import type { ProjectReply, TaskReply } from '@dragoman/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
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
  const targets = useOwnTargets(project)
  const mayAdd = targets.length > 0
  const [isAdding, setIsAdding] = useState(false)
  useScreenIntent({ 'new-task': () => setIsAdding(mayAdd) })
  const [editing, setEditing] = useState<TaskReply | null>(null)
  const { counts, tasks, error, retry, pages } = useShownTasks(project.slug, shown)
  const { list, current, setCurrent, refusalsOf, act } = useTaskCursor({
    project: project.slug,
    shown,
    tasks: tasks ?? [],
    onEdit: setEditing,
  })
  const content = (
    <TaskListView
      shown={shown}
      tasks={tasks}
      error={error}
      onRetry={retry}
      pages={pages}
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
          ...(id === 'done' || counts === undefined ? {} : { count: formats.number(counts[id]) }),
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

/** Returns the languages, other than the source, for which the person can create tasks. */
function useOwnTargets({ languages, sourceLanguage }: ProjectReply): readonly string[] {
  const access = useAccess()
  return languages
    .map(({ tag }) => tag)
    .filter((tag) => tag !== sourceLanguage)
    .filter((tag) => access.inAll('tasks.manage', { languages: [tag], namespaces: [] }) === null)
}

/** The tasks of a list that are loaded, and how many the lists have; undefined: not loaded yet. */
function useShownTasks(project: string, shown: TaskList) {
  const open = useInfiniteQuery(taskQueries.list(project, 'open'))
  const pages = useInfiniteQuery(taskQueries.list(project, shown))
  const { data, error, refetch } = pages
  return {
    counts: open.data?.pages[0]?.totals,
    tasks: data?.pages.flatMap((page) => page.tasks),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    pages,
  }
}

type TaskCursorOf = {
  readonly project: string
  readonly shown: TaskList
  readonly tasks: readonly TaskReply[]
  readonly onEdit: (task: TaskReply) => void
}

/** The focused task, and what buttons and shortcuts do with one. */
function useTaskCursor({ project, shown, tasks, onEdit }: TaskCursorOf) {
  const acts = useTaskActs(project)
  const refusalsOf = useTaskRefusals()
  const [current, setCurrent] = useState<number | null>(null)
  const ids = tasks.map(({ id }) => id)
  const group = 'tasks:title'
  const list = useList({ ids, current, group })
  const chosen = tasks.find(({ id }) => id === current)

  function act(task: TaskReply, what: TaskAct): void {
    if (refusalsOf(task)[what] !== null) return
    if (what === 'edit') onEdit(task)
    else {
      acts[what](task)
      list.focus(rowAfter(ids, new Set([task.id]), task.id))
    }
  }
  const one = (what: TaskAct) => ({
    group,
    refusal: chosen === undefined ? null : refusalsOf(chosen)[what],
    run: () => chosen !== undefined && act(chosen, what),
  })
  useShortcuts([
    { id: 'tasks-open', keys: 'Enter', label: 'tasks:open', group },
    { id: 'tasks-edit', keys: 'e', label: 'common:edit', ...one('edit') },
    {
      id: 'tasks-done',
      keys: 'd',
      label: shown === 'done' ? 'tasks:reopen' : 'tasks:finish',
      ...one('finish'),
    },
  ])
  return { list, current, setCurrent, refusalsOf, act }
}
