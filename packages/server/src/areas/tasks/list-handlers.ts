import { can, LIMITS, type Principal } from '@dragoman/core'
import {
  countTasks,
  groupsOfPerson,
  listTasks,
  namespacesFound,
  type ProjectRow,
  type Reader,
  tasksOfPerson,
} from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { filterFor, filterOf } from '../filter-of.ts'
import { namesIn } from '../names-in.ts'
import { personOf } from '../notifications/person-of.ts'
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

    candidates: ({ query, actor, read }) =>
      read(async (r, { project }) => {
        const { goal, q } = query
        const namespaces = await namespacesOf(r, project, query, actor)
        const languages = namesIn(query.languages)
        return taskCandidates(r, { goal, q, languages, namespaces, projectId: project.id })
      }),
  }
}

/** Returns the namespaces of the strings that a task would have; empty: not known. */
async function namespacesOf(
  r: Reader,
  project: ProjectRow,
  {
    namespaces = '',
    search,
    searchLanguage,
  }: {
    readonly namespaces?: string | undefined
    readonly search?: string | undefined
    readonly searchLanguage?: string | undefined
  },
  actor: Principal | null,
): Promise<readonly string[]> {
  if (search === undefined || searchLanguage === undefined) return namesIn(namespaces)
  const { filter } = await filterOf(r, project.id, search, filterFor(actor, project))
  return namespacesFound(r, {
    projectId: project.id,
    sourceLanguage: project.sourceLanguage,
    language: searchLanguage,
    filter,
    limit: LIMITS.bulkKeysMax,
  })
}
