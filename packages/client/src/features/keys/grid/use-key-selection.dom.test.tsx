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

/** The key of each row is its index plus one. */
function pageAt(offset: number): Response {
  const rows = Array.from({ length: 100 }, (_, index) => rowOf(offset + index + 1))
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
  respond = pageAt
  vi.stubGlobal('fetch', async (address: string) => {
    const offset = Number(new URL(address, 'http://localhost').searchParams.get('offset'))
    requested.push(offset)
    return respond(offset)
  })
  root = createRoot(document.createElement('div'))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  await expect.poll(() => shown?.rows.rowAt(0)).toBeDefined()
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

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
    text: 'Something went wrong on the server. The error was logged.',
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
