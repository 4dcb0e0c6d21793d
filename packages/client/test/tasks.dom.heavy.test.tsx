import { api, type TaskReply } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type AssignAsked, AssignButton, AssignContext } from '../src/components/AssignButton.tsx'
import { TaskDialog } from '../src/features/tasks/TaskDialog.tsx'
import { TasksScreen } from '../src/features/tasks/TasksScreen.tsx'
import { type Access, AccessContext } from '../src/lib/access/access.ts'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { button, dialog, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

let server: RealServer
let root: Root
let closed = 0
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(() => {
  closed = 0
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  toasts.clear()
})

function show(of: TaskReply | AssignAsked, { access = null, targets = ['de'] }: Looking = {}): void {
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AccessContext value={access}>
        <TaskDialog
          project={PROJECT}
          targets={targets}
          of={of}
          onClose={() => {
            closed += 1
          }}
        />
      </AccessContext>
    </QueryClientProvider>,
  )
}

type Looking = { readonly access?: Access | null; readonly targets?: readonly string[] }

/** Someone who reviews German texts of the namespace `app`. */
function reviewerOfGerman(): Access {
  const limits = { languages: new Set(['de']), namespaces: new Set(['app']), groupId: null }
  const memberships = new Map([[1, [{ role: 'reviewer' as const, ...limits }]]])
  const principal = {
    id: actorId('user', 7),
    name: 'Rosa',
    instanceRole: 'member' as const,
    memberships,
    token: null,
  }
  return { principal, projectId: 1 }
}

const titleField = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=text]')
async function press(name: string): Promise<void> {
  await expect.poll(() => button(name, dialog())).toBeDefined()
  button(name, dialog())?.click()
}
const tasks = async () => (await call(api.tasks.list, { params: { project: PROJECT } })).tasks

test('strings are assigned; without a title the task gets a default one', async () => {
  const keys = [await addKey('one', 'One'), await addKey('two', 'Two')]
  show({ select: { keys }, count: 2, languages: ['de'], namespaces: [], goal: 'translated' })
  await expect.poll(() => dialog()?.textContent).toContain('2 strings')
  await expect.poll(() => dialog()?.textContent).toContain('Ann')
  ;[...document.querySelectorAll<HTMLElement>('[role=dialog] label')]
    .find((label) => label.textContent?.includes('Ann'))
    ?.click()
  await press('Assign 2 strings')
  await expect.poll(() => closed).toBe(1)
  expect((await tasks()).find(({ title }) => title === 'Translate into Deutsch')).toMatchObject({
    assignees: [{ name: 'Ann' }],
    languages: [{ language: 'de', done: 0, total: 2 }],
  })
})

test('a created task that cannot be removed again is reported', async () => {
  const before = (await tasks()).length
  show({
    select: { keys: [await addKey('undone', 'Undone')] },
    count: 1,
    languages: ['de'],
    namespaces: [],
    goal: 'translated',
  })
  await press('Assign 1 string')
  await expect.poll(() => closed).toBe(1)
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.includes('/tasks/') ? { status: 503 } : null))
  undoLast()
  await expect.poll(() => toasts.visibleToasts[0]?.content.tone).toBe('problem')
  expect(await tasks()).toHaveLength(before + 1)
})

test('what was typed is kept if it cannot be sent', async () => {
  const keys = [await addKey('three', 'Three')]
  show({ select: { keys: [999_999] }, count: 1, languages: ['de'], namespaces: [], goal: 'translated' })
  await expect.poll(titleField).not.toBeNull()
  type(titleField(), 'For the spring')
  await press('Assign 1 string')
  await expect.poll(() => dialog()?.querySelector('[role=alert]')).not.toBeNull()
  expect([titleField()?.value, closed, keys.length]).toEqual(['For the spring', 0, 1])
})

test('after a concurrent change both versions are shown, and mine or theirs is kept', async () => {
  const fields = { note: '', goal: 'translated' as const, due: null, languages: ['de'], assignees: [] }
  const task = await call(api.tasks.create, {
    params: { project: PROJECT },
    body: { ...fields, title: 'Before', select: { keys: [await addKey('four', 'Four')] } },
  })
  show(task)
  await expect.poll(titleField).not.toBeNull()
  type(titleField(), 'Mine')
  await call(api.tasks.update, {
    params: { project: PROJECT, task: task.id },
    body: { ...fields, title: 'Theirs', baseVersion: task.version },
  })
  await press('Save')
  await expect
    .poll(() => [...document.querySelectorAll('[role=alert] tbody td')].map((cell) => cell.textContent))
    .toEqual(['Theirs', 'Mine'])
  await press('Keep mine')
  await expect.poll(() => closed).toBe(1)
  expect((await tasks()).find(({ id }) => id === task.id)?.title).toBe('Mine')
})

test('people limited to languages assign strings in their languages and namespaces only', async () => {
  const asked = { select: { keys: [1] }, count: 1, namespaces: ['app'], goal: 'translated' as const }
  show({ ...asked, languages: ['de', 'fr'] }, { access: reviewerOfGerman(), targets: ['de', 'fr'] })
  await expect.poll(() => dialog()?.querySelectorAll('fieldset')[0]?.textContent).toContain('Deutsch')
  expect(dialog()?.querySelectorAll('fieldset')[0]?.textContent).not.toContain('français')

  const offered = (places: Pick<AssignAsked, 'languages' | 'namespaces'>) => {
    root.render(
      <AccessContext value={reviewerOfGerman()}>
        <AssignContext value={() => {}}>
          <AssignButton asked={{ ...asked, ...places }} />
        </AssignContext>
      </AccessContext>,
    )
    const isGreyedOut = () => place.querySelector('button')?.getAttribute('aria-disabled') === 'true'
    return expect.poll(() => place.textContent?.includes('Assign to…') && !isGreyedOut())
  }
  await offered({ languages: ['de'], namespaces: ['app'] }).toBe(true)
  await offered({ languages: ['fr'], namespaces: ['app'] }).toBe(false)
  await offered({ languages: ['de'], namespaces: [] }).toBe(true)
  await offered({ languages: ['de'], namespaces: ['app', 'legal'] }).toBe(false)
})

test('more tasks than a page: all are counted, and shown on request', async () => {
  const before = (await tasks()).length
  const keys = [await addKey('many', 'Many')]
  const fields = { due: null, note: '', goal: 'translated' as const, languages: ['de'], assignees: [] }
  for (let index = before; index < 103; index++)
    await call(api.tasks.create, {
      params: { project: PROJECT },
      body: { ...fields, title: `Task ${index}`, select: { keys } },
    })
  const project = await call(api.projects.get, { params: { project: PROJECT } })
  root.render(inRouter(<TasksScreen project={project} shown="open" onShown={() => {}} />))
  const titles = () => Array.from(place.querySelectorAll('a[data-item]'), ({ textContent }) => textContent)
  await expect.poll(() => titles().length).toBe(100)
  expect(place.querySelector('[role=tab]')?.textContent).toContain('103')
  button('Show more', place)?.click()
  await expect.poll(() => titles().length).toBe(103)
  expect(titles().at(-1)).toBe('Task 102')
})
