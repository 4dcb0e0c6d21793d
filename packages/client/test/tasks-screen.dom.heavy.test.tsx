import { api, type ProjectReply, type TaskReply } from '@dragoman/contract'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { TasksScreen } from '../src/features/tasks/TasksScreen.tsx'
import type { TaskList } from '../src/features/tasks/task-lists.ts'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { startShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { button, dialog, press } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** The lists of tasks by keyboard; each test starts with three open tasks. */

const { poll } = expect

let server: RealServer
let project: ProjectReply
let stop: () => void
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  const keys = [await addKey('total', 'Total'), await addKey('terms', 'Terms')]
  for (const [title, due] of [
    ['Some day', null],
    ['Soon', day(2)],
    ['Late', day(-3)],
  ] as const)
    await call(api.tasks.create, {
      params: { project: PROJECT },
      body: {
        title,
        due,
        note: '',
        goal: 'translated',
        languages: ['de'],
        assignees: [],
        select: { keys },
      },
    })
  project = await call(api.projects.get, { params: { project: PROJECT } })
  stop = startShortcuts()
})
afterAll(() => {
  stop()
  return server.close()
})
beforeEach(async () => {
  root = createRoot(place)
  root.render(inRouter(<Screen />))
  await poll(titles).toEqual(['Late', 'Soon', 'Some day'])
})
afterEach(() => {
  toasts.clear()
  root.unmount()
})

function Screen() {
  const [shown, setShown] = useState<TaskList>('open')
  return <TasksScreen project={project} shown={shown} onShown={setShown} />
}

/** Returns a date like `2026-11-30`, some days from now. */
function day(ahead: number): string {
  const date = new Date()
  date.setDate(date.getDate() + ahead)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const rows = () => [...place.querySelectorAll<HTMLElement>('a[data-item]')]
const titles = () => rows().map(({ textContent }) => textContent)
const notices = () => toasts.visibleToasts.map(({ content }) => content.text)
const focused = () => document.activeElement?.textContent
const onServer = async (state: 'open' | 'done'): Promise<readonly TaskReply[]> =>
  (await call(api.tasks.list, { params: { project: PROJECT }, query: { state, limit: 100 } })).tasks

async function choose(role: 'tab' | 'menuitem', name: string): Promise<void> {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>(`[role=${role}]`)].find((one) =>
      one.textContent?.startsWith(name),
    )
  await poll(found).toBeDefined()
  found()?.click()
}

/** Selects an entry of the menu of a task. */
async function act(title: string, entry: string): Promise<void> {
  const row = rows().find(({ textContent }) => textContent === title)
  row?.closest('li')?.querySelector<HTMLElement>('button')?.click()
  await choose('menuitem', entry)
}

test('the key for the next row moves through the tasks', async () => {
  press('j')
  await poll(focused).toBe('Late')
  press('j')
  await poll(focused).toBe('Soon')
})

test('a task leads to its strings', () => {
  expect(rows()[0]?.getAttribute('href')).toMatch(/^\/p\/shop\/translate\/de\?q=task/)
})

test('a completed task leaves the list, the next one gets the focus, and undo reopens it', async () => {
  rows()[1]?.focus()
  await poll(() => rows()[1]?.dataset.current).toBe('true')
  press('d')
  await poll(titles).toEqual(['Late', 'Some day'])
  await poll(focused).toBe('Some day')
  await poll(notices).toEqual(['“Soon” is done'])
  expect((await onServer('done')).map(({ title }) => title)).toEqual(['Soon'])
  undoLast()
  await poll(titles).toEqual(['Late', 'Soon', 'Some day'])
  expect(await onServer('done')).toEqual([])
})

test('after a task is completed in its menu, the next one has the focus', async () => {
  rows()[1]?.focus()
  await act('Soon', 'Mark as done')
  await poll(() => document.querySelector('[role=menu]')).toBeNull()
  await poll(focused).toBe('Some day')
  await poll(titles).toEqual(['Late', 'Some day'])
  expect(focused()).toBe('Some day')
  await poll(notices).toEqual(['“Soon” is done'])
  undoLast()
  await poll(titles).toEqual(['Late', 'Soon', 'Some day'])
})

test('overdue tasks have a list of their own, with the number of days', async () => {
  await choose('tab', 'Overdue')
  await poll(titles).toEqual(['Late'])
  expect(place.textContent).toContain('3 days overdue')
})

test('a deleted task leaves the list, and undo restores it', async () => {
  await act('Late', 'Delete')
  await poll(titles).toEqual(['Soon', 'Some day'])
  await poll(notices).toEqual(['“Late” deleted'])
  undoLast()
  await poll(titles).toEqual(['Late', 'Soon', 'Some day'])
})

test('a list without tasks shows why it is empty', async () => {
  await act('Late', 'Delete')
  await choose('tab', 'Overdue')
  await poll(() => place.textContent).toContain('Nothing is overdue')
  await poll(notices).toEqual(['“Late” deleted'])
  undoLast()
  await poll(titles).toEqual(['Late'])
})

test('a new task: only a count of 0 is refused, not one that is unknown', async () => {
  onTestFinished(() => server.proxy.behave(() => null))
  let fail = () => {}
  const until = new Promise<void>((resolve) => {
    fail = resolve
  })
  server.proxy.behave((path) => (path.endsWith('/overview') ? { until, status: 500 } : null))
  button('New task', place)?.click()
  await poll(() => button('Counting strings…', dialog())?.getAttribute('aria-busy')).toBe('true')
  fail()
  await poll(() => dialog()?.querySelector('[role=alert]')).not.toBeNull()

  server.proxy.behave(() => null)
  button('Try again', dialog())?.click()
  await poll(() => button('Choose 2 strings', dialog())).toBeDefined()
  expect(dialog()?.querySelector('[role=alert]')).toBeNull()
})
