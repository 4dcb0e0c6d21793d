import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { InboxScreen } from '../src/features/inbox/InboxScreen.tsx'
import { speakEnglish } from './english.ts'
import { HttpEventSource } from './event-source.ts'
import { openRealServer, type RealServer } from './real-server.ts'

/** The inbox with a notification in the URL that is no longer open. */

Reflect.set(globalThis, 'EventSource', HttpEventSource)

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

test('an empty inbox shows its list, also on phones, where a chosen notification replaces it', async () => {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <InboxScreen
        item={99}
        onItem={() => {}}
        onOpen={() => {}}
        onSettings={() => {}}
        queues={[]}
        inProject={(_, children) => children}
        comments={() => null}
        fields={() => null}
      />
    </QueryClientProvider>,
  )
  await expect.poll(() => place.textContent).toContain('You’re all caught up.')
  expect(place.querySelector('[data-chosen]')?.getAttribute('data-chosen')).toBe('false')
})
