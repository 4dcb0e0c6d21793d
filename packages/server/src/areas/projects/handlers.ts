import { Failure } from '@dragoman/contract'
import { can } from '@dragoman/core'
import { countsByLanguage, listSources, projectOverview } from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { leftIn } from '../left-in.ts'
import { presentCounts, presentOperation } from '../present.ts'
import { changeProjectHandlers } from './change-handlers.ts'
import { createProjectHandlers } from './create-handlers.ts'
import { presentListed, presentProject } from './present.ts'

export function projectsHandlers(deps: Deps): Handlers['projects'] {
  const { store } = deps
  return {
    list: ({ actor }) =>
      store.read(async (r) => {
        const projects = []
        for (const project of await readableProjects(r, actor)) projects.push(await presentListed(r, project))
        return { projects }
      }),

    get: ({ read }) => read((r, { project }) => presentProject(r, project.id)),

    overview: ({ actor, caller, read }) =>
      read(async (r, { project }) => {
        const overview = await projectOverview(r, project.id)
        if (overview === null) throw new Failure('not-found', { what: 'project' })
        const counts = await countsByLanguage(r, project.id)
        const left = await leftIn(r, project, actor)
        const on = { on: 'project', projectId: project.id } as const
        const maySeeHistory = can(actor, 'history.read', on)
        const maySeeFiles = can(actor, 'files.read', on)
        return {
          keys: counts.get(project.sourceLanguage)?.total ?? 0,
          languages: overview.languages.flatMap(({ tag, counts }) => {
            const own = left.get(tag)
            return own === undefined ? [] : [{ tag, counts: presentCounts(counts), left: own }]
          }),
          activity: maySeeHistory
            ? overview.recent.map((row) => presentOperation(row, { showsPath: seesPaths(caller) }))
            : [],
          openConflicts: maySeeFiles ? overview.openConflicts : 0,
          sources: maySeeFiles ? (await listSources(r, project.id)).length : 0,
        }
      }),

    ...createProjectHandlers(deps),

    ...changeProjectHandlers(deps),
  }
}
