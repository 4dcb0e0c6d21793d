import { api, Failure } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { toasts } from '../../lib/notices/toast.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** The questions to the browser that are open or were: answering one is choosing a passkey. */
const asked: { readonly isOffer: boolean; readonly choose: () => void }[] = []
let signIn: () => Promise<unknown>

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
vi.mock('../../lib/server/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (route: unknown) => (route === api.session.passkeyOptions ? { options: {} } : signIn()),
}))

const place = document.createElement('div')
document.body.append(place)
const onDone = vi.fn()
let close = () => {}

beforeEach(async () => {
  await speakEnglish()
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
  for (const { key } of toasts.visibleToasts) toasts.close(key)
  asked.length = 0
  onDone.mockReset()
})

test('the offer in the name field is renewed before its challenge expires', async () => {
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  await vi.waitUntil(() => asked.length === 2)
  const session = { actor: null }
  signIn = async () => session
  expect(asked.every(({ isOffer }) => isOffer)).toBe(true)
  asked[1]?.choose()
  await vi.waitUntil(() => onDone.mock.calls.length === 1)
  expect(onDone).toHaveBeenCalledWith(session)
})

test('a failure with the chosen passkey is shown, and passkeys are offered again', async () => {
  signIn = async () => {
    throw new Failure('account-suspended')
  }
  asked[0]?.choose()
  await vi.waitUntil(() => asked.length === 2)
  expect(toasts.visibleToasts).toHaveLength(1)
  expect(onDone).not.toHaveBeenCalled()
})
