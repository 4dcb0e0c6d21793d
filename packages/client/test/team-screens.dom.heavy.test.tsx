import { api, type ProjectReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/dom'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { InvitationForm } from '../src/features/invitation/InvitationForm.tsx'
import { InviteDialog } from '../src/features/members/InviteDialog.tsx'
import { NewGroupDialog } from '../src/features/members/NewGroupDialog.tsx'
import { SharingSection } from '../src/features/settings/SharingSection.tsx'
import { EditorFooter } from '../src/features/translations/EditorFooter.tsx'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { useLive } from '../src/lib/server/live.ts'
import { InviteRoute } from '../src/routes/invite.tsx'
import { button, dialog } from './controls.ts'
import { speakEnglish } from './english.ts'
import { HttpEventSource } from './event-source.ts'
import { invite, joinAs, OWNER, openRealServer, PROJECT, type RealServer, signInAs } from './real-server.ts'

/** Sharing, groups and invitations: questions, notices, and the focus. */

const { poll } = expect
Reflect.set(globalThis, 'EventSource', HttpEventSource)

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
  for (const { key } of toasts.visibleToasts) toasts.close(key)
})

const withQueries = (what: ReactNode) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {what}
  </QueryClientProvider>
)
const show = (what: ReactNode) => root.render(withQueries(what))
const said = () => toasts.visibleToasts.map(({ content }) => content.text).join(' ')

/** Chooses an option of the first list, in the native one that React Aria keeps for browsers. */
function choose(value: string): void {
  const list = document.querySelector('select')
  if (list === null) throw new Error('no list')
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The footer of the editor, with live updates. */
function Footer({
  lastEventId,
  reachesApps,
}: {
  readonly lastEventId: string
  readonly reachesApps: boolean
}) {
  useLive(PROJECT, lastEventId)
  return <EditorFooter project={PROJECT} counts={undefined} reachesApps={reachesApps} />
}

test('sharing asks first, says what is visible, and can be undone', async () => {
  const audience = async () => (await call(api.projects.get, { params: { project: PROJECT } })).sharing.with
  show(<SharingSection project={project} sendsEmail={false} />)
  await poll(() => document.querySelector('select')).not.toBeNull()
  choose('everyone')
  await poll(() => dialog()?.textContent).toContain('Everyone')
  expect(await audience()).toBe('members')
  button('Cancel', dialog())?.click()
  await poll(dialog).toBeNull()
  expect(await audience()).toBe('members')
  choose('everyone')
  await poll(dialog).not.toBeNull()
  ;[...(dialog()?.querySelectorAll('button') ?? [])].at(-1)?.click()
  await poll(audience).toBe('everyone')
  await poll(said).not.toBe('')
  undoLast()
  await poll(audience).toBe('members')
})

test.each([
  [true, 'confirmed', false],
  [false, 'given', false],
  [false, 'confirmed', true],
] as const)('with email %s and addresses %s, the missing confirmation is mentioned: %s', async (...row) => {
  const [sendsEmail, visitorAddress, isMentioned] = row
  const shared: ProjectReply = {
    ...project,
    sharing: { with: 'everyone', role: 'suggester' },
    settings: { ...project.settings, visitorAddress },
  }
  show(<SharingSection project={shared} sendsEmail={sendsEmail} />)
  await screen.findAllByText('People who suggest without an account enter')
  const hint = 'This server doesn’t send email. Addresses are required, but can’t be confirmed.'
  expect(screen.queryByText(hint) !== null).toBe(isMentioned)
})

test('a new group is asked for its name, people, role and languages', async () => {
  const onDone = vi.fn()
  show(<NewGroupDialog project={project} newRefusal={null} onDone={onDone} onClose={() => {}} />)
  await poll(dialog).not.toBeNull()
  for (const asked of ['Name of the group', 'People', 'Role', 'Languages'])
    expect(dialog()?.textContent).toContain(asked)
  button('Create group', dialog())?.click()
  await poll(() => dialog()?.textContent).toContain('Enter a name.')
  expect(dialog()?.querySelector('[role=alert]')).not.toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

test('a group that could not be added to the project is created only once', async () => {
  const answers = [false, true]
  const onDone = vi.fn(async (_: { readonly name: string }) => answers.shift() ?? true)
  const onClose = vi.fn()
  show(<NewGroupDialog project={project} newRefusal={null} onDone={onDone} onClose={onClose} />)
  await poll(dialog).not.toBeNull()
  fireEvent.input(screen.getByLabelText(/Name of the group/), { target: { value: 'Lisbon' } })
  screen.getByRole('checkbox', { name: 'All languages' }).click()
  button('Create group', dialog())?.click()
  await poll(() => onDone.mock.calls.length).toBe(1)
  await poll(() => button('Create group', dialog())?.getAttribute('aria-busy')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  button('Create group', dialog())?.click()
  await poll(() => onClose.mock.calls.length).toBe(1)
  expect(onDone.mock.calls.map(([{ name: added }]) => added)).toEqual(['Lisbon', 'Lisbon'])
})

test('more addresses than can be invited are refused at their field', async () => {
  show(<InviteDialog project={project} sendsEmail={false} onDone={() => {}} onClose={() => {}} />)
  await poll(() => dialog()?.querySelector('textarea')).toBeTruthy()
  const field = dialog()?.querySelector('textarea')
  if (field == null) throw new Error('no field')
  fireEvent.input(field, {
    target: { value: Array.from({ length: 60 }, (_, index) => `a${index}@example.com`).join('\n') },
  })
  await poll(() => dialog()?.textContent).toContain('At most 50 at a time; you entered 60.')
})

test('the footer of the editor says that texts reach apps only where apps can load them', async () => {
  show(<Footer lastEventId={project.lastEventId} reachesApps={false} />)
  await poll(() => place.textContent).toContain('saved strings appear here immediately')
  show(<Footer lastEventId={project.lastEventId} reachesApps />)
  await poll(() => place.textContent).toContain('saved strings reach your apps immediately')
})

test('the page of an invitation starts in the name', async () => {
  show(<InvitationForm code="x" actor={null} onDone={async () => {}} onLeave={() => {}} isLeaving={false} />)
  await poll(() => document.activeElement?.getAttribute('autocomplete')).toBe('username')
})

describe('a link of an invitation', () => {
  const showLink = (code: string) => {
    const top = createRootRoute()
    const invite = createRoute({ getParentRoute: () => top, path: '/invite/$code', component: InviteRoute })
    const router = createRouter({
      routeTree: top.addChildren([invite]),
      history: createMemoryHistory({ initialEntries: [`/invite/${code}`] }),
    })
    show(<RouterProvider router={router} />)
  }

  test('that is used shows this, and offers to sign in', async () => {
    const code = await invite()
    await call(api.session.signOut, {})
    showLink(code)
    await poll(() => place.textContent).toContain('Translator')
    expect(place.textContent).toContain('German')
    await joinAs('Tea', code)
    await call(api.session.signOut, {})
    root.unmount()
    root = createRoot(place)
    showLink(code)
    await poll(() => place.textContent).toContain(
      'This invitation has been used. Sign in, or ask for a new one.',
    )
    expect(place.textContent).not.toContain('Saved work is safe')
    expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain('/sign-in')
  })

  test('names the namespaces and languages that each role is limited to', async () => {
    await signInAs(OWNER)
    const code = await invite({
      role: 'translator',
      languages: null,
      namespaces: ['checkout', 'cart'],
      grants: [
        { role: 'developer', languages: ['de'], namespaces: null },
        { role: 'reviewer', languages: ['de'], namespaces: [] },
      ],
    })
    await call(api.session.signOut, {})
    showLink(code)
    await poll(() => place.textContent).toContain(
      'Translator. You will translate. All languages. Namespaces: checkout and cart.',
    )
    expect(place.textContent).toContain('Developer. You will work on keys and files. Languages: German.')
    expect(place.textContent).toContain(
      'Reviewer. You will translate and review. Languages: German. No namespaces.',
    )
  })

  test('names no limits of roles that they do not apply to', async () => {
    await signInAs(OWNER)
    const code = await invite({ role: 'viewer', languages: ['de'], namespaces: ['checkout'] })
    await call(api.session.signOut, {})
    showLink(code)
    await poll(() => place.textContent).toContain('Viewer. You will be able to read it.')
    expect(place.textContent).not.toContain('German')
    expect(place.textContent).not.toContain('checkout')
  })

  test('tells members that they already are, and a failed sign-out is reported', async () => {
    await signInAs(OWNER)
    const code = await invite({ role: 'manager', languages: null, namespaces: null })
    await signInAs('Tea')
    showLink(code)
    await poll(() => place.textContent).toContain(
      'You are already a member of Shop. Your roles stay as they are; ask a manager to change them.',
    )
    expect(place.textContent).not.toContain('You will be able to manage it')
    expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Join')
    expect(button('Open project', place)).toBeTruthy()
    server.proxy.behave((path) => (path.endsWith('/api/session') ? { status: 503 } : null))
    button('Not you? Sign out', place)?.click()
    await poll(() => toasts.visibleToasts.length).toBe(1)
    server.proxy.behave(() => null)
    button('Not you? Sign out', place)?.click()
    await poll(() => place.textContent).toContain('Create account and join')
  })
})
