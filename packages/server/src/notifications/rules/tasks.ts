import type { DomainEvent } from '@dragoman/contract'
import { type ActorId, userIdOf } from '@dragoman/core'
import {
  type NewNotification,
  openHolders,
  openTasksOfGroup,
  partsOfTasks,
  peopleOfGroups,
  progressOfTasks,
  type Reader,
  type TaskAssignee,
  type TaskRow,
  taskById,
} from '@dragoman/store'
import { endOthers } from '../end-others.ts'
import type { Effect, NotificationRule } from '../rule.ts'
import { subjectIdsOf } from '../subject-ids-of.ts'

/** A task needs its assignees until it is done; then the person who created it is notified. */
export const followTasks = {
  async follow(r, event) {
    const { projectId } = event
    if (projectId === null) return []
    if (event.kind === 'group.changed') return followGroup(r, projectId, event.payload)
    if (event.kind !== 'task.changed') return []
    const { taskId, what } = event.payload
    const subject = subjectOf(taskId)
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
    const given = await give(r, task, { by: event.actorId ?? task.createdBy.id, among: null })
    return [...given, await endOthers(r, finished)]
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

/** People who have joined or left a group get or lose its open tasks. */
async function followGroup(
  r: Reader,
  projectId: number,
  { groupId, userIds = null }: Extract<DomainEvent, { kind: 'group.changed' }>['payload'],
): Promise<readonly Effect[]> {
  if (userIds?.length === 0) return []
  const effects: Effect[] = []
  for (const task of await openTasksOfGroup(r, { groupId, projectId }))
    effects.push(...(await give(r, task, { by: task.createdBy.id, among: userIds })))
  return effects
}

type Giving = {
  /** The person who gives them the task, and is not notified of it; null: not known. */
  readonly by: ActorId | null
  /** Only these are notified; null: all assignees. */
  readonly among: readonly number[] | null
}

/** Notifies the assignees of an open task, and ends the notifications of those who are no longer assignees. */
async function give(r: Reader, task: TaskRow, { by, among }: Giving): Promise<readonly Effect[]> {
  const { id, projectId } = task
  const assignees = await peopleOf(r, (await partsOfTasks(r, [id])).get(id)?.assignees ?? [])
  const giver = userIdOf(by)
  const isNotified = (userId: number) => userId !== giver && (among === null || among.includes(userId))
  const notifications = [...assignees]
    .filter(isNotified)
    .map((userId) => about(task, 'task-assigned', userId, by))
  const subject = subjectOf(id)
  const others = (await openHolders(r, projectId, subject)).filter((userId) => !assignees.has(userId))
  return [
    { kind: 'notify', notifications },
    { kind: 'done', projectId, subjects: [subject], userIds: others },
  ]
}

function subjectOf(taskId: number): string {
  return `task:${taskId}`
}

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
    subject: kind === 'task-done' ? `task-done:${id}:${doneAt}` : subjectOf(id),
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
