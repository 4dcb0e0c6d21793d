import { useNavigate } from '@tanstack/react-router'
import { useFailureText } from '../../lib/failure-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../lib/toast.ts'
import { sessionMutations, sessionQueries } from './queries.ts'

/** Gives the function that signs out and forgets what was loaded. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const failureText = useFailureText()
  return async () => {
    try {
      const session = await sessionMutations.signOut()
      queryClient.clear()
      queryClient.setQueryData(sessionQueries.get().queryKey, session)
      await navigate({ to: '/sign-in', search: {} })
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }
}
