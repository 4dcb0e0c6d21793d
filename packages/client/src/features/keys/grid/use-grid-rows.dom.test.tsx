import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GridRows, useGridRows } from './use-grid-rows.ts'

type Filter = { readonly q: string; readonly columns: readonly string[] }

/** What the server counts, by filter and the offset of a page. */
let totals: ReadonlyMap<string, { readonly count: number; readonly atLeast: boolean }>
let client: QueryClient
let root: Root
let rows: GridRows | null

function Probe({ q, columns, first }: Filter & { readonly first: number }) {
  const filter = { languages: columns, columns, q }
  rows = useGridRows({ project: 'shop', filter, visible: { first, last: first + 40 }, all: 5000 })
  return null
}

function show(filter: Filter, first = 0) {
  root.render(
    <QueryClientProvider client={client}>
      <Probe {...filter} first={first} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  rows = null
  totals = new Map()
  client = new QueryClient()
  root = createRoot(document.createElement('div'))
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost')
    const page = ['languages', 'q', 'offset'].map((name) => searchParams.get(name)).join(' ')
    return Response.json({ rows: [], next: null, total: totals.get(page), issues: [] })
  })
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

const counted = () => [rows?.count, rows?.isAtLeast]

test('the number of rows of another filter is not that of the one before', async () => {
  totals = new Map([
    ['de tag:x 0', { count: 1200, atLeast: false }],
    ['de by:mara 0', { count: 201, atLeast: true }],
  ])
  show({ q: 'tag:x', columns: ['de'] })
  await expect.poll(counted).toEqual([1200, false])
  show({ q: 'by:mara', columns: ['de'] })
  await expect.poll(counted).toEqual([201, true])
})

test('the number of rows grows while scrolling, until other columns are searched', async () => {
  totals = new Map([
    ['de by:mara 0', { count: 201, atLeast: true }],
    ['de by:mara 1100', { count: 1301, atLeast: true }],
    ['pl by:mara 0', { count: 201, atLeast: true }],
  ])
  show({ q: 'by:mara', columns: ['de'] })
  await expect.poll(counted).toEqual([201, true])
  show({ q: 'by:mara', columns: ['de'] }, 1100)
  await expect.poll(counted).toEqual([1301, true])
  show({ q: 'by:mara', columns: ['de'] })
  await expect.poll(counted).toEqual([1301, true])
  show({ q: 'by:mara', columns: ['pl'] })
  await expect.poll(counted).toEqual([201, true])
})
