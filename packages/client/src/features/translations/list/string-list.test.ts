import type { EditorRowReply } from '@dragoman/contract'
import { describe, expect, test, vi } from 'vitest'
import { PAGE_SIZE } from '../../../lib/server/editor-page.ts'
import type { PageRequest } from '../queries.ts'
import { indexWithRow, keyAt, rowAt, type StringPage } from './list-state.ts'
import { type StringList, stringList } from './string-list.ts'

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

/**
 * A server with keys 1…count; ids in `left` no longer match the filter, and those in `removed` were deleted. Rows have
 * the text and version of `change`, once it is called.
 */
function serverOf(count: number) {
  const left = new Set<number>()
  const removed = new Set<number>()
  const requests: PageRequest[] = []
  /** The keys that were read by id. */
  const reads: (readonly number[])[] = []
  let [text, version] = ['', 1]
  const change = (next: string) => {
    text = next
    version++
  }
  const fetchRows = async (keyIds: readonly number[]) => {
    reads.push(keyIds)
    return keyIds.filter((id) => id <= count && !removed.has(id)).map((id) => rowOf(id, text, version))
  }
  const fetchPage = async (request: PageRequest): Promise<StringPage> => {
    requests.push(request)
    const keys = idsTo(count).filter((id) => !left.has(id) && !removed.has(id))
    const start =
      request.cursor !== undefined
        ? keys.filter((id) => id <= Number(request.cursor)).length + (request.offset ?? 0)
        : request.around !== undefined
          ? Math.max(0, keys.indexOf(request.around) - 50)
          : (request.offset ?? 0)
    const rows = keys.slice(start, start + request.limit).map((id) => rowOf(id, text, version))
    const last = rows.at(-1)?.key.id
    return {
      rows,
      offset: start,
      next: last === undefined || last === keys.at(-1) ? null : String(last),
      total: { count: keys.length, atLeast: false },
      issues: [],
    }
  }
  return { left, removed, requests, reads, change, fetchPage, fetchRows }
}

const NO_ROWS = async () => []

describe('list of strings', () => {
  test('loads the viewed pages once', async () => {
    const server = serverOf(250)
    const list = stringList(server.fetchPage, server.fetchRows)
    list.want(0, 120)
    list.want(0, 120)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    expect(list.state.get().total).toBe(250)
    expect(keyAt(list.state.get(), 120)).toBe(121)
    expect(server.requests).toHaveLength(2)
  })
  test('requests by index after a jump', async () => {
    const server = serverOf(100_000)
    const list = stringList(server.fetchPage, server.fetchRows)
    list.want(90_010, 90_020)
    await vi.waitFor(() => expect(keyAt(list.state.get(), 90_015)).toBe(90_016))
    expect(server.requests).toEqual([{ offset: 90_000, limit: PAGE_SIZE }])
  })
  test('the next page continues without a gap after saved rows have left the filter', async () => {
    const server = serverOf(250)
    const list = stringList(server.fetchPage, server.fetchRows)
    list.want(0, 10)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(1))
    for (const id of [1, 2, 3]) server.left.add(id)
    list.want(100, 110)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    expect(keyAt(list.state.get(), 99)).toBe(100)
    expect(keyAt(list.state.get(), 100)).toBe(101)
    expect(list.state.get().total).toBe(250)
  })
  test.each(['downwards', 'upwards'])(
    'all strings are found %s from a jump after saved rows have left the filter',
    async (direction) => {
      const server = serverOf(600)
      const list = stringList(server.fetchPage, server.fetchRows)
      await load(list, 0)
      for (let id = 1; id <= 30; id++) server.left.add(id)
      await load(list, 2)
      for (let id = 201; id <= 230; id++) server.left.add(id)
      await load(list, 5)
      for (const page of direction === 'upwards' ? [4, 3, 1] : [1, 3, 4]) await load(list, page)
      const { places, total } = list.state.get()
      expect([...places].sort(([, one], [, other]) => one - other).map(([id]) => id)).toEqual(idsTo(600))
      expect(total).toBe(600)
    },
  )
  test('strings at the end stay in the list after those before them have left the filter', async () => {
    const server = serverOf(400)
    const list = stringList(server.fetchPage, server.fetchRows)
    for (const page of [0, 3]) await load(list, page)
    for (let id = 101; id <= 250; id++) server.left.add(id)
    for (const page of [2, 1]) await load(list, page)
    const state = list.state.get()
    expect(state.total).toBe(400)
    expect([...state.places.keys()].sort((one, other) => one - other)).toEqual([
      ...idsTo(100),
      ...idsTo(400).slice(250),
    ])
  })
  test('a key is found after saved rows have left the filter', async () => {
    const server = serverOf(900)
    const list = stringList(server.fetchPage, server.fetchRows)
    for (const page of [0, 1, 2]) await load(list, page)
    for (let id = 1; id <= 250; id++) server.left.add(id)
    expect(await list.find(701)).toBe(700)
    expect(rowAt(list.state.get(), 700)?.key.id).toBe(701)
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
    const list = stringList(vague, NO_ROWS)
    list.want(0, 10)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 150, isAtLeast: true }))
    list.want(100, 110)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 250, isAtLeast: true }))
    list.want(200, 210)
    await vi.waitFor(() => expect(list.state.get()).toMatchObject({ total: 250, isAtLeast: false }))
  })
  /** Shows the pages of a server with 650 keys, which knows how many match only in some replies. */
  async function viewPages(server: Server, isExact: (page: number) => boolean, ...pages: number[]) {
    let page = 0
    const list = stringList(async (request) => {
      const reply = await server.fetchPage(request)
      const vague = { count: reply.offset + reply.rows.length + 50, atLeast: true }
      return isExact(page) || reply.next === null ? reply : { ...reply, total: vague }
    }, NO_ROWS)
    const totals: unknown[] = []
    for (page of pages) {
      await load(list, page)
      const { total, isAtLeast } = list.state.get()
      totals.push(isAtLeast ? `at least ${total}` : total)
    }
    return totals
  }
  test('a total that becomes exact replaces the number that was known before', async () => {
    expect(await viewPages(serverOf(650), (page) => page === 2, 0, 2, 1)).toEqual(['at least 150', 650, 650])
  })
  test('the end of the list stays known, although a later reply does not contain it', async () => {
    expect(await viewPages(serverOf(650), () => false, 0, 3, 1, 6, 5)).toEqual([
      'at least 150',
      'at least 450',
      'at least 450',
      650,
      650,
    ])
  })
  test('finds a key with its index, or not', async () => {
    const list = stringList(serverOf(1000).fetchPage, NO_ROWS)
    expect(await list.find(700)).toBe(699)
    expect(rowAt(list.state.get(), 699)?.key.id).toBe(700)
    expect(await list.find(5000)).toBeNull()
  })
  test('a newer row replaces the old one, an older row does not', async () => {
    const list = stringList(serverOf(3).fetchPage, NO_ROWS)
    list.want(0, 2)
    await vi.waitFor(() => expect(list.state.get().total).toBe(3))
    list.update(rowOf(2, 'neu', 5))
    list.update(rowOf(2, 'alt', 4))
    expect(rowAt(list.state.get(), 1)?.target.forms.other).toBe('neu')
  })
  test('a deleted key whose row is received again is no longer gone, in the list or outside of it', async () => {
    const server = serverOf(3)
    const list = stringList(server.fetchPage, server.fetchRows)
    list.want(0, 2)
    await vi.waitFor(() => expect(list.state.get().total).toBe(3))
    for (const id of [1, 2, 3, 900]) list.markGone(id)
    list.update(rowOf(2))
    list.update(rowOf(900))
    expect([...list.state.get().gone]).toEqual([1, 3])
    expect(list.state.get().rows.has(900)).toBe(false)
    server.removed.add(3)
    await list.refresh()
    expect([...list.state.get().gone]).toEqual([3])
  })
  test('a failed page is only retried on request', async () => {
    const server = serverOf(10)
    let isBroken = true
    const list = stringList(
      (request) => (isBroken ? Promise.reject(new Error('down')) : server.fetchPage(request)),
      NO_ROWS,
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
    const list = stringList(
      (request) => (isBroken ? Promise.reject(new Error('down')) : server.fetchPage(request)),
      NO_ROWS,
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
    const list = stringList(server.fetchPage, server.fetchRows)
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(1))
    list.want(200, 200)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(2))
    for (const id of [101, 102, 103]) server.left.add(id) // so that the page between ends with rows of the last one
    list.want(100, 100)
    await vi.waitFor(() => expect(list.state.get().pages.size).toBe(3))
    const state = list.state.get()
    expect([keyAt(state, 197), indexWithRow(state, 197, 1)]).toEqual([null, 200])
    expect(indexWithRow(state, 199, -1)).toBe(196)
    expect([indexWithRow(state, -1, -1), indexWithRow(state, 5, 1)]).toEqual([-1, 5])
  })
  test('an empty list is filled by a refresh when strings have appeared', async () => {
    let count = 0
    const list = stringList((request) => serverOf(count).fetchPage(request), NO_ROWS)
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().total).toBe(0))
    count = 3
    await list.refresh()
    expect(list.state.get().total).toBe(3)
    expect(keyAt(list.state.get(), 2)).toBe(3)
  })
  test('a list that could not be loaded is loaded by a refresh', async () => {
    let read = async (_: PageRequest): Promise<StringPage> => Promise.reject(new Error('unknown language'))
    const list = stringList((request) => read(request), NO_ROWS)
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().failed.size).toBe(1))
    read = (request) => serverOf(3).fetchPage(request)
    await list.refresh()
    expect([list.state.get().total, list.state.get().failed.size]).toEqual([3, 0])
  })
  test('an empty list that cannot be filled reports it, and is filled when that is retried', async () => {
    let read = async (_: PageRequest) => serverOf(0).fetchPage({ offset: 0, limit: PAGE_SIZE })
    const list = stringList((request) => read(request), NO_ROWS)
    list.want(0, 0)
    await vi.waitFor(() => expect(list.state.get().total).toBe(0))
    read = () => Promise.reject(new Error('too busy'))
    await list.refresh()
    expect(list.state.get().failed.get(0)).toEqual(new Error('too busy'))
    read = (request) => serverOf(3).fetchPage(request)
    list.retry()
    await vi.waitFor(() => expect(list.state.get().total).toBe(3))
    expect(list.state.get().failed.size).toBe(0)
  })
  test('strings that fill an empty list during another change are read again', async () => {
    const server = serverOf(3)
    const answers: ((page: StringPage) => void)[] = []
    const list = stringList(() => new Promise((resolve) => answers.push(resolve)), server.fetchRows)
    list.want(0, 0)
    answers[0]?.(await serverOf(0).fetchPage({ offset: 0, limit: PAGE_SIZE }))
    await vi.waitFor(() => expect(list.state.get().total).toBe(0))
    const first = list.refresh()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    const before = await server.fetchPage({ offset: 0, limit: PAGE_SIZE })
    server.change('neu')
    const second = list.refresh()
    answers[1]?.(before)
    await Promise.all([first, second])
    expect(textOf(list, 1)).toBe('neu')
  })
  test('a refresh during a request reads again after it', async () => {
    const server = serverOf(3)
    let answer = (_: StringPage) => {}
    const list = stringList(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      server.fetchRows,
    )
    list.want(0, 0)
    const before = await server.fetchPage({ offset: 0, limit: PAGE_SIZE })
    server.change('after')
    const refreshed = list.refresh()
    answer(before)
    await refreshed
    expect(textOf(list, 1)).toBe('after')
  })
  test('a refresh reads viewed rows that have left the filter, and others when they are viewed', async () => {
    const server = serverOf(250)
    const list = await loadedList(server)
    for (let id = 1; id <= 60; id++) server.left.add(id)
    server.change('neu')
    await list.refresh()
    expect([textOf(list, 0), textOf(list, 99)]).toEqual(['neu', 'neu'])
    expect(textOf(list, 120)).toBe('')
    list.want(110, 125)
    await vi.waitFor(() => expect(textOf(list, 120)).toBe('neu'))
    expect(keyAt(list.state.get(), 120)).toBe(121)
    expect(list.state.get().suspect.size).toBe(0)
    expect(server.reads.map((keys) => keys.length)).toEqual([100, 100])
    list.want(0, 125)
    expect(server.reads).toHaveLength(2)
  })
  test('a row whose reading failed is read again when a person asks for it, or by the next refresh', async () => {
    const server = serverOf(150)
    let isBroken = true
    const list = await loadedList({
      ...server,
      fetchRows: (keys) => (isBroken ? Promise.reject(new Error('down')) : server.fetchRows(keys)),
    })
    server.change('neu')
    await expect(list.refresh()).rejects.toThrow('down')
    expect(list.state.get().suspect.get(1)).toBe('failed')
    isBroken = false
    list.want(0, 10)
    expect(list.state.get().suspect.get(1)).toBe('failed')
    list.wantAgain(0)
    await vi.waitFor(() => expect(textOf(list, 0)).toBe('neu'))
    server.change('neuer')
    await list.refresh()
    expect(textOf(list, 0)).toBe('neuer')
  })
  test('rows whose reading failed are read again when a person returns to their page', async () => {
    const server = serverOf(350)
    let isBroken = true
    const list = await loadedList({
      ...server,
      fetchRows: (keys) => (isBroken ? Promise.reject(new Error('down')) : server.fetchRows(keys)),
    })
    server.change('neu')
    await expect(list.refresh()).rejects.toThrow('down')
    isBroken = false
    list.wantAround(5, 15)
    list.want(0, 10)
    list.want(200, 210)
    list.wantAround(5, 15)
    expect(list.state.get().suspect.get(1)).toBe('failed')
    list.want(0, 10)
    await vi.waitFor(() => expect(textOf(list, 0)).toBe('neu'))
    expect(list.state.get().suspect.has(1)).toBe(false)
  })
  test('a single row that could not be read is read again when a person returns to its page', async () => {
    const server = serverOf(350)
    const list = await loadedList(server)
    server.change('neu')
    list.markUnread(3)
    list.markUnread(300)
    expect([...list.state.get().suspect]).toEqual([[3, 'failed']])
    list.want(200, 210)
    list.want(0, 10)
    await vi.waitFor(() => expect(textOf(list, 2)).toBe('neu'))
  })
  test('a refresh while rows are read again reads them once more, also after a failure', async () => {
    const server = serverOf(3)
    const fails: (() => void)[] = []
    const list = await loadedList({
      ...server,
      fetchRows: (keys) =>
        fails.length === 0
          ? new Promise((_, reject) => fails.push(() => reject(new Error('down'))))
          : server.fetchRows(keys),
    })
    const first = list.refresh()
    await vi.waitFor(() => expect(fails).toHaveLength(1))
    server.change('neu')
    const second = list.refresh()
    fails[0]?.()
    await Promise.all([first, second])
    expect(textOf(list, 2)).toBe('neu')
  })
  test('a save does not make the source of a suspect row trusted', async () => {
    const server = serverOf(3)
    const list = await loadedList(server)
    server.change('neu')
    const refreshed = list.refresh()
    const row = rowOf(1, '', 1)
    list.update({ ...row, target: { ...row.target, forms: { other: 'gespeichert' }, version: 9 } })
    expect(list.state.get().suspect.has(1)).toBe(true)
    await refreshed
    const read = rowAt(list.state.get(), 0)
    expect([read?.source.forms.other, read?.target.forms.other]).toEqual(['neu', 'gespeichert'])
  })
})

type Server = Pick<ReturnType<typeof serverOf>, 'fetchPage' | 'fetchRows'>

/** Resolves when a page of the list is loaded, because a person has jumped to it. */
async function load(list: StringList, page: number): Promise<void> {
  list.want(page * PAGE_SIZE, page * PAGE_SIZE)
  await vi.waitFor(() => expect(list.state.get().pages.has(page)).toBe(true))
}

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Returns a list whose first pages are loaded, and whose first rows are in view. */
async function loadedList({ fetchPage, fetchRows }: Server) {
  const list = stringList(fetchPage, fetchRows)
  list.want(0, 120)
  await vi.waitFor(() => expect(list.isLoading()).toBe(false))
  list.want(0, 10)
  return list
}

function textOf(list: StringList, index: number): string {
  return rowAt(list.state.get(), index)?.target.forms.other ?? ''
}
