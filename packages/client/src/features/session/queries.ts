import { api } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Who is signed in. */
export const sessionQueries = {
  get: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: ({ signal }) => call(api.session.get, { signal }),
      staleTime: 60_000,
    }),
}
