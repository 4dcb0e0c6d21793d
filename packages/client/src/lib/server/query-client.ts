import { Failure } from '@dragoman/contract'
import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './call.ts'

/** The server was busy with others. Where the query itself was too much, asking again changes nothing. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'busy' &&
    error.params.what !== 'words' &&
    error.params.what !== 'time'
  )
}

/**
 * One cache for the page. Answers of the server are asked for again only when it was busy or out of reach.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (tries, error) => tries < 3 && (isUnreachable(error) || isPassing(error)),
      retryDelay: (tries) => 400 * 2 ** tries,
    },
    mutations: { retry: false },
  },
})
