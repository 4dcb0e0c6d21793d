import { api, type ProjectReply, type SessionReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { InvitationForm } from '../src/features/invitation/InvitationForm.tsx'
import { InviteDialog } from '../src/features/members/InviteDialog.tsx'
import { LeaveProject } from '../src/features/members/LeaveProject.tsx'
import { MemberSelectionBar } from '../src/features/members/MemberSelectionBar.tsx'
import { tokenQueries } from '../src/features/members/queries.ts'
import { TokenList } from '../src/features/members/TokenList.tsx'
import { sessionQueries } from '../src/features/session/queries.ts'
import { ResetForm } from '../src/features/session/ResetForm.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { button, dialog, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { addMember, openRealServer, PROJECT, type RealServer, signOut } from './real-server.ts'

/** Members with a failing server: nothing typed is lost, and no secret is shown twice. */

const { poll } = expect

let server: RealServer
let project: ProjectReply
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  project = await call(api.projects.get, { params: { project: PROJECT } })
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  server.proxy.behave(() => null)
})

const show = (what: ReactNode) =>
  root.render(<QueryClientProvider client={new QueryClient()}>{what}</QueryClientProvider>)

test('the addresses of an invitation stay when the server fails', async () => {
  const onDone = vi.fn()
  show(<InviteDialog project={project} sendsEmail={false} onDone={onDone} onClose={() => {}} />)
  await poll(dialog).not.toBeNull()
  type(dialog()?.querySelector('textarea'), 'hana@example.org')
  await poll(() => button('Invite', dialog())).toBeDefined()
  dialog()?.querySelector<HTMLInputElement>('fieldset input[type=checkbox]')?.click()
  server.proxy.behave((path) => (path.endsWith('/invitations') ? { status: 503 } : null))
  button('Invite', dialog())?.click()
  await poll(() => dialog()?.querySelector('[role=alert]')).not.toBeNull()
  expect(dialog()?.querySelector('textarea')?.value).toBe('hana@example.org')
  server.proxy.behave(() => null)
  button('Invite', dialog())?.click()
  await poll(() => dialog()?.querySelector('pre')?.textContent).toContain('/invite')
  expect(onDone).toHaveBeenCalled()
})

/** Replaces what browsers have for copying on pages without TLS. Returns the copied texts. */
function copyWithoutTls(isAllowed: () => boolean): readonly string[] {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  const execCommand = () => {
    const field = document.activeElement
    if (!isAllowed() || !(field instanceof HTMLTextAreaElement)) return false
    copied.push(field.value)
    return true
  }
  Object.defineProperty(document, 'execCommand', { configurable: true, value: execCommand })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard')
    Reflect.deleteProperty(document, 'execCommand')
    toasts.clear()
  })
  return copied
}

test('links of invitations are copied without TLS; a browser that refuses it is reported', async () => {
  let isAllowed = false
  const copied = copyWithoutTls(() => isAllowed)
  const said = () => toasts.visibleToasts.map(({ content }) => content.text)
  show(<InviteDialog project={project} sendsEmail={false} onDone={() => {}} onClose={() => {}} />)
  await poll(() => button('Create link', dialog())).toBeDefined()
  dialog()?.querySelector<HTMLInputElement>('fieldset input[type=checkbox]')?.click()
  button('Create link', dialog())?.click()
  await poll(() => button('Copy link', dialog())).toBeDefined()
  const link = dialog()?.querySelector('pre')?.textContent
  button('Copy link', dialog())?.click()
  await poll(said).toEqual(['Could not copy. Try again.'])
  isAllowed = true
  button('Copy link', dialog())?.focus()
  button('Copy link', dialog())?.click()
  await poll(said).toContain('Link copied')
  expect(copied).toEqual([link])
  expect(document.activeElement).toBe(button('Copy link', dialog()))
})

test('people who cannot leave see why; a refusal by the server is shown in the dialog', async () => {
  const onLeft = vi.fn()
  show(<LeaveProject project={project} refusal="You are the last manager." onLeft={onLeft} />)
  await poll(() => button('Leave project')).toBeDefined()
  expect(button('Leave project')?.getAttribute('aria-disabled')).toBe('true')
  button('Leave project')?.click()
  expect(document.querySelector('[role=alertdialog] p')).toBeNull()
  // The owner created the project and is its only manager.
  show(<LeaveProject project={project} refusal={null} onLeft={onLeft} />)
  await poll(() => button('Leave project')?.getAttribute('aria-disabled')).not.toBe('true')
  button('Leave project')?.click()
  await poll(() => button('Leave', dialog())).toBeDefined()
  button('Leave', dialog())?.click()
  await poll(() => dialog()?.querySelector('[role=alert]')).not.toBeNull()
  expect(onLeft).not.toHaveBeenCalled()
})

test('the secret of a token is shown until it is dismissed, and never again', async () => {
  let isMaking = true
  const list = () => (
    <TokenList
      project={PROJECT}
      languages={['de']}
      refusal={null}
      isMaking={isMaking}
      onMaking={(next) => {
        isMaking = next
        draw()
      }}
    />
  )
  const client = new QueryClient()
  const draw = () => root.render(<QueryClientProvider client={client}>{list()}</QueryClientProvider>)
  draw()
  await poll(dialog).not.toBeNull()
  type(dialog()?.querySelector('input'), 'CI')
  await poll(() => button('Create token', dialog())?.disabled).toBe(false)
  button('Create token', dialog())?.click()
  await poll(() => place.querySelector('[role=status] pre')?.textContent).toMatch(/^drg_/)
  const secret = place.querySelector('[role=status] pre')?.textContent ?? ''
  place.querySelector<HTMLButtonElement>('button[aria-label="Hide the token"]')?.click()
  await poll(() => place.textContent).not.toContain(secret)
  expect(place.textContent).toContain('CI')
})

/** Whether the list of tokens could be read the last time. */
function ListState() {
  return <output>{useQuery(tokenQueries.list(PROJECT)).status}</output>
}

test('the secret of a token and a new one that is filled in stay when the list cannot be read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let isMaking = true
  const draw = () =>
    root.render(
      <QueryClientProvider client={client}>
        <TokenList
          project={PROJECT}
          languages={['de']}
          refusal={null}
          isMaking={isMaking}
          onMaking={(next) => {
            isMaking = next
            draw()
          }}
        />
        <ListState />
      </QueryClientProvider>,
    )
  const listState = () => place.querySelector('output')?.textContent
  draw()
  await poll(dialog).not.toBeNull()
  await poll(listState).toBe('success')
  type(dialog()?.querySelector('input'), 'Build')
  await poll(() => button('Create token', dialog())?.disabled).toBe(false)
  server.proxy.behave((path) => (path.endsWith('/tokens') ? { status: 403 } : null))
  await client.invalidateQueries()
  await poll(listState).toBe('error')
  expect(dialog()?.querySelector('input')?.value).toBe('Build')
  server.proxy.behave(() => null)
  button('Create token', dialog())?.click()
  const secret = () => place.querySelector('[role=status] pre')?.textContent
  await poll(secret).toMatch(/^drg_/)
  await poll(() => place.querySelector('table')?.textContent).toContain('Build')
  const before = secret()
  server.proxy.behave((path) => (path.endsWith('/tokens') ? { status: 403 } : null))
  await client.invalidateQueries()
  await poll(listState).toBe('error')
  expect(secret()).toBe(before)
  expect(place.querySelector('table')?.textContent).toContain('Build')
})

test('a new password that is typed stays when its link cannot be read again', async () => {
  await addMember('Rosa')
  const { members } = await call(api.members.list, { params: { project: PROJECT } })
  const rosa = members.find(({ name }) => name === 'Rosa')?.who.replace('user:', '')
  const { link } = await call(api.account.makeResetLink, { params: { person: Number(rosa) } })
  const code = link.split('/').at(-1) ?? ''
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root.render(
    <QueryClientProvider client={client}>
      <ResetForm code={code} onDone={() => {}} />
      <LinkState code={code} />
    </QueryClientProvider>,
  )
  const field = () => place.querySelector<HTMLInputElement>('input[type=password]')
  await poll(field).not.toBeNull()
  type(field(), 'another horse battery')
  server.proxy.behave((path) => (path === '/api/account/reset/read' ? { status: 503 } : null))
  await client.invalidateQueries(sessionQueries.reset(code))
  await poll(() => place.querySelector('output')?.textContent).toBe('error')
  expect(field()?.value).toBe('another horse battery')
})

/** Whether a link for a new password could be read the last time. */
function LinkState({ code }: { readonly code: string }) {
  return <output>{useQuery(sessionQueries.reset(code)).status}</output>
}

test('removing members asks first, with their name, and removes nothing when it is cancelled', async () => {
  const onRemove = vi.fn()
  const bar = (names: readonly string[]) => (
    <MemberSelectionBar
      project="Shop"
      count={names.length + 1}
      names={names}
      refusal={null}
      limitRefusal={{ languages: null, namespaces: null }}
      groupRefusal={null}
      removalAbout="Saved work stays."
      onRole={() => {}}
      onOpen={() => {}}
      onRemove={onRemove}
      onClear={() => {}}
    />
  )
  const ask = async () => {
    await poll(() => button('Remove from project', place)).toBeDefined()
    button('Remove from project', place)?.click()
    await poll(dialog).not.toBeNull()
  }
  show(bar(['Piotr']))
  await ask()
  expect(dialog()?.textContent).toContain('Remove Piotr from Shop?')
  button('Cancel', dialog())?.click()
  await poll(dialog).toBeNull()
  expect(onRemove).not.toHaveBeenCalled()
  show(bar(['Piotr', 'Sam']))
  await ask()
  expect(dialog()?.textContent).toContain('Remove 2 members from Shop?')
  button('Remove from project', dialog())?.click()
  await poll(() => onRemove.mock.calls.length).toBe(1)
  await poll(dialog).toBeNull()
})

test('who has just created an account is not asked to join again while the project opens', async () => {
  const { invitations } = await call(api.invitations.create, {
    params: { project: PROJECT },
    body: {
      rights: { role: 'viewer', languages: null, namespaces: null },
      addresses: ['hana@example.org'],
      number: 1,
      days: 1,
    },
  })
  const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1) ?? ''
  let opened = () => {}
  const onDone = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        opened = resolve
      }),
  )
  const client = new QueryClient()
  const draw = (actor: SessionReply['actor']) =>
    root.render(
      <QueryClientProvider client={client}>
        <InvitationForm code={code} actor={actor} onDone={onDone} onLeave={() => {}} isLeaving={false} />
        <output>{actor === null ? '' : 'signed in'}</output>
      </QueryClientProvider>,
    )
  const { actor } = await call(api.session.get, {})
  await signOut()
  draw(null)
  await poll(() => place.querySelectorAll('input').length).toBe(2)
  const [name, password] = place.querySelectorAll('input')
  type(name, 'Hana')
  type(password, 'kettle orchard violin seven')
  await poll(() => button('Create account and join')?.disabled).toBe(false)
  button('Create account and join')?.click()
  await poll(() => onDone.mock.calls.length).toBe(1)
  draw(actor)
  await poll(() => place.querySelector('output')?.textContent).toBe('signed in')
  expect(button('Create account and join')).toBeDefined()
  expect(button('Join')).toBeUndefined()
  opened()
  await poll(() => button('Join')).toBeDefined()
})
