import type { AccountReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { PasskeySection } from './PasskeySection.tsx'

/** Why the browser creates no passkey. */
let refusal: Error

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: () => Promise.reject(refusal) }))

const ACCOUNT: AccountReply = {
  name: 'Ann',
  picture: null,
  language: null,
  signsOffSince: null,
  address: null,
  waitingAddress: null,
  hasPassword: true,
  hasSecondFactor: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  isLastOwner: true,
}
const place = document.createElement('div')
document.body.append(place)
let root: Root

beforeEach(async () => {
  await speakEnglish()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ options: {} })))
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PasskeySection account={ACCOUNT} isPossible />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

/** Tries to add a passkey; resolves with what is reported then. */
async function reported(name: string): Promise<string[]> {
  refusal = Object.assign(new Error('The library has its own words.'), { name })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add a passkey' }).getAttribute('aria-busy')).toBeNull(),
  )
  return screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '')
}

test('a device that has a passkey already is named as the reason', async () => {
  expect(await reported('InvalidStateError')).toEqual(['This device already has a passkey for your account.'])
})

test.each(['SecurityError', 'NotSupportedError', 'UnknownError'])(
  'a browser that fails with %s is not reported as an error of the server',
  async (name) => {
    expect(await reported(name)).toEqual(['The browser could not create a passkey.'])
  },
)

test('a dismissed question of the browser is not an error', async () => {
  expect(await reported('NotAllowedError')).toEqual([])
})
