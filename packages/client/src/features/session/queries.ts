import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'

/** Who is signed in. */
export const sessionQueries = {
  get: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: ({ signal }) => call(api.session.get, { signal }),
      staleTime: 60_000,
    }),
}

export const sessionMutations = {
  setUp: (body: BodyOf<typeof api.session.setUp>) => call(api.session.setUp, { body }),
  signIn: (name: string, password: string) => call(api.session.signIn, { body: { name, password } }),
  /** Signs in with a code that works once. */
  enter: (code: string) => call(api.session.enter, { body: { code } }),
  signOut: () => call(api.session.signOut),
  rename: (name: string) => call(api.session.rename, { body: { name } }),
  /** What is wrong with a password that is being typed, or nothing. */
  checkPassword: (name: string, password: string, signal: AbortSignal) =>
    call(api.session.checkPassword, { body: { name, password }, signal }),
}
