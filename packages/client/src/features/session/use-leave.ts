import type { SessionReply } from '@dragoman/contract'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../lib/server/query-client.ts'
import { SESSION } from '../../lib/server/session-key.ts'
import { sessionQueries } from './queries.ts'

/**
 * Returns a function that opens the sign-in screen after the session has ended, and then clears the loaded
 * data. Cleared before, the screens that are still shown would load it again, which the server refuses.
 */
export function useLeave(): (session: SessionReply) => Promise<void> {
  const navigate = useNavigate()
  return async (session) => {
    await queryClient.cancelQueries()
    queryClient.setQueryData(sessionQueries.get().queryKey, session)
    try {
      await navigate({ to: '/sign-in', search: {} })
    } finally {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
      queryClient.getMutationCache().clear()
    }
  }
}
