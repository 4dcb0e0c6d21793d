import { userIdOf } from '@dragoman/core'
import {
  type NewNotification,
  openHolders,
  partsOfTasks,
  peopleOfGroups,
  progressOfTasks,
  type Reader,
  type TaskAssignee,
  type TaskRow,
  taskById,
} from '@dragoman/store'
import { endOthers } from '../end-others.ts'
import type { NotificationRule } from '../rule.ts'
import { subjectIdsOf } from '../subject-ids-of.ts'

/** A task needs its assignees until it is done; then the person who created it is notified. */
export const followTasks = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null) return []
    if (event.kind !== 'task.changed') return []
    const { taskId, what } = event.payload
    const subject = `task:${taskId}`
    const finished = { projectId, kind: 'task-done', subjectId: taskId } as const
    if (what === 'removed')
      return [{ kind: 'done', projectId, subjects: [subject] }, await endOthers(r, finished)]
    const task = await taskById(r, projectId, taskId)
    if (what === 'done') {
      const giver = task === null ? null : userIdOf(task.createdBy.id)
      const isNotified =
        task !== null && task.doneAt !== null && giver !== null && task.createdBy.id !== event.actorId
      return [
        { kind: 'done', projectId, subjects: [subject], withOwn: true },
        { kind: 'notify', notifications: isNotified ? [about(task, 'task-done', giver, event.actorId)] : [] },
      ]
    }
    if (task === null || task.doneAt !== null) return []
    const assignees = (await partsOfTasks(r, [taskId])).get(taskId)?.assignees ?? []
    const given = await peopleOf(r, assignees)
    const giver = userIdOf(event.actorId)
    const notifications = [...given].flatMap((userId) =>
      userId === giver ? [] : [about(task, 'task-assigned', userId, event.actorId)],
    )
    const others = (await openHolders(r, projectId, subject)).filter((userId) => !given.has(userId))
    return [
      { kind: 'notify', notifications },
      { kind: 'done', projectId, subjects: [subject], userIds: others },
      await endOthers(r, finished),
    ]
  },
  async load(r, rows) {
    const taskIds = subjectIdsOf(rows)
    const progress = await progressOfTasks(r, taskIds)
    const parts = await partsOfTasks(r, taskIds)
    return async ({ projectId, subjectId }) => {
      const task = subjectId === null ? null : await taskById(r, projectId, subjectId)
      if (task === null) return {}
      const counted = progress.get(task.id) ?? []
      const { id, title, note, goal, due } = task
      const languages = (parts.get(id)?.languages ?? []).map((language) => {
        const { done = 0, total = 0 } = counted.find((one) => one.language === language) ?? {}
        return { language, done, total }
      })
      const done = counted.reduce((sum, one) => sum + one.done, 0)
      const total = counted.reduce((sum, one) => sum + one.total, 0)
      return { task: { id, title, note, goal, due, languages, done, total } }
    }
  },
} satisfies NotificationRule

function about(
  { id, projectId, title, doneAt }: TaskRow,
  kind: 'task-assigned' | 'task-done',
  userId: number,
  actorId: NewNotification['actorId'],
): NewNotification {
  return {
    userId,
    projectId,
    kind,
    subject: kind === 'task-done' ? `task-done:${id}:${doneAt}` : `task:${id}`,
    keyId: null,
    language: null,
    subjectId: id,
    payload: { text: title },
    actorId,
  }
}

async function peopleOf(r: Reader, assignees: readonly TaskAssignee[]): Promise<ReadonlySet<number>> {
  const people = assignees.flatMap((one) => ('userId' in one ? [one.userId] : []))
  const groups = assignees.flatMap((one) => ('groupId' in one ? [one.groupId] : []))
  return new Set([...people, ...(await peopleOfGroups(r, groups))])
}
