import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Renders something at a path of a router, so that its links have targets, and with a cache of its own. */
export function inRouter(children: ReactNode, at = '/'): ReactNode {
  const root = createRootRoute({ component: () => children })
  const everything = createRoute({ getParentRoute: () => root, path: '$' })
  const router = createRouter({
    routeTree: root.addChildren([everything]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
