// @vitest-environment happy-dom
import { api, type LiveEvent } from '@dragoman/contract'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../src/lib/server/call.ts'
import { subscribeLive, useLive, useLiveStatus } from '../src/lib/server/live.ts'
import { projectKey } from '../src/lib/server/project-key.ts'
import { HttpEventSource } from './event-source.ts'
import {
  addKey,
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
let events: LiveEvent[]
const place = document.createElement('div')

beforeAll(async () => {
  server = await openRealServer()
  key = await addKey('greeting', 'Hello')
})
afterAll(() => server.close())
beforeEach(() => {
  server.proxy.behave(() => null)
  events = []
  root = createRoot(place)
  const client = new QueryClient()
  root.render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
})
afterEach(() => root.unmount())

function Screen() {
  useLive(PROJECT)
  useEffect(() => subscribeLive(PROJECT, (event) => void events.push(event)), [])
  const counts = useQuery({
    queryKey: projectKey(PROJECT, 'overview'),
    queryFn: () => call(api.projects.overview, { params: { project: PROJECT } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const german = counts.data?.languages.find(({ tag }) => tag === 'de')
  return (
    <p>
      {useLiveStatus()} {german === undefined ? '' : german.counts.untranslated}
    </p>
  )
}

const shown = (text: string) => expect.poll(() => place.textContent, { timeout: 15_000 }).toBe(text)

/** A save by somebody else, past the proxy's faults. */
async function saveText(text: string): Promise<void> {
  await saveElsewhere(key, text, (await stringOnServer(key)).target.version)
}
const isEvents = (path: string) => path.includes('/events')

test('a change by somebody else arrives, and what is on the screen is read again', async () => {
  await shown('live 1')
  await saveText('Hallo')
  await shown('live 0')
  expect(events.filter(({ type }) => type === 'changed')).toMatchObject([
    { translations: [{ keyId: key, language: 'de' }] },
  ])
})

test('after a cut connection the stream comes back and brings what was missed', async () => {
  await shown('live 0')
  await saveText('eins')
  await expect.poll(() => events.some(({ type }) => type === 'changed'), { timeout: 5000 }).toBe(true)
  await shown('live 0')
  server.proxy.behave((path) => (isEvents(path) ? { delayMs: 1000 } : null))
  server.proxy.cut()
  await shown('away 0')
  events = []
  await saveText('')
  await shown('live 1')
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'changed', translations: [expect.objectContaining({ keyId: key })] }),
  )
})

test('a server that refuses the stream is asked again, with the last event that was seen', async () => {
  await shown('live 1')
  await saveText('zwei')
  await expect.poll(() => events.some(({ type }) => type === 'changed'), { timeout: 5000 }).toBe(true)
  let refused = 0
  server.proxy.behave((path) => (isEvents(path) && refused++ < 2 ? { status: 503 } : null))
  server.proxy.cut()
  await shown('away 0')
  await saveText('')
  await shown('live 1')
  expect(refused).toBeGreaterThanOrEqual(3)
  expect(server.proxy.seen.filter(({ path }) => isEvents(path)).at(-1)?.path).toMatch(/lastEventId=\d+/)
})

test('a browser that is offline says so at once, and asks anew when it is online again', async () => {
  await shown('live 1')
  window.dispatchEvent(new Event('offline'))
  await shown('away 1')
  const before = server.proxy.seen.filter(({ path }) => isEvents(path)).length
  window.dispatchEvent(new Event('online'))
  await shown('live 1')
  expect(server.proxy.seen.filter(({ path }) => isEvents(path))).toHaveLength(before + 1)
})
