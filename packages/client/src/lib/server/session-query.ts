import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { SESSION } from './session-key.ts'

/** The signed-in person. */
export function sessionQuery() {
  return queryOptions({
    queryKey: SESSION,
    queryFn: ({ signal }) => call(api.session.get, { signal }),
    staleTime: 60_000,
  })
}
