import { api, type LiveEvent, type SessionReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../src/lib/server/call.ts'
import { subscribeLive, useInboxLive, useLive, useLiveStatus } from '../src/lib/server/live.ts'
import { usePresence } from '../src/lib/server/presence.ts'
import { projectKey } from '../src/lib/server/project-key.ts'
import { fileLimitsQuery, inboxCountsQuery } from '../src/lib/server/queries.ts'
import { SESSION } from '../src/lib/server/session-key.ts'
import { HttpEventSource } from './event-source.ts'
import {
  addKey,
  invite,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

Reflect.set(globalThis, 'EventSource', HttpEventSource)

let server: RealServer
let key: number
let root: Root
let client: QueryClient
let events: LiveEvent[]
let lastEventId: string
const place = document.createElement('div')

beforeAll(async () => {
  server = await openRealServer()
  key = await addKey('greeting', 'Hello')
  lastEventId = (await call(api.projects.get, { params: { project: PROJECT } })).lastEventId
})
afterAll(() => server.close())
beforeEach(async () => {
  server.proxy.behave(() => null)
  await saveText('')
  events = []
  root = createRoot(place)
  client = new QueryClient()
  root.render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await shown('live 1')
  await keysAre(1)
  await expect.poll(() => client.isFetching()).toBe(0)
})
afterEach(() => {
  root.unmount()
  Object.defineProperty(document, 'hidden', { configurable: true, value: false })
})

function Screen() {
  useLive(PROJECT, lastEventId)
  useEffect(() => subscribeLive(PROJECT, (event) => void events.push(event)), [])
  const counts = useQuery({
    queryKey: projectKey(PROJECT, 'overview'),
    queryFn: () => call(api.projects.overview, { params: { project: PROJECT } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const project = useQuery({
    queryKey: projectKey(PROJECT, 'project'),
    queryFn: () => call(api.projects.get, { params: { project: PROJECT } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useQuery({ ...fileLimitsQuery(PROJECT), staleTime: Number.POSITIVE_INFINITY })
  useQuery({
    queryKey: SESSION,
    queryFn: () => call(api.session.get),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const people = usePresence(PROJECT, null)
  const keys = project.data?.namespaces.reduce((sum, namespace) => sum + namespace.keys, 0)
  const german = counts.data?.languages.find(({ tag }) => tag === 'de')
  return (
    <p>
      {useLiveStatus(PROJECT)} {german === undefined ? '' : german.counts.untranslated}
      <b data-keys={keys} data-people={people.map(({ name }) => name).join()} />
    </p>
  )
}

const shown = (text: string) => expect.poll(() => place.textContent).toBe(text)

/** Saves a text as someone else, bypassing the failures of the proxy. */
async function saveText(text: string): Promise<void> {
  await saveElsewhere(key, text, (await stringOnServer(key)).target.version)
}
const keysAre = (count: number) =>
  expect.poll(() => place.querySelector('b')?.dataset.keys).toBe(String(count))
const changeArrives = () => expect.poll(() => events.some(({ type }) => type === 'changed')).toBe(true)
const isEvents = (path: string) => path.includes('/events')
/** Returns the requests since then, without the stream; a save that bypassed the proxy is not included. */
const askedSince = (count: number) =>
  server.proxy.seen.slice(count).flatMap(({ path }) => (isEvents(path) ? [] : [path]))

test('a change by someone else arrives, and what is on the screen is reloaded', async () => {
  await saveText('Hallo')
  await shown('live 0')
  expect(events.filter(({ type }) => type === 'changed')).toMatchObject([
    { translations: [{ keyId: key, language: 'de' }] },
  ])
})

test('a change between reading and listening arrives', async () => {
  root.unmount()
  let isHeld = true
  server.proxy.behave((path) => (isEvents(path) && isHeld ? { status: 503 } : null))
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  await shown('away 1')
  await saveText('Hallo')
  isHeld = false
  await shown('live 0')
})

/** Another project with a stream, as the one of an item in the inbox. */
function OtherProject({ slug }: { readonly slug: string }) {
  useLive(slug, '0')
  return <i>{useLiveStatus(slug)}</i>
}

test('the stream of another project has a status of its own, and its end leaves this one live', async () => {
  const { slug } = await call(api.projects.create, {
    body: { slug: 'other', name: 'Other', sourceLanguage: 'en' },
  })
  const here = () => expect.poll(() => place.querySelector('b')?.dataset.people)
  await here().toBe('Ann')
  const render = (isOther: boolean) =>
    root.render(
      <QueryClientProvider client={client}>
        <Screen />
        {isOther ? <OtherProject slug={slug} /> : null}
      </QueryClientProvider>,
    )
  render(true)
  await expect.poll(() => place.querySelector('i')?.textContent).toBe('live')
  render(false)
  await expect.poll(() => place.querySelector('i')).toBeNull()
  await shown('live 1')
  await here().toBe('Ann')
})

test('after a saved text only what depends on texts is reloaded', async () => {
  const before = server.proxy.seen.length
  for (const text of ['a', 'b', '']) await saveText(text)
  await expect.poll(() => events.length).toBeGreaterThanOrEqual(3)
  // Queries are reloaded in the order of the events, so those of the first three are done or under way then.
  await saveText('Hallo')
  await shown('live 0')
  await expect.poll(() => client.isFetching()).toBe(0)
  const asked = askedSince(before).filter((path) => !path.includes('/translations/'))
  expect(new Set(asked)).toEqual(new Set([`/api/projects/${PROJECT}/overview`]))
})

test('after a cut connection the stream reconnects and delivers what was missed', async () => {
  await saveText('eins')
  await changeArrives()
  await shown('live 0')
  let comeBack = () => {}
  const isBack = new Promise<void>((resolve) => {
    comeBack = resolve
  })
  server.proxy.behave((path) => (isEvents(path) ? { until: isBack } : null))
  server.proxy.cut()
  await shown('away 0')
  events = []
  await saveText('')
  comeBack()
  await shown('live 1')
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'changed', translations: [expect.objectContaining({ keyId: key })] }),
  )
})

test('a server that refuses the stream is asked again, with the last event id', async () => {
  await saveText('zwei')
  await changeArrives()
  await shown('live 0')
  let refused = 0
  server.proxy.behave((path) => {
    if (!isEvents(path)) return null
    refused += 1
    return { status: 503 }
  })
  server.proxy.cut()
  await shown('away 0')
  await saveText('')
  await expect.poll(() => refused).toBeGreaterThanOrEqual(2)
  server.proxy.behave(() => null)
  await shown('live 1')
  expect(server.proxy.seen.filter(({ path }) => isEvents(path)).at(-1)?.path).toMatch(/lastEventId=\d+/)
})

test('an offline browser shows so immediately, and reconnects when it is online again', async () => {
  window.dispatchEvent(new Event('offline'))
  await shown('away 1')
  const before = server.proxy.seen.filter(({ path }) => isEvents(path)).length
  window.dispatchEvent(new Event('online'))
  await shown('live 1')
  expect(server.proxy.seen.filter(({ path }) => isEvents(path))).toHaveLength(before + 1)
})

function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a page in the background has no stream, and catches up when it is shown', async () => {
  root.unmount()
  hide(true)
  const before = server.proxy.seen.filter(({ path }) => isEvents(path)).length
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  await shown('connecting 1')
  await saveText('Hallo')
  expect(server.proxy.seen.filter(({ path }) => isEvents(path))).toHaveLength(before)
  hide(false)
  await shown('live 0')
})

test('a page that stays hidden gives up its stream, and reconnects when it is shown', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  hide(true)
  const [giveUp] = timers.mock.calls.find(([, ms]) => ms === 30_000) ?? []
  timers.mockRestore()
  if (typeof giveUp !== 'function') throw new Error('The page does not give up its stream.')
  giveUp()
  await saveText('Hallo')
  const before = server.proxy.seen.filter(({ path }) => isEvents(path)).length
  await shown('connecting 1')
  hide(false)
  await shown('live 0')
  expect(server.proxy.seen.filter(({ path }) => isEvents(path))).toHaveLength(before + 1)
})

test('a new key is counted in the project and its languages until it is removed', async () => {
  const farewell = await addKey('farewell', 'Bye')
  await keysAre(2)
  await shown('live 2')
  await call(api.keys.bulk, {
    params: { project: PROJECT },
    body: { keys: [farewell], act: { kind: 'remove' } },
  })
  await keysAre(1)
  await shown('live 1')
})

const sessionsAsked = () => server.proxy.seen.filter(({ path }) => path === '/api/session').length

test("when members change, the person's permissions are reloaded", async () => {
  const before = sessionsAsked()
  await invite()
  await expect.poll(sessionsAsked).toBe(before + 1)
})

const overviewsAsked = () =>
  server.proxy.seen.filter(({ path }) => path === `/api/projects/${PROJECT}/overview`).length

test('when their own permissions change, what was counted for the old ones is reloaded', async () => {
  const before = overviewsAsked()
  client.setQueryData<SessionReply>(
    SESSION,
    (session) =>
      session && {
        ...session,
        actor: session.actor && {
          ...session.actor,
          memberships: [
            {
              projectId: 1,
              project: PROJECT,
              role: 'translator',
              languages: null,
              namespaces: ['common'],
              groupId: null,
            },
          ],
        },
      },
  )
  await expect.poll(overviewsAsked).toBe(before + 1)
})

test('they are also reloaded when the stream is refused, as for removed people, and when it is back', async () => {
  const before = sessionsAsked()
  let isRefused = true
  server.proxy.behave((path) => (isEvents(path) && isRefused ? { status: 404 } : null))
  server.proxy.cut()
  await expect.poll(sessionsAsked).toBe(before + 1)
  isRefused = false
  await shown('live 1')
  await expect.poll(sessionsAsked).toBe(before + 2)
})

const INBOX_STREAM = '/api/notifications/events'
const countsAsked = () =>
  server.proxy.seen.filter(({ path }) => path.startsWith('/api/notifications/counts')).length

function Inbox() {
  useInboxLive()
  useQuery(inboxCountsQuery())
  return null
}

test('the stream of the inbox is opened again after a proxy refused it, and the inbox is reloaded', async () => {
  root.unmount()
  let refused = 0
  server.proxy.behave((path) => {
    if (path !== INBOX_STREAM || refused === 2) return null
    refused += 1
    return { status: 502 }
  })
  const before = countsAsked()
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Inbox />
    </QueryClientProvider>,
  )
  await expect.poll(() => refused).toBe(2)
  await expect.poll(countsAsked).toBe(before + 2)
})
