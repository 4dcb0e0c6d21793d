import { api } from '@dragoman/contract'
import { projectKey } from './project-key.ts'
import { queryOf } from './query-of.ts'

/** Progress by language, open conflicts and the latest activity. */
export function overviewQuery(project: string) {
  return queryOf(projectKey(project, 'overview'), api.projects.overview, { params: { project } })
}
