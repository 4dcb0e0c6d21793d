import type { EditorRowReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { ContextTab } from '../src/features/translations/side/ContextTab.tsx'
import { button } from './controls.ts'
import { speakEnglish } from './english.ts'
import { addKey, openRealServer, PROJECT, type RealServer, stringOnServer } from './real-server.ts'

/** The context of a string in the side panel. */

const { poll } = expect

let server: RealServer
let root: Root
let key: number
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  key = await addKey('alone', 'Alone')
})
afterAll(() => server.close())
beforeEach(() => {
  server.proxy.behave(() => null)
  root = createRoot(place)
})
afterEach(() => root.unmount())

function show(row: EditorRowReply): void {
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ContextTab row={row} project={PROJECT} sourceLanguage="en" onOpen={() => {}} />
    </QueryClientProvider>,
  )
}

test('a string without relatives has no context, which is only said once the server has answered', async () => {
  const row = await stringOnServer(key)
  server.proxy.behave((path) =>
    path.includes(`/keys/${key}`) || path.includes('around=') ? { status: 502 } : null,
  )
  show(row)
  await poll(() => button(say('common:tryAgain'))).toBeDefined()
  expect(place.textContent).not.toContain(say('translations:context.nothing'))
  server.proxy.behave(() => null)
  button(say('common:tryAgain'))?.click()
  await poll(() => place.textContent).toContain(say('translations:context.nothing'))
  expect(button(say('common:tryAgain'))).toBeUndefined()
})
