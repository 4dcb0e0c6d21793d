import { api } from '@dragoman/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { showToast } from '../../ui/toast.ts'
import { sessionQueries } from './queries.ts'

/** Gives the function that signs out and forgets what was loaded. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const failureText = useFailureText()
  return async () => {
    try {
      const session = await call(api.session.signOut)
      queryClient.clear()
      queryClient.setQueryData(sessionQueries.get().queryKey, session)
      await navigate({ to: '/sign-in', search: {} })
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }
}
