import { can } from '@dragoman/core'
import { countTasks, groupsOfPerson, listTasks, tasksOfPerson } from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { personOf } from '../notifications/person-of.ts'
import { tagsIn } from '../tags-in.ts'
import { presentTasks } from './present.ts'
import { taskCandidates } from './task-candidates.ts'

/** The length of `2026-11-30`. */
const DATE_LENGTH = 10

export function listTasksHandlers({
  store,
  now,
}: Deps): Pick<Handlers['tasks'], 'list' | 'mine' | 'candidates'> {
  return {
    list: ({ query, read }) =>
      read(async (r, { project }) => {
        const { today = now().toISOString().slice(0, DATE_LENGTH) } = query
        const { rows, next } = await listTasks(r, { ...query, today, projectId: project.id })
        const totals = await countTasks(r, { projectId: project.id, today })
        return { tasks: await presentTasks(r, rows, [project]), next, totals }
      }),

    mine: ({ query, caller }) =>
      store.read(async (r) => {
        const { userId } = personOf(caller)
        // As `list` requires: someone who was removed from a shared project can still read its texts.
        const projects = (await readableProjects(r, caller.actor)).filter(
          ({ id, slug }) =>
            can(caller.actor, 'history.read', { on: 'project', projectId: id }) &&
            (query.project === undefined || query.project === slug),
        )
        const { rows, total } = await tasksOfPerson(r, {
          userId,
          groupIds: await groupsOfPerson(r, userId),
          projectIds: projects.map(({ id }) => id),
          limit: query.limit,
        })
        return { tasks: await presentTasks(r, rows, projects), total }
      }),

    candidates: ({ query, read }) =>
      read(async (r, { project }) => {
        const languages = tagsIn(query.languages)
        return taskCandidates(r, { ...query, languages, projectId: project.id })
      }),
  }
}
