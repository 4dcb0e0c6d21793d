import { userIdOf } from '@dragoman/core'
import {
  type NewNotification,
  openHolders,
  openTasksOf,
  partsOfTasks,
  peopleOfGroups,
  type Reader,
  type TaskAssignee,
  type TaskRow,
  taskById,
} from '@dragoman/store'
import type { NotificationRule } from '../rule.ts'

/**
 * A task needs its assignees until it is done, which happens automatically when all its strings are; then the
 * person who created it is notified.
 */
export const followTasks = {
  async followContent(r, { projectId, events }) {
    const payloads = events.map(({ payload }) => payload)
    const texts = payloads.flatMap(({ translations }) => translations ?? [])
    // A source text that is written or removed changes what is left in languages whose files stay the same.
    const inFiles = payloads.flatMap(({ files }) => files)
    const languages = [...new Set([...inFiles, ...texts].map(({ language }) => language))]
    const keyIds = [...new Set(texts.map(({ keyId }) => keyId))]
    const areAllNamed = payloads.every(({ translations }) => translations !== null)
    const taskIds = await openTasksOf(r, projectId, areAllNamed ? { keyIds, languages } : null)
    return taskIds.length === 0 ? [] : [{ kind: 'check-tasks', projectId, taskIds }]
  },
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null) return []
    if (event.kind !== 'task.changed') return []
    const { taskId, what } = event.payload
    const subject = `task:${taskId}`
    const doneSubject = `task-done:${taskId}`
    if (what === 'removed') return [{ kind: 'done', projectId, subjects: [subject, doneSubject] }]
    const task = await taskById(r, projectId, taskId)
    if (what === 'done') {
      const giver = task === null ? null : userIdOf(task.createdBy.id)
      const isTold =
        task !== null && task.doneAt !== null && giver !== null && task.createdBy.id !== event.actorId
      return [
        { kind: 'done', projectId, subjects: [subject] },
        { kind: 'notify', notifications: isTold ? [about(task, 'task-done', giver, event.actorId)] : [] },
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
      { kind: 'done', projectId, subjects: [doneSubject] },
      // All that is left of it can be done already. A task that someone reopened stays open until work
      // continues.
      ...(what === 'reopened' ? [] : [{ kind: 'check-tasks' as const, projectId, taskIds: [taskId] }]),
    ]
  },
} satisfies NotificationRule

function about(
  { id, projectId, title }: TaskRow,
  kind: 'task-assigned' | 'task-done',
  userId: number,
  actorId: NewNotification['actorId'],
): NewNotification {
  return {
    userId,
    projectId,
    kind,
    subject: kind === 'task-done' ? `task-done:${id}` : `task:${id}`,
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
