import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followFocus } from './follow-focus.ts'

let openInbox: () => Promise<void>
let close: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRootRoute({
    component: () => (
      <>
        <a id="link" href="/inbox">
          Inbox
        </a>
        <button id="menu" type="button" />
        <main id="main">
          <Outlet />
        </main>
      </>
    ),
  })
  const [home, inbox] = ['/', '/inbox'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({
    routeTree: root.addChildren(home && inbox ? [home, inbox] : []),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const unfollow = followFocus(router)
  const page = createRoot(place)
  page.render(<RouterProvider router={router} />)
  await expect.poll(() => document.getElementById('link')).not.toBeNull()
  openInbox = async () => {
    const isResolved = new Promise<void>((resolve) => router.subscribe('onResolved', () => resolve()))
    await router.navigate({ to: '/inbox' })
    await isResolved
  }
  close = () => {
    unfollow()
    page.unmount()
    place.remove()
  }
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

const byId = (id: string) => document.getElementById(id) as HTMLElement
const focused = () => document.activeElement?.id
/** Until no navigation waits for a heading. */
const settle = () => vi.advanceTimersByTimeAsync(6000)
const addHeading = () => byId('main').insertAdjacentHTML('afterbegin', '<h1 id="heading">Inbox</h1>')

test('the focus moves from a link to the heading of the screen, also when the heading appears later', async () => {
  byId('link').focus()
  await openInbox()
  await vi.advanceTimersByTimeAsync(200)
  expect(focused()).toBe('link')
  addHeading()
  await settle()
  expect(focused()).toBe('heading')
})

test('the focus stays where a person has moved it while the screen is loading', async () => {
  byId('link').focus()
  await openInbox()
  byId('menu').focus()
  addHeading()
  await settle()
  expect(focused()).toBe('menu')
})
