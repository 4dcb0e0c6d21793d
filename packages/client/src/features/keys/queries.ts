import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'

export const KEYS_PAGE = 100

export type GridFilter = { readonly languages: readonly string[]; readonly q: string }

/** Pages of the grid by the place of their first row. */
export const keyQueries = {
  all: (project: string) => projectKey(project, 'keys'),
  page: (project: string, filter: GridFilter, page: number) =>
    queryOptions({
      queryKey: [...keyQueries.all(project), filter.languages.join(','), filter.q, page],
      queryFn: ({ signal }) =>
        call(api.keys.page, {
          params: { project },
          query: {
            languages: filter.languages.join(','),
            limit: KEYS_PAGE,
            offset: page * KEYS_PAGE,
            ...(filter.q === '' ? {} : { q: filter.q }),
          },
          signal,
        }),
    }),
}
