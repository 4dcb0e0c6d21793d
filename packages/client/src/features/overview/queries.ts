import { overviewQuery } from '../../lib/server/queries.ts'

/** Progress by language and the latest activity. */
export const overviewQueries = {
  get: overviewQuery,
}
