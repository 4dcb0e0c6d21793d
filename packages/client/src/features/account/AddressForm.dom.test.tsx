import type { AccountReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { AddressForm } from './AddressForm.tsx'

const ACCOUNT: AccountReply = {
  name: 'Ann',
  picture: null,
  language: null,
  signsOffSince: null,
  address: { address: 'ann@example.test', isConfirmed: true },
  waitingAddress: 'mistyped@example.test',
  hasPassword: true,
  hasSecondFactor: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  isLastOwner: true,
}
const place = document.createElement('div')
document.body.append(place)
let root: Root
let sent: unknown[]

beforeEach(async () => {
  await speakEnglish()
  sent = []
  vi.stubGlobal('fetch', async (_: unknown, request: RequestInit) => {
    sent.push(JSON.parse(String(request.body)))
    return new Response(JSON.stringify({ ...ACCOUNT, waitingAddress: null }))
  })
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

function show(account: AccountReply, sendsEmail = true) {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <AddressForm account={account} sendsEmail={sendsEmail} />
    </QueryClientProvider>,
  )
}

test.each([
  ['the present address', ACCOUNT.address, 'ann@example.test'],
  ['no address', null, null],
])('a change that is not confirmed yet is canceled by keeping %s', async (_, address, kept) => {
  show({ ...ACCOUNT, address })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Cancel change' }))
  await waitFor(() => expect(sent).toEqual([{ address: kept }]))
})

test('the present address cannot be sent again', async () => {
  show({ ...ACCOUNT, waitingAddress: null })
  const button = await screen.findByRole('button', { name: 'Change address' })
  expect(button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true').toBe(true)
})

test('without email, a confirmed address is not said to be useless for signing in', async () => {
  const noLonger = 'Confirmed. This server no longer sends email, so a new address can’t be confirmed.'
  const cannot = 'This server doesn’t send email, so it can’t confirm the address. You can’t sign in with it.'
  show({ ...ACCOUNT, waitingAddress: null }, false)
  const field = await screen.findByRole('textbox', { name: 'Email address' })
  expect([screen.queryByText(noLonger) !== null, screen.queryByText(cannot)]).toEqual([true, null])
  await userEvent.setup().type(field, '.new')
  await screen.findByText(cannot)
  expect(screen.queryByText(noLonger)).toBeNull()
})
