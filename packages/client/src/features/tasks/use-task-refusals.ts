import type { TaskReply } from '@dragoman/contract'
import { useAccess } from '../../lib/access/access.ts'

/** What can be done with a task. */
export const TASK_ACTS = ['edit', 'finish', 'remove'] as const
export type TaskAct = (typeof TASK_ACTS)[number]

export type TaskRefusals = Readonly<Record<TaskAct, string | null>>

/** Returns what prevents each action with a task; assignees can complete it. */
export function useTaskRefusals(): (task: TaskReply) => TaskRefusals {
  const access = useAccess()
  return ({ assignees, languages, namespaces }) => {
    const texts = { languages: languages.map(({ language }) => language), namespaces }
    const refusal = access.inAll('tasks.manage', texts)
    const isGiven = assignees.some(({ id }) => access.isOwn(id) || access.isOfGroup(id))
    return { edit: refusal, remove: refusal, finish: isGiven ? null : refusal }
  }
}
