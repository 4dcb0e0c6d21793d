import type { BranchReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { RemoveProjectDialog } from '../src/features/admin/ProjectsTab.tsx'
import { CloseBranchDialog } from '../src/features/files/branches/CloseBranchDialog.tsx'
import { TranslationBranches } from '../src/features/files/branches/TranslationBranches.tsx'
import { Disconnect } from '../src/features/files/sync/Disconnect.tsx'
import { RemoveLanguage } from '../src/features/settings/LanguagesSection.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import { speakEnglish } from './english.ts'
import { GIT_STATE } from './git-state.ts'
import { inRouter } from './in-router.tsx'

/** Actions that remove translation branches ask before texts that were not sent are discarded. */

const place = document.createElement('div')
document.body.append(place)
const user = userEvent.setup()
let root: Root
let sent: { readonly url: string; readonly body: string }[] = []
/** Unsent texts of the translation branch. */
let texts = 0

/** Like the server: refuses to remove anything until unsent texts are to be discarded, and as many as there are. */
async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'DELETE') return new Response('{}')
  const request = { url: String(input), body: String(init.body ?? '') }
  sent.push(request)
  if (decodeURIComponent(`${request.url} ${request.body}`).includes(`shop-1:${texts}:0`))
    return new Response('{}')
  const problem = {
    ...{ type: 'about:blank', title: '', status: 409, code: 'unsent-texts' },
    params: { branches: `feature (${texts})` },
    errors: [],
    current: { branches: [{ slug: 'shop-1', branch: 'feature', texts, discussions: 0 }] },
  }
  return new Response(JSON.stringify(problem), { status: 409 })
}

beforeEach(async () => {
  await speakEnglish()
  vi.stubGlobal('fetch', respond)
  sent = []
  texts = 3
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
  toasts.clear()
})

const show = (what: ReactNode) =>
  root.render(<QueryClientProvider client={new QueryClient()}>{what}</QueryClientProvider>)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const QUESTION = say('failures:unsent-texts', { branches: 'feature (3)' })
const QUESTION_OF_MORE = say('failures:unsent-texts', { branches: 'feature (4)' })
/** What the requests say that a person has seen; null: nothing. */
const seen = () => sent.map(({ url }) => new URL(url, 'https://example.org').searchParams.get('seen'))

test('disconnecting a repository discards unsent texts after a second question', async () => {
  const onDone = vi.fn()
  show(<Disconnect project="shop" source={1} onDone={onDone} />)
  await press(say('git:disconnect'))
  await press(say('git:disconnectYes'))
  await screen.findByText(QUESTION)
  expect(toasts.visibleToasts).toEqual([])
  // Cancelling does not keep the answer.
  await press(say('common:cancel'))
  await press(say('git:disconnect'))
  await press(say('git:disconnectYes'))
  await screen.findByText(QUESTION)
  expect(onDone).not.toHaveBeenCalled()
  await press(say('common:unsent.discardAndDisconnect'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent.map(({ url }) => url.includes('unsent=discard'))).toEqual([false, false, true])
})

test('deleting a project discards unsent texts after a second question', async () => {
  const onClose = vi.fn()
  show(<RemoveProjectDialog project={{ slug: 'shop', name: 'Shop', keys: 2 }} onClose={onClose} />)
  await user.type(await screen.findByRole('textbox'), 'shop')
  await press(say('admin:projects.remove'))
  await screen.findByText(QUESTION)
  await press(say('common:unsent.discardAndDelete'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { confirm: 'shop' },
    { confirm: 'shop', unsent: 'discard', seen: 'shop-1:3:0' },
  ])
})

test('disconnecting a repository discards only as many texts as the question names', async () => {
  const onDone = vi.fn()
  show(<Disconnect project="shop" source={1} onDone={onDone} />)
  await press(say('git:disconnect'))
  await press(say('git:disconnectYes'))
  await screen.findByText(QUESTION)
  texts = 4
  await press(say('common:unsent.discardAndDisconnect'))
  await screen.findByText(QUESTION_OF_MORE)
  expect(onDone).not.toHaveBeenCalled()
  await press(say('common:unsent.discardAndDisconnect'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(seen()).toEqual([null, 'shop-1:3:0', 'shop-1:4:0'])
})

test('deleting a project discards only as many texts as the question names', async () => {
  const onClose = vi.fn()
  show(<RemoveProjectDialog project={{ slug: 'shop', name: 'Shop', keys: 2 }} onClose={onClose} />)
  await user.type(await screen.findByRole('textbox'), 'shop')
  await press(say('admin:projects.remove'))
  await screen.findByText(QUESTION)
  texts = 4
  await press(say('common:unsent.discardAndDelete'))
  await screen.findByText(QUESTION_OF_MORE)
  expect(onClose).not.toHaveBeenCalled()
  await press(say('common:unsent.discardAndDelete'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => JSON.parse(body).seen)).toEqual([undefined, 'shop-1:3:0', 'shop-1:4:0'])
})

test('removing a language discards only as many texts as the question names', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await respond(input, init)
    return response.ok ? Response.json({ operation: null }) : response
  })
  show(<RemoveLanguage project="shop" language="fr" />)
  await press(say('settings:removeLanguage', { language: 'French' }))
  await screen.findByText(QUESTION)
  texts = 4
  await press(say('common:unsent.discardAndRemove'))
  await screen.findByText(QUESTION_OF_MORE)
  await press(say('common:unsent.discardAndRemove'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(seen()).toEqual([null, 'shop-1:3:0', 'shop-1:4:0'])
})

test('removing a language discards unsent texts after a question', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await respond(input, init)
    return response.ok ? Response.json({ operation: null }) : response
  })
  show(<RemoveLanguage project="shop" language="fr" />)
  const remove = say('settings:removeLanguage', { language: 'French' })
  await press(remove)
  await screen.findByText(QUESTION)
  expect(toasts.visibleToasts).toEqual([])
  // Cancelling removes nothing, and the question is asked again.
  await press(say('common:cancel'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press(remove)
  await press(say('common:unsent.discardAndRemove'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const done = say('settings:languageRemoved', { language: 'French' })
  await waitFor(() => expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual([done]))
  expect(sent.map(({ url }) => url.includes('unsent=discard'))).toEqual([false, false, true])
})

test('closing a translation branch without unsent texts asks what happens to its comments', async () => {
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_: RequestInfo | URL, init?: RequestInit) => {
    bodies.push(String(init?.body))
    return Response.json(MERGED)
  })
  const onClose = vi.fn()
  show(<CloseBranchDialog project="shop" branch={branchWith({ discussions: 2 })} onClose={onClose} />)
  await screen.findByText(say('branches:close.discussed'))
  await user.click(await screen.findByRole('radio', { name: new RegExp(say('branches:close.discard')) }))
  await press(say('branches:close.doDiscardAll'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { texts: 'discard', seen: { unsent: 0, discussions: 2 } },
  ])
})

test('closing a translation branch discards only as many texts as its button says', async () => {
  const bodies: unknown[] = []
  // Another text is saved in the branch before the dialog opens, and one more while it is open.
  let unsent = 1
  vi.stubGlobal('fetch', async (_: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ branches: [branchWith({ unsent })], untranslated: 0 })
    bodies.push(JSON.parse(String(init.body)))
    if (bodies.length > 1) return Response.json(MERGED)
    unsent = 3
    const branches = [{ slug: 'shop-pay', branch: 'feature/pay', texts: unsent, discussions: 0 }]
    return Response.json(
      {
        ...{ type: 'about:blank', title: '', status: 409, code: 'unsent-texts', errors: [] },
        ...{ params: { branches: 'feature/pay (3)' }, current: { branches } },
      },
      { status: 409 },
    )
  })
  root.render(inRouter(<TranslationBranches project="shop" state={GIT_STATE} />))
  await screen.findByText(say('branches:unsent_one', { count: 1 }))
  unsent = 2
  await press(say('branches:close.named', { branch: 'feature/pay' }))
  await screen.findByText(say('branches:close.unsent_other', { count: 2 }))
  await user.click(await screen.findByRole('radio', { name: new RegExp(say('branches:close.discard')) }))
  await press(say('branches:close.doDiscard_other', { count: 2 }))
  await screen.findByText(say('failures:unsent-texts', { branches: 'feature/pay (3)' }))
  await press(say('branches:close.doDiscard_other', { count: 3 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([
    { texts: 'discard', seen: { unsent: 2, discussions: 0 } },
    { texts: 'discard', seen: { unsent: 3, discussions: 0 } },
  ])
})

const MERGED = { operationId: null, moved: 0, conflicts: 0, left: 0, discussions: 0, leftDiscussions: 0 }

const branchWith = (rest: Partial<Pick<BranchReply, 'unsent' | 'discussions'>>): BranchReply => ({
  ...{ slug: 'shop-pay', branch: 'feature/pay', into: 1, source: 2, state: 'open', isRead: true },
  ...{ closeReason: null, endsAt: null, pullRequest: null, pullRequestUrl: null, openedBy: 'Mara' },
  ...{ openedAt: '2026-01-01T00:00:00.000Z', endedAt: null, keys: 2, texts: 4, untranslated: 1 },
  ...{ languages: [], unsent: 0, discussions: 0, ...rest },
})
