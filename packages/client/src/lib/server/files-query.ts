import { api } from '@dragoman/contract'
import { projectKey } from './project-key.ts'
import { queryOf } from './query-of.ts'

/** The files of all sources. */
export function filesQuery(project: string) {
  return queryOf(projectKey(project, 'files', 'list'), api.files.list, { params: { project } })
}
