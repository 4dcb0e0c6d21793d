import { overviewQuery } from '../../lib/server/overview-query.ts'

/** Progress by language and the latest activity. */
export const overviewQueries = {
  get: overviewQuery,
}
