import { api, type BodyOf } from '@dragoman/contract'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

export const KEYS_PAGE = 100

export type GridFilter = {
  /** Languages whose texts are loaded. */
  readonly languages: readonly string[]
  /** Languages with a column, in which `q` is searched. */
  readonly columns: readonly string[]
  readonly q: string
}

/** Pages of the grid by the index of their first row. */
export const keyQueries = {
  all: (project: string) => projectKey(project, 'keys'),
  page: (project: string, filter: GridFilter, page: number) =>
    queryOf([...keyQueries.all(project), filter.columns.join(','), filter.q, page], api.keys.page, {
      params: { project },
      query: {
        languages: filter.languages.join(','),
        ...(filter.columns.length === filter.languages.length ? {} : { searched: filter.columns.join(',') }),
        limit: KEYS_PAGE,
        offset: page * KEYS_PAGE,
        ...(filter.q === '' ? {} : { q: filter.q }),
      },
    }),
  /** One row of the grid, without the others. */
  row: (project: string, keyId: number) =>
    queryOf([...keyQueries.all(project), 'row', keyId], api.keys.get, { params: { project, key: keyId } }),
}

export const keyMutations = {
  create: (project: string, body: BodyOf<typeof api.keys.create>) =>
    call(api.keys.create, { params: { project }, body }),
  update: (project: string, key: number, body: BodyOf<typeof api.keys.update>) =>
    call(api.keys.update, { params: { project, key }, body }),
  /** Changes many keys as one operation. */
  bulk: (project: string, body: BodyOf<typeof api.keys.bulk>) =>
    call(api.keys.bulk, { params: { project }, body }),
  /** Saves many texts as one operation. */
  saveTexts: (project: string, body: BodyOf<typeof api.translations.bulkSave>) =>
    call(api.translations.bulkSave, { params: { project }, body }),
}
