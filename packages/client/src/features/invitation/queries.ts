import { api, type BodyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'

/** The invitation. Fetched once for a person: looking changes nothing, but wrong codes are counted. */
export const invitationQueries = {
  look: (code: string, person: string | null) =>
    queryOptions({
      queryKey: ['invitation', code, person],
      queryFn: ({ signal }) => call(api.invitations.look, { body: { code }, signal }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export const acceptInvitation = (body: BodyOf<typeof api.invitations.accept>) =>
  call(api.invitations.accept, { body })

/** Checks the password being typed for a new account. */
export const checkPassword = (
  body: BodyOf<typeof api.invitations.checkPassword>,
  signal: AbortSignal,
): Promise<{ readonly problem: string | null }> => call(api.invitations.checkPassword, { body, signal })
