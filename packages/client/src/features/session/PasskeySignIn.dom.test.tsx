import type { SessionReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { toasts } from '../../lib/notices/toast.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** The questions to the browser that are open or were: answering one is choosing a passkey. */
const asked: { readonly isOffer: boolean; readonly choose: () => void }[] = []
/** What the server answers to a chosen passkey. */
let answer: { readonly status: number; readonly body: unknown }

vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  startAuthentication: ({ useBrowserAutofill: isOffer }: { readonly useBrowserAutofill: boolean }) =>
    new Promise((resolve) => {
      asked.push({
        isOffer,
        choose: () => resolve({ id: 'a', rawId: 'a', type: 'public-key', response: {} }),
      })
    }),
}))
const SESSION: SessionReply = {
  setupNeeded: false,
  actor: null,
  version: '1',
  signInBy: 'password',
  delivery: 'per-project',
  firstProject: null,
  sendsEmail: false,
  passkeys: true,
}

async function respond(input: RequestInfo | URL): Promise<Response> {
  const isOptions = String(input).endsWith('/session/passkey/options')
  const { status, body } = isOptions ? { status: 200, body: { options: {} } } : answer
  return new Response(JSON.stringify(body), { status })
}

const place = document.createElement('div')
document.body.append(place)
const onDone = vi.fn()
let close = () => {}

beforeEach(async () => {
  await speakEnglish()
  vi.stubGlobal('fetch', respond)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const root = createRoot(place)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PasskeySignIn onDone={onDone} />
    </QueryClientProvider>,
  )
  close = () => root.unmount()
  await vi.waitUntil(() => asked.length === 1)
})
afterEach(() => {
  close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const { key } of toasts.visibleToasts) toasts.close(key)
  asked.length = 0
  onDone.mockReset()
})

test('the offer in the name field is renewed before its challenge expires', async () => {
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  await vi.waitUntil(() => asked.length === 2)
  answer = { status: 200, body: SESSION }
  expect(asked.every(({ isOffer }) => isOffer)).toBe(true)
  asked[1]?.choose()
  await vi.waitUntil(() => onDone.mock.calls.length === 1)
  expect(onDone).toHaveBeenCalledWith(SESSION)
})

test('a failure with the chosen passkey is shown, and passkeys are offered again', async () => {
  answer = {
    status: 403,
    body: { type: 'about:blank', title: '', status: 403, code: 'account-suspended', params: {} },
  }
  asked[0]?.choose()
  await vi.waitUntil(() => asked.length === 2)
  expect(toasts.visibleToasts).toHaveLength(1)
  expect(onDone).not.toHaveBeenCalled()
})
