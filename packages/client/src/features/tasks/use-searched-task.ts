import type { TaskReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../../lib/access/access.ts'
import { taskQueries } from './queries.ts'

/** Returns a task that a screen is filtered by, and whether nothing is left of it in this language. */
export function useSearchedTask(
  project: string,
  language: string,
  id: number | null,
): { readonly task: TaskReply | null; readonly isDone: boolean } {
  const maySeeTasks = useAccess().onProject('history.read') === null
  const isWanted = id !== null && maySeeTasks
  const { data: task = null } = useQuery({ ...taskQueries.one(project, id ?? 0), enabled: isWanted })
  const left = task?.languages.find((one) => one.language === language)
  return { task, isDone: left !== undefined && left.done >= left.total }
}
