import { can } from '@dragoman/core'
import { groupsOfPerson, listTasks, tasksOfPerson } from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { personOf } from '../notifications/person-of.ts'
import { tagsIn } from '../tags-in.ts'
import { presentTasks } from './present.ts'
import { taskCandidates } from './task-candidates.ts'

const LISTED = 200

export function listTasksHandlers({ store }: Deps): Pick<Handlers['tasks'], 'list' | 'mine' | 'candidates'> {
  return {
    list: ({ query, read }) =>
      read(async (r, { project }) => {
        const rows = await listTasks(r, { projectId: project.id, state: query.state, limit: LISTED })
        return { tasks: await presentTasks(r, rows, [project]) }
      }),

    mine: ({ caller }) =>
      store.read(async (r) => {
        const { userId } = personOf(caller)
        const rows = await tasksOfPerson(r, userId, await groupsOfPerson(r, userId), LISTED)
        // As `list` requires: someone who was removed from a shared project can still read its texts.
        const projects = (await readableProjects(r, caller.actor)).filter(({ id }) =>
          can(caller.actor, 'history.read', { on: 'project', projectId: id }),
        )
        return { tasks: await presentTasks(r, rows, projects) }
      }),

    candidates: ({ query, read }) =>
      read(async (r, { project }) => {
        const languages = tagsIn(query.languages)
        return taskCandidates(r, { ...query, languages, projectId: project.id })
      }),
  }
}
