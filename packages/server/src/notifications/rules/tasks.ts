import { userIdOf } from '@dragoman/core'
import {
  type NewNotification,
  openHolders,
  openTasksOf,
  partsOfTasks,
  peopleOfGroups,
  type Reader,
  type TaskAssignee,
  taskById,
} from '@dragoman/store'
import type { NotificationRule } from '../rule.ts'

/** A task needs those it is given to until it is done, which it is by itself when all its strings are. */
export const followTasks: NotificationRule = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null) return []
    if (event.kind === 'content.changed') {
      const { translations, files } = event.payload
      const languages = [...new Set(files.map(({ language }) => language))]
      const keyIds = translations?.map(({ keyId }) => keyId) ?? []
      const taskIds = await openTasksOf(r, projectId, translations === null ? null : { keyIds, languages })
      return taskIds.length === 0 ? [] : [{ kind: 'check-tasks', projectId, taskIds }]
    }
    if (event.kind !== 'task.changed') return []
    const { taskId, what } = event.payload
    const subject = `task:${taskId}`
    if (what === 'done' || what === 'removed') return [{ kind: 'done', projectId, subjects: [subject] }]
    const task = await taskById(r, projectId, taskId)
    if (task === null || task.doneAt !== null) return []
    const assignees = (await partsOfTasks(r, [taskId])).get(taskId)?.assignees ?? []
    const given = await peopleOf(r, assignees)
    const giver = userIdOf(event.actorId)
    const notifications = [...given].flatMap((userId): NewNotification[] =>
      userId === giver
        ? []
        : [
            {
              userId,
              projectId,
              kind: 'task-assigned',
              subject,
              keyId: null,
              language: null,
              subjectId: taskId,
              payload: { text: task.title },
              actorId: event.actorId,
            },
          ],
    )
    const others = (await openHolders(r, projectId, subject)).filter((userId) => !given.has(userId))
    return [
      { kind: 'notify', notifications },
      { kind: 'done', projectId, subjects: [subject], userIds: others },
    ]
  },
}

async function peopleOf(r: Reader, assignees: readonly TaskAssignee[]): Promise<ReadonlySet<number>> {
  const people = assignees.flatMap((one) => ('userId' in one ? [one.userId] : []))
  const groups = assignees.flatMap((one) => ('groupId' in one ? [one.groupId] : []))
  return new Set([...people, ...(await peopleOfGroups(r, groups))])
}
