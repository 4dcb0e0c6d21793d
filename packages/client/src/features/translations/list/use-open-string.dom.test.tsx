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
import { type OpenString, useOpenString } from './use-open-string.ts'

/** Moving from the last row of a loaded page to the next page, which is slow or fails. */

const COUNT = 150
const FILTER = { project: 'shop', language: 'de', q: '', round: 0 }

let root: Root
let list: StringList
let now: OpenString
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

function Probe() {
  const [key, setKey] = useState<number | null>(100)
  const state = useStore(list.state)
  now = useOpenString({ list, state, filter: FILTER, isCurrent: true }, { key, setKey, opensFirst: false })
  return null
}

beforeEach(async () => {
  await speakEnglish()
  second = []
  list = stringList(fetchPage, async () => [])
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
