import { Failure } from '@dragoman/contract'
import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './call.ts'

/** One cache for the page. Answers of the server are asked for again only when it was busy or out of reach. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (tries, error) => tries < 3 && (isUnreachable(error) || (error instanceof Failure && error.code === 'busy')),
      retryDelay: (tries) => 400 * 2 ** tries,
    },
    mutations: { retry: false },
  },
})
