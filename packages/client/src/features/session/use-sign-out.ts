import { useNavigate } from '@tanstack/react-router'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { queryClient } from '../../lib/server/query-client.ts'
import { sessionMutations, sessionQueries } from './queries.ts'

/** Returns a function that signs out and clears loaded data. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const failureText = useFailureText()
  return async () => {
    try {
      const { address } = await sessionMutations.endAtProvider()
      if (address !== null) {
        // The identity provider ends its session too, and redirects back to the sign-in
        location.assign(address)
        return
      }
      const session = await sessionMutations.signOut()
      queryClient.clear()
      queryClient.setQueryData(sessionQueries.get().queryKey, session)
      await navigate({ to: '/sign-in', search: {} })
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }
}
