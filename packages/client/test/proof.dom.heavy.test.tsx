import { api } from '@dragoman/contract'
import { QueryClient, QueryClientProvider, useIsMutating, useMutation } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useGeneralStatus } from '../src/app/shell/status/use-status.ts'
import { PasskeySection } from '../src/features/account/PasskeySection.tsx'
import { ProofDialog } from '../src/features/account/ProofDialog.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import { createSaving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { call } from '../src/lib/server/call.ts'
import { askForProof, setProofAsker } from '../src/lib/server/proof.ts'
import { speakEnglish } from './english.ts'
import { openRealServer, type RealServer } from './real-server.ts'

/** What is shown while someone has to confirm who they are, on a server that was opened by its IP address. */

const { poll } = expect

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
afterEach(() => {
  root.unmount()
  toasts.clear()
})

function draw(children: React.ReactNode): void {
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <SavingContext value={saving}>{children}</SavingContext>
    </QueryClientProvider>,
  )
}

function Status() {
  const { kind } = useGeneralStatus()
  const { mutate } = useMutation({ mutationFn: askForProof })
  return (
    <button type="button" onClick={() => mutate()}>
      {kind} {useIsMutating()}
    </button>
  )
}

test('nothing is being saved while the person is asked for a proof', async () => {
  const answers: ((isProved: boolean) => void)[] = []
  const remove = setProofAsker(() => new Promise((resolve) => answers.push(resolve)))
  draw(<Status />)
  await poll(() => place.textContent).toBe('saved 0')
  place.querySelector('button')?.click()
  await poll(() => place.textContent).toBe('saved 1')
  answers[0]?.(true)
  await poll(() => place.textContent).toBe('saved 0')
  expect(answers).toHaveLength(1)
  remove()
})

test('the dialog names only ways that the person has and that work here', async () => {
  draw(<ProofDialog onEnd={() => {}} />)
  await poll(() => document.querySelector('[role=dialog] p')?.textContent).toBe(
    'To continue, enter your password.',
  )
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('passkey')
})

test('a passkey that cannot be added says why, also when pressed', async () => {
  const account = await call(api.account.get)
  draw(<PasskeySection account={account} isPossible={false} />)
  await poll(() => place.textContent).toContain('Passkeys need a host name.')
  place.querySelector('button')?.click()
  await poll(() => toasts.visibleToasts.map(({ content }) => content.text).join()).toContain(
    'Passkeys need a host name.',
  )
})
