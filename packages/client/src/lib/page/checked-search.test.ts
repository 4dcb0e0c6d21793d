import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { checkedSearch } from './checked-search.ts'

test('a value that a route does not accept never reaches its screen', () => {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/page',
    validateSearch: checkedSearch<{ next?: string; q?: string }>(({ next, q }) => ({
      next: typeof next === 'string' && next.startsWith('/') ? next : undefined,
      q: typeof q === 'string' ? q : undefined,
    })),
  })
  const searchAt = (address: string) => {
    const router = createRouter({
      routeTree: root.addChildren([page]),
      history: createMemoryHistory({ initialEntries: [address] }),
    })
    return router.matchRoutes(router.latestLocation).at(-1)?.search
  }
  expect(searchAt('/page?next=javascript%3Aalert(1)&q=5')).toEqual({ next: undefined, q: undefined })
  expect(searchAt('/page?next=%2Fprojects&q=a')).toEqual({ next: '/projects', q: 'a' })
})
