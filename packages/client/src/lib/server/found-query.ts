import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { projectKey } from './project-key.ts'

/** The number of strings that a search finds in a language now. Fails if they are too many for one edit or task. */
export function foundQuery(project: string, language: string, q: string) {
  return queryOptions({
    queryKey: projectKey(project, 'translations', 'found', language, q),
    queryFn: async ({ signal }) => {
      const query = { language, q }
      return (await call(api.translations.count, { params: { project }, query, signal })).count
    },
  })
}
