import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { useStore } from '../../../lib/use-store.ts'
import type { PageRequest } from '../queries.ts'
import type { StringPage } from './list-state.ts'
import { type FetchPage, type StringList, stringList } from './string-list.ts'
import type { FetchRows } from './suspect-rows.ts'
import { type OpenString, useOpenString } from './use-open-string.ts'

/**
 * Moving from the last row of a loaded page to the next page, which is slow or fails, and opening rows that are to be read
 * again.
 */

const COUNT = 150
const FILTER = { project: 'shop', language: 'de', q: '', round: 0 }

let root: Root
let list: StringList
let now: OpenString
let isConnected: boolean
/** Requests of rows by their keys. */
let reads: { readonly keys: readonly number[]; readonly answer: () => void; readonly fail: () => void }[]
/** Requests of the second page. */
let second: { readonly answer: () => void; readonly fail: () => void }[]

function rowOf(id: number): StringPage['rows'][number] {
  const text = {
    keyId: id,
    language: 'de',
    forms: {},
    state: 'untranslated' as const,
    version: 0,
    sourceVersion: 0,
    outdated: false,
    failing: false,
    actor: null,
    updatedAt: null,
  }
  const key = {
    id,
    namespace: 'n',
    name: `k${id}`,
    plural: 'none' as const,
    path: [`k${id}`],
    description: '',
    tags: [],
    maxLength: null,
    syntax: null,
    version: 1,
  }
  return { key, source: { ...text, language: 'en' }, target: text }
}

const fetchPage: FetchPage = ({ cursor, limit }: PageRequest) => {
  const from = cursor === undefined ? 0 : Number(cursor)
  const ids = Array.from({ length: Math.min(limit, COUNT - from) }, (_, at) => from + at + 1)
  const page: StringPage = {
    rows: ids.map(rowOf),
    offset: from,
    next: from + limit < COUNT ? String(from + limit) : null,
    total: { count: COUNT, atLeast: false },
    issues: [],
  }
  if (from === 0) return Promise.resolve(page)
  return new Promise((resolve, reject) => {
    second.push({ answer: () => resolve(page), fail: () => reject(new TypeError('offline')) })
  })
}

const fetchRows: FetchRows = (keys) =>
  new Promise((resolve, reject) => {
    reads.push({
      keys,
      answer: () => resolve(keys.map(rowOf)),
      fail: () => reject(new TypeError('offline')),
    })
  })

function Probe() {
  const [key, setKey] = useState<number | null>(100)
  const state = useStore(list.state)
  now = useOpenString(
    { list, state, filter: FILTER, isCurrent: true },
    { key, setKey, opensFirst: false, isConnected },
  )
  return null
}

beforeEach(async () => {
  await speakEnglish()
  second = []
  reads = []
  isConnected = true
  list = stringList(fetchPage, fetchRows)
  list.want(0, 0)
  await expect.poll(() => list.state.get().total).toBe(COUNT)
  root = createRoot(document.createElement('div'))
  const client = new QueryClient()
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    ),
  )
  // The rows after the open one are loaded in advance.
  await expect.poll(() => second.length).toBe(1)
})
afterEach(() => root.unmount())

test('the first row of the next page opens when it arrives', async () => {
  expect(now.move(1)).toBe('loading')
  expect(now.keyId).toBe(100)
  second[0]?.answer()
  await expect.poll(() => now.keyId).toBe(101)
})

test('it does not open once another string is open', async () => {
  expect(now.move(1)).toBe('loading')
  flushSync(() => now.open(42))
  second[0]?.answer()
  await expect.poll(() => list.state.get().pages.size).toBe(2)
  expect(now.keyId).toBe(42)
})

test('a page that failed is requested again, and a failure is announced', async () => {
  expect(now.move(1)).toBe('loading')
  second[0]?.fail()
  await expect.poll(() => document.getElementById('announce-assertive')?.textContent).toContain('server')
  expect(now.move(1)).toBe('loading')
  await expect.poll(() => second.length).toBe(2)
  second[1]?.answer()
  await expect.poll(() => now.keyId).toBe(101)
})

test('only the last string is the end', async () => {
  second[0]?.answer()
  await expect.poll(() => list.state.get().pages.size).toBe(2)
  flushSync(() => now.open(COUNT))
  expect(now.move(1)).toBe('end')
  expect(now.move(-1)).toBe('moved')
})

/** All rows are suspect, as after a gap in the live events. */
async function refresh() {
  second[0]?.answer()
  await expect.poll(() => list.state.get().pages.size).toBe(2)
  flushSync(() => void list.refresh().catch(() => {}))
  await expect.poll(() => reads.length).toBeGreaterThan(0)
}

function openAndSee(keyId: number): number | undefined {
  flushSync(() => now.open(keyId))
  return now.row?.key.id
}

test('a row that is being read is shown when it arrives, and one on the screen stays', async () => {
  await refresh()
  expect(now.row?.key.id).toBe(100)
  expect(openAndSee(42)).toBeUndefined()
  for (const read of reads) read.answer()
  await expect.poll(() => now.row?.key.id).toBe(42)
})

test('rows that could not be read are shown immediately while they are read again', async () => {
  await refresh()
  expect(openAndSee(42)).toBeUndefined()
  for (const read of reads) read.fail()
  await expect.poll(() => now.row?.key.id).toBe(42)
  await expect.poll(() => list.state.get().suspect.get(43)).toBe('again')
  expect(openAndSee(43)).toBe(43)
})

test('a row that could not be read again is shown, and read once more when it is opened', async () => {
  await refresh()
  for (const read of reads.splice(0)) read.fail()
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  for (const read of reads.splice(0)) read.fail()
  // the open row requests it once more
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  for (const read of reads.splice(0)) read.fail()
  await expect.poll(() => list.state.get().suspect.get(42)).toBe('failed')
  expect(openAndSee(42)).toBe(42)
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  expect(openAndSee(43)).toBe(43)
  for (const read of reads) read.answer()
  await expect.poll(() => list.state.get().suspect.has(42)).toBe(false)
})

test('a loaded row is read while the next page is still loading', async () => {
  flushSync(() => void list.refresh().catch(() => {}))
  expect(openAndSee(42)).toBeUndefined()
  await expect.poll(() => reads.length).toBe(1)
  reads[0]?.answer()
  await expect.poll(() => now.row?.key.id).toBe(42)
})

test('without a connection, rows are shown as they are', async () => {
  await refresh()
  isConnected = false
  expect(openAndSee(42)).toBe(42)
})
