import type { NotificationReply } from '@dragoman/contract'
import { type ActorId, userIdOf } from '@dragoman/core'
import {
  batchesByIds,
  keyById,
  type NotificationRow,
  openIn,
  type ProjectPerson,
  type ProjectRow,
  partsOfTasks,
  progressOfTasks,
  projectPeople,
  type Reader,
  taskById,
  userById,
} from '@dragoman/store'
import { interestIn, WORKED_MS } from '../../notifications/interested-people.ts'
import { presentActor } from '../present.ts'

const BATCH_KINDS: readonly string[] = ['new-strings', 'source-changed']
const TASK_KINDS: readonly string[] = ['task-assigned', 'task-done']

/**
 * Presents notifications with the current state of what they are about. Leaves out those of projects that are
 * not given.
 */
export async function presentNotifications(
  r: Reader,
  rows: readonly NotificationRow[],
  projects: readonly ProjectRow[],
  now: Date,
): Promise<NotificationReply[]> {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const actors = new Map<ActorId, NotificationReply['actor']>()
  const people = new Map<number, ReadonlyMap<number, ProjectPerson>>()
  const taskIds = idsOf(rows, TASK_KINDS)
  const progress = await progressOfTasks(r, taskIds)
  const parts = await partsOfTasks(r, taskIds)
  const batches = await batchesByIds(r, idsOf(rows, BATCH_KINDS))
  const since = new Date(now.getTime() - WORKED_MS).toISOString()

  async function actorOf(id: ActorId | null): Promise<NotificationReply['actor']> {
    if (id === null) return null
    const userId = userIdOf(id)
    const known = actors.get(id)
    if (known !== undefined) return known
    const user = userId === null ? null : await userById(r, userId)
    const actor = user && presentActor({ id, name: user.name })
    actors.set(id, actor)
    return actor
  }

  async function stringsOf(row: NotificationRow): Promise<NotificationReply['strings']> {
    const isOfBatch = BATCH_KINDS.includes(row.kind) && row.subjectId !== null
    const batch = isOfBatch ? batches.get(row.subjectId) : undefined
    if (batch === undefined) return null
    const known = people.get(row.projectId) ?? (await projectPeople(r, row.projectId, since))
    people.set(row.projectId, known)
    const person = known.get(row.userId)
    const interest = person && interestIn(person, batch.language)
    return [...openIn(batch, interest?.namespaces ?? null)].map(([namespace, count]) => ({
      namespace,
      count,
    }))
  }

  async function taskOf(row: NotificationRow): Promise<NotificationReply['task']> {
    const task =
      TASK_KINDS.includes(row.kind) && row.subjectId !== null
        ? await taskById(r, row.projectId, row.subjectId)
        : null
    if (task === null) return null
    const counted = progress.get(task.id) ?? []
    const { id, title, note, goal, due } = task
    return {
      id,
      title,
      note,
      goal,
      due,
      languages: (parts.get(id)?.languages ?? []).map((language) => ({
        language,
        done: counted.find((one) => one.language === language)?.done ?? 0,
        total: counted.find((one) => one.language === language)?.total ?? 0,
      })),
      done: counted.reduce((sum, one) => sum + one.done, 0),
      total: counted.reduce((sum, one) => sum + one.total, 0),
    }
  }

  const items: NotificationReply[] = []
  for (const row of rows) {
    const project = byId.get(row.projectId)
    if (project === undefined) continue
    const key = row.keyId === null ? null : await keyById(r, row.projectId, row.keyId)
    items.push({
      id: row.id,
      kind: row.kind,
      project: { slug: project.slug, name: project.name },
      key: key && { id: key.id, namespace: key.namespace, name: key.name },
      language: row.language,
      actor: await actorOf(row.actorId),
      at: row.createdAt,
      laterUntil: row.laterUntil,
      doneAt: row.doneAt,
      isDoneByWork: row.doneBy === 'work',
      text: row.payload.text ?? null,
      reason: row.payload.reason ?? null,
      problem: row.payload.problem === undefined ? null : presentProblem(row.payload.problem),
      threadId: row.payload.thread ?? null,
      strings: await stringsOf(row),
      task: await taskOf(row),
    })
  }
  return items
}

function presentProblem({
  code,
  params,
}: NonNullable<NotificationRow['payload']['problem']>): NotificationReply['problem'] {
  return { code, params: { ...params } }
}

function idsOf(rows: readonly NotificationRow[], kinds: readonly string[]): readonly number[] {
  return [...new Set(rows.flatMap(({ kind, subjectId }) => (kinds.includes(kind) ? (subjectId ?? []) : [])))]
}
