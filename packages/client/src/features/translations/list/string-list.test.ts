import type { EditorRowReply } from '@dragoman/contract'
import { describe, expect, test, vi } from 'vitest'
import type { PageRequest } from '../queries.ts'
import { indexWithRow, keyAt, PAGE_SIZE, rowAt, type StringPage } from './list-state.ts'
import { stringList } from './string-list.ts'

function rowOf(id: number, text = '', version = 1): EditorRowReply {
  const translation = {
    keyId: id,
    language: 'de',
    forms: text === '' ? {} : { other: text },
    state: 'translated' as const,
    version,
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
  return { key, source: { ...translation, language: 'en' }, target: translation }
}

/** A server with keys 1…count; ids in `left` no longer match the filter. */
function serverOf(count: number) {
  const left = new Set<number>()
  const requests: PageRequest[] = []
  const fetchPage = async (request: PageRequest): Promise<StringPage> => {
    requests.push(request)
    const keys = Array.from({ length: count }, (_, index) => index + 1).filter((id) => !left.has(id))
    const start =
      request.cursor !== undefined
        ? keys.findIndex((id) => id > Number(request.cursor))
        : request.around !== undefined
          ? Math.max(0, keys.indexOf(request.around) - 50)
          : (request.offset ?? 0)
    const rows = start === -1 ? [] : keys.slice(start, start + request.limit).map((id) => rowOf(id))
    const last = rows.at(-1)?.key.id
    return {
      rows,
      offset: start,
      next: last === undefined || last === keys.at(-1) ? null : String(last),
      total: { count: keys.length, atLeast: false },
      issues: [],
    }
  }
  return { left, requests, fetchPage }
}

describe('list of strings', () => {
  test('loads the viewed pages once', async () => {
    const server = serverOf(250)
    const list = stringList(server.fetchPage)
    list.want(0, 120)
    list.want(0, 120)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    expect(list.state.get().total).toBe(250)
    expect(keyAt(list.state.get(), 120)).toBe(121)
    expect(server.requests).toHaveLength(2)
  })
  test('requests by index after a jump', async () => {
    const server = serverOf(100_000)
    const list = stringList(server.fetchPage)
    list.want(90_010, 90_020)
    await vi.waitFor(() => expect(keyAt(list.state.get(), 90_015)).toBe(90_016))
    expect(server.requests).toEqual([{ offset: 90_000, limit: PAGE_SIZE }])
  })
  test('the next page continues without a gap after saved rows have left the filter', async () => {
    const server = serverOf(250)
    const list = stringList(server.fetchPage)
    list.want(0, 10)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(1))
    for (const id of [1, 2, 3]) server.left.add(id)
    list.want(100, 110)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    expect(keyAt(list.state.get(), 99)).toBe(100)
    expect(keyAt(list.state.get(), 100)).toBe(101)
    expect(list.state.get().total).toBe(250)
  })
  test('a search without a known total grows while loading, up to its end', async () => {
    const server = serverOf(250)
    const vague = async (request: PageRequest) => {
      const reply = await server.fetchPage(request)
      const seen = reply.offset + reply.rows.length
      return reply.next === null
        ? reply
        : { ...reply, total: { count: Math.min(250, seen + 50), atLeast: true } }
    }
    const list = stringList(vague)
    list.want(0, 10)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 150, isAtLeast: true }))
    list.want(100, 110)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 250, isAtLeast: true }))
    list.want(200, 210)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 250, isAtLeast: false }))
  })
  test('finds a key with its index, or not', async () => {
    const list = stringList(serverOf(1000).fetchPage)
    expect(await list.find(700)).toBe(699)
    expect(rowAt(list.state.get(), 699)?.key.id).toBe(700)
    expect(await list.find(5000)).toBeNull()
  })
  test('a newer row replaces the old one, an older row does not', async () => {
    const list = stringList(serverOf(3).fetchPage)
    list.want(0, 2)
    await vi.waitFor(() => expect(list.state.get().total).toBe(3))
    list.update(rowOf(2, 'neu', 5))
    list.update(rowOf(2, 'alt', 4))
    expect(rowAt(list.state.get(), 1)?.target.forms.other).toBe('neu')
  })
  test('a deleted key whose row is received again is no longer gone, in the list or outside of it', async () => {
    const server = serverOf(3)
    const list = stringList(server.fetchPage)
    list.want(0, 2)
    await vi.waitFor(() => expect(list.state.get().total).toBe(3))
    for (const id of [1, 2, 3, 900]) list.markGone(id)
    list.update(rowOf(2))
    list.update(rowOf(900))
    expect([...list.state.get().gone]).toEqual([1, 3])
    expect(list.state.get().rows.has(900)).toBe(false)
    server.left.add(3)
    await list.refresh()
    expect([...list.state.get().gone]).toEqual([3])
  })
  test('a failed page is only retried on request', async () => {
    const server = serverOf(10)
    let isBroken = true
    const list = stringList((request) =>
      isBroken ? Promise.reject(new Error('down')) : server.fetchPage(request),
    )
    list.want(0, 5)
    await vi.waitFor(() => expect(list.state.get().failed.size).toBe(1))
    isBroken = false
    list.want(0, 5)
    expect(server.requests).toHaveLength(0)
    list.retry()
    await vi.waitFor(() => expect(list.state.get().total).toBe(10))
  })
  test('a row that a person asks for is loaded, although its page has failed', async () => {
    const server = serverOf(150)
    let isBroken = false
    const list = stringList((request) =>
      isBroken ? Promise.reject(new Error('down')) : server.fetchPage(request),
    )
    list.want(0, 5)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(1))
    isBroken = true
    list.want(100, 100)
    await vi.waitFor(() => expect(list.state.get().failed.size).toBe(1))
    isBroken = false
    list.wantAgain(100)
    expect(list.state.get().failed.size).toBe(0)
    await vi.waitFor(() => expect(keyAt(list.state.get(), 100)).toBe(101))
  })
  test('indexes of a loaded page without a row are skipped', async () => {
    const server = serverOf(250)
    const list = stringList(server.fetchPage)
    for (const id of [1, 2, 3]) server.left.add(id)
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(1))
    server.left.clear()
    list.want(200, 200) // by index, so that the page between ends with rows of this one
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    list.want(100, 100)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(3))
    const state = list.state.get()
    expect([keyAt(state, 197), indexWithRow(state, 197, 1)]).toEqual([null, 200])
    expect(indexWithRow(state, 199, -1)).toBe(196)
    expect([indexWithRow(state, -1, -1), indexWithRow(state, 5, 1)]).toEqual([-1, 5])
  })
  test('an empty list is filled by a refresh when strings have appeared', async () => {
    let count = 0
    const list = stringList((request) => serverOf(count).fetchPage(request))
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().total).toBe(0))
    count = 3
    await list.refresh()
    expect(list.state.get().total).toBe(3)
    expect(keyAt(list.state.get(), 2)).toBe(3)
  })
  test('a refresh during a request reads again after it', async () => {
    const server = serverOf(3)
    const texts = ['before', 'after']
    const answers: ((page: StringPage) => void)[] = []
    const list = stringList(() => new Promise((resolve) => answers.push(resolve)))
    list.want(0, 0)
    const refreshed = list.refresh()
    for (const text of texts) {
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      const page = await server.fetchPage({ offset: 0, limit: PAGE_SIZE })
      answers.pop()?.({ ...page, rows: page.rows.map((row) => rowOf(row.key.id, text)) })
    }
    await refreshed
    expect(rowAt(list.state.get(), 1)?.target.forms.other).toBe('after')
  })
})
