import type { Call, Route } from '@dragoman/contract'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** A query that calls a route. */
export function queryOf<Key extends QueryKey, P, Q, B, R>(
  queryKey: Key,
  route: Route<P, Q, B, R>,
  parts: Call<P, Q, B> = {},
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(route, { ...parts, signal }) })
}
