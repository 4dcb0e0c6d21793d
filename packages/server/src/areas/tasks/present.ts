import type { TaskReply } from '@dragoman/contract'
import {
  groupName,
  namespacesOfTasks,
  type ProjectRow,
  partsOfTasks,
  progressOfTasks,
  type Reader,
  type TaskAssignee,
  type TaskRow,
  userById,
} from '@dragoman/store'
import { presentActor } from '../present.ts'
import { assigneeId } from './task-candidates.ts'

/** Presents tasks with their progress; leaves out those of projects that are not given. */
export async function presentTasks(
  r: Reader,
  rows: readonly TaskRow[],
  projects: readonly ProjectRow[],
): Promise<TaskReply[]> {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const shown = rows.filter(({ projectId }) => byId.has(projectId))
  const ids = shown.map(({ id }) => id)
  const parts = await partsOfTasks(r, ids)
  const namespaces = await namespacesOfTasks(r, ids)
  const progress = await progressOfTasks(r, ids)
  const tasks: TaskReply[] = []
  for (const row of shown) {
    const project = byId.get(row.projectId)
    if (project === undefined) continue
    const assignees: TaskReply['assignees'] = []
    for (const one of parts.get(row.id)?.assignees ?? []) assignees.push(await assigneeOf(r, one))
    tasks.push({
      id: row.id,
      project: { slug: project.slug, name: project.name },
      title: row.title,
      note: row.note,
      goal: row.goal,
      due: row.due,
      languages: (progress.get(row.id) ?? []).map(({ language, done, total }) => ({ language, done, total })),
      namespaces: [...(namespaces.get(row.id) ?? [])],
      assignees,
      createdBy: presentActor(row.createdBy),
      createdAt: row.createdAt,
      doneAt: row.doneAt,
      isDoneByWork: row.doneBy === 'work',
      version: row.version,
    })
  }
  return tasks
}

async function assigneeOf(r: Reader, one: TaskAssignee): Promise<TaskReply['assignees'][number]> {
  return 'userId' in one
    ? { id: assigneeId(one), name: (await userById(r, one.userId))?.name ?? '' }
    : { id: assigneeId(one), name: (await groupName(r, one.groupId)) ?? '' }
}
