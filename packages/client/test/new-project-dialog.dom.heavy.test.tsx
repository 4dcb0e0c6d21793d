import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { NewProjectDialog } from '../src/features/projects/NewProjectDialog.tsx'
import { speakEnglish } from './english.ts'

/** The names of a project in a repository are checked before the repository is connected. */

const place = document.createElement('div')
document.body.append(place)
const user = userEvent.setup({ delay: null })
const onRepository = vi.fn()
/** Answers to the checks that are open. */
let answers: (() => void)[]
let root: Root
let client: QueryClient

beforeEach(async () => {
  await speakEnglish()
  answers = []
  onRepository.mockReset()
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    if (!String(input).endsWith('/projects/names')) return Promise.reject(new TypeError('offline'))
    return new Promise<Response>((resolve) => {
      answers.push(() => resolve(new Response(JSON.stringify({ slug: null, isNameTaken: false }))))
    })
  })
  client = new QueryClient()
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  await user.click(await screen.findByRole('radio', { name: new RegExp(say('projects:fromRepository')) }))
  await user.type(await address(), 'git@git.example.org:team/app.git')
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

function Page() {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return null
  return <NewProjectDialog onClose={() => setIsOpen(false)} onMade={() => {}} onRepository={onRepository} />
}

const address = () => screen.findByLabelText(say('projects:repository'))
const next = () => screen.findByRole('button', { name: say('projects:connectNext') })

/** Starts a check, and returns once it is on its way. */
async function check() {
  const before = answers.length
  await user.click(await next())
  await expect.poll(() => answers.length).toBe(before + 1)
}

/** Answers all checks, and returns once none is running. */
async function answerAll() {
  for (const answer of answers) answer()
  await expect.poll(() => client.isMutating()).toBe(0)
}

test('free names lead to the repository', async () => {
  await check()
  await answerAll()
  await expect.poll(() => onRepository.mock.calls.length).toBe(1)
  expect(onRepository.mock.calls[0]).toMatchObject([{ slug: 'app', name: 'app' }, expect.any(String)])
})

test('a dialog that was canceled during the check does not continue', async () => {
  await check()
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await answerAll()
  expect(onRepository).not.toHaveBeenCalled()
})

test('names that were edited during the check are checked before the dialog continues', async () => {
  await check()
  await user.type(screen.getByLabelText(new RegExp(`^${say('projects:name')}`)), '2')
  await answerAll()
  expect(onRepository).not.toHaveBeenCalled()
  await check()
  await answerAll()
  await expect.poll(() => onRepository.mock.calls.length).toBe(1)
  expect(onRepository.mock.calls[0]).toMatchObject([{ slug: 'app2', name: 'app2' }, expect.any(String)])
})
