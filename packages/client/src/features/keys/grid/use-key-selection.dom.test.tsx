import type { GridRow } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { toasts } from '../../../lib/notices/toast.ts'
import { type GridRows, useGridRows } from './use-grid-rows.ts'
import { type KeySelection, useKeySelection } from './use-key-selection.ts'

const COUNT = 500

let client: QueryClient
/** The key of each row on the server; its index plus one at first. */
let keyAt: (index: number) => number
/** Offsets of the pages that were requested. */
let requested: number[]
/** How the server responds to the request of a page. */
let respond: (offset: number) => Response | Promise<Response>
let root: Root
let shown: { readonly rows: GridRows; readonly selection: KeySelection } | null
/** Makes a row the first visible one. */
let scrollTo: (first: number) => void

function rowOf(id: number): GridRow {
  const key = {
    id,
    namespace: 'n',
    name: `k${id}`,
    plural: 'none' as const,
    path: [`k${id}`],
    description: '',
  }
  return { key: { ...key, tags: [], maxLength: null, syntax: null, version: 1 }, translations: [] }
}

function pageAt(offset: number): Response {
  const rows = Array.from({ length: 100 }, (_, index) => rowOf(keyAt(offset + index)))
  const next = offset + 100 < COUNT ? `after ${offset}` : null
  return Response.json({ rows, next, total: { count: COUNT, atLeast: false }, issues: [] })
}

function Probe() {
  const [first, setFirst] = useState(0)
  scrollTo = setFirst
  const filter = { languages: ['de'], columns: ['de'], q: 'key:k*' }
  const rows = useGridRows({ project: 'shop', filter, visible: { first, last: first + 40 }, all: COUNT })
  shown = { rows, selection: useKeySelection(rows, filter.q) }
  return null
}

beforeAll(speakEnglish)
beforeEach(async () => {
  shown = null
  requested = []
  keyAt = (index) => index + 1
  respond = pageAt
  vi.stubGlobal('fetch', async (address: string) => {
    const offset = Number(new URL(address, 'http://localhost').searchParams.get('offset'))
    requested.push(offset)
    return respond(offset)
  })
  client = new QueryClient()
  root = createRoot(document.createElement('div'))
  root.render(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  await expect.poll(() => shown?.rows.rowAt(0)).toBeDefined()
})
afterEach(() => {
  toasts.clear()
  root.unmount()
  vi.unstubAllGlobals()
})

/** Changes the rows on the server, and waits until a row on the screen shows it. */
async function changeRows(keysNow: (index: number) => number, visible: number): Promise<void> {
  keyAt = keysNow
  await client.invalidateQueries()
  await expect.poll(() => grid().rows.rowAt(visible)?.key.id).toBe(keysNow(visible))
}
/** With rows of other keys above all others. */
const withAdded = (added: number) => (index: number) => (index < added ? 9000 + index : index - added + 1)
const withoutFirst = (removed: number) => (index: number) => index + removed + 1

const grid = () => {
  if (shown === null) throw new Error('nothing is shown')
  return shown
}
const scroll = async (first: number) => {
  flushSync(() => scrollTo(first))
  await expect.poll(() => grid().rows.rowAt(first)).toBeDefined()
}
const toggle = (...of: Parameters<KeySelection['toggle']>) => flushSync(() => grid().selection.toggle(...of))
const selected = () => [...grid().selection.keys]
const keysBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index + 1)

test('a range contains the rows that were scrolled past, which are loaded first', async () => {
  await scroll(100)
  toggle(150, 'one')
  await scroll(310)
  expect(requested).not.toContain(200)
  toggle(350, 'range')
  await expect.poll(selected).toEqual(keysBetween(150, 350))
  expect(requested).toContain(200)
})

test('a range is selected immediately if its rows have been loaded', async () => {
  toggle(20, 'one')
  await scroll(100)
  await scroll(210)
  toggle(250, 'range')
  expect(selected()).toEqual(keysBetween(20, 250))
})

test('nothing is selected if a row of the range cannot be loaded, which is reported', async () => {
  toggle(50, 'one')
  await scroll(310)
  respond = () => Response.json({ code: 'unexpected' }, { status: 500 })
  toggle(350, 'range')
  await expect.poll(() => toasts.visibleToasts.length).toBe(1)
  expect(toasts.visibleToasts[0]?.content).toMatchObject({
    text: 'Something went wrong on the server. Try again. If it happens again, contact the operator, who can find the error in the log.',
    tone: 'problem',
  })
  expect(selected()).toEqual([51])
})

test('a row that is selected while a range loads ends the range', async () => {
  toggle(50, 'one')
  await scroll(310)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  respond = (offset) => answered.then(() => pageAt(offset))
  toggle(350, 'range')
  await expect.poll(() => requested).toContain(100)
  toggle(320, 'one')
  answer()
  await expect.poll(() => requested).toContain(200)
  await grid().rows.loadRows(100, 299)
  expect(selected()).toEqual([51, 321])
})

test('a range starts at its row after rows above it were added', async () => {
  toggle(20, 'one')
  await changeRows(withAdded(2), 20)
  toggle(25, 'range')
  expect(selected()).toEqual([21, 22, 23, 24])
})

test('a range starts at its row after rows above it were removed', async () => {
  toggle(20, 'one')
  await changeRows(withoutFirst(3), 20)
  toggle(20, 'range')
  expect(selected()).toEqual([21, 22, 23, 24])
})

test('a range starts at the row that has taken the place of its first row', async () => {
  toggle(20, 'one')
  await changeRows((index) => (index < 20 ? index + 1 : index + 2), 20)
  await changeRows((index) => (index < 17 ? index + 4 : index + 5), 20)
  toggle(20, 'range')
  expect(selected()).toEqual([21, 22, 23, 24, 25])
})

test('a range that starts out of sight starts at its row after the list has changed, which is reported', async () => {
  await scroll(100)
  toggle(150, 'one')
  await scroll(310)
  await changeRows(withAdded(2), 310)
  toggle(350, 'range')
  await expect.poll(() => toasts.visibleToasts.length).toBe(1)
  expect(selected()).toEqual([151])
  toggle(350, 'range')
  expect(selected()).toEqual(keysBetween(150, 348))
})

test('no range starts at a row that has left the list out of sight, which is reported', async () => {
  await scroll(100)
  toggle(150, 'one')
  await scroll(310)
  await changeRows((index) => (index < 150 ? index + 1 : index + 2), 310)
  toggle(350, 'range')
  await expect.poll(() => toasts.visibleToasts.length).toBe(1)
  toggle(350, 'range')
  expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual([
    'The list has changed meanwhile. Select again.',
    'The list has changed meanwhile. Select again.',
  ])
  expect(selected()).toEqual([151])
  toggle(350, 'range')
  expect(selected()).toEqual([151, 352])
})
