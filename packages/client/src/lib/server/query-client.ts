import { Failure } from '@dragoman/contract'
import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './call.ts'

/**
 * Whether the server was busy with other requests. If the query itself was too expensive, a retry does not
 * help.
 */
function isPassing(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'busy' &&
    error.params.what !== 'words' &&
    error.params.what !== 'time'
  )
}

/** The only cache of the page. Requests are retried only if the server was busy or unreachable. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // Offline, a query fails and its screen shows the error, rather than showing placeholders until there is a connection.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (tries, error) => tries < 3 && (isUnreachable(error) || isPassing(error)),
      retryDelay: (tries) => 400 * 2 ** tries,
    },
    // Offline, a change fails and reports it. Paused, it would wait in memory: lost by a reload, and made later even
    // after the dialog was canceled.
    mutations: { networkMode: 'always', retry: false },
  },
})
