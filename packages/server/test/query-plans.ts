import { queryPlansOf as plansIn } from '../../store/test/query-plans.ts'
import type { TestServer } from './test-server.ts'

/** Does `work` on a server with SQLite, and returns each step of the plans of the queries of a table that it made. */
export function queryPlansOf(
  { server }: TestServer,
  table: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  return plansIn(server.deps.store, table, work)
}
