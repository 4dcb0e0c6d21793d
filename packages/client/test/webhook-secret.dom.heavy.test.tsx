import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { SettingsDialog } from '../src/features/files/sync/SettingsDialog.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import { isApple } from '../src/lib/shortcuts/shortcuts.ts'
import { speakEnglish } from './english.ts'
import { GIT_STATE } from './git-state.ts'
import { inRouter } from './in-router.tsx'

/** The secret of a webhook that the host has created is saved by its own part of the repository settings. */

const SECRET = 'token-of-the-host-01'
const place = document.createElement('div')
document.body.append(place)
const user = userEvent.setup()
const onClose = vi.fn()
let root: Root
let sent: { readonly path: string; readonly body: unknown }[] = []

beforeEach(async () => {
  await speakEnglish()
  vi.clearAllMocks()
  sent = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === undefined || init.method === 'GET') return Response.json({})
    sent.push({ path: String(input), body: init.body === undefined ? null : JSON.parse(String(init.body)) })
    return Response.json({ ...GIT_STATE, address: 'https://l10n.example.com/hooks/1' })
  })
  root = createRoot(place)
  root.render(
    inRouter(
      <SettingsDialog
        project="shop"
        state={GIT_STATE}
        isSigningInAtFirst={false}
        onMove={() => {}}
        onClose={onClose}
      />,
    ),
  )
  await user.click(await screen.findByText(say('git:webhook.own')))
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
  toasts.clear()
})

const pasteSecret = async (secret: string) => {
  await user.click(await screen.findByLabelText(say('git:webhook.ownField')))
  await user.paste(secret)
}
const pressSubmit = () => user.keyboard(isApple ? '{Meta>}{Enter}{/Meta}' : '{Control>}{Enter}{/Control}')
const savedSecret = { path: '/api/projects/shop/sources/1/git/webhook-secret', body: { secret: SECRET } }
const said = () => toasts.visibleToasts.map(({ content }) => content.text)

test.each([
  ['the keys that save a text save', pressSubmit],
  ['Enter saves', () => user.keyboard('{Enter}')],
])('%s the secret instead of the settings', async (_, submit) => {
  await pasteSecret(SECRET)
  await submit()
  await waitFor(() => expect(said()).toEqual([say('git:webhook.ownSaved')]))
  expect(sent).toEqual([savedSecret])
  expect(onClose).not.toHaveBeenCalled()
})

test('a secret that is not complete is not lost with the settings', async () => {
  await pasteSecret('token')
  await pressSubmit()
  await user.click(screen.getByRole('button', { name: say('git:settings.save') }))
  expect(sent).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(screen.getByLabelText(say('git:webhook.ownField')))
  await user.click(screen.getByRole('button', { name: say('git:settings.save') }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    { path: '/api/projects/shop/sources/1/git', body: { repository: GIT_STATE.repository } },
  ])
})
