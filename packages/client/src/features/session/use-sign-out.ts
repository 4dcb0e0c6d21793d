import { useFailureToast } from '../../lib/server/failure-text.ts'
import { sessionMutations } from './queries.ts'
import { useLeave } from './use-leave.ts'

/** Returns a function that signs out and clears loaded data. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave()
  const showFailure = useFailureToast()
  return async () => {
    try {
      const { address } = await sessionMutations.endAtProvider()
      if (address !== null) {
        // The identity provider ends its session too, and redirects back to the sign-in
        location.assign(address)
        return
      }
      await leave(await sessionMutations.signOut())
    } catch (error) {
      showFailure(error)
    }
  }
}
