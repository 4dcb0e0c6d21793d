import { api } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import {
  StringListView,
  type StringListViewProps,
} from '../src/features/translations/list/StringListView.tsx'
import { stringList } from '../src/features/translations/list/string-list.ts'
import { useLiveRows } from '../src/features/translations/list/use-live-rows.ts'
import { type OpenString, useOpenString } from '../src/features/translations/list/use-open-string.ts'
import { type ShownList, useStringList } from '../src/features/translations/list/use-string-list.ts'
import type { PageRequest } from '../src/features/translations/queries.ts'
import { NO_ROWS, type RowSelection } from '../src/lib/list/row-selection.ts'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { call } from '../src/lib/server/call.ts'
import { PAGE_SIZE } from '../src/lib/server/editor-page.ts'
import { subscribeLive, useLive, useLiveStatus } from '../src/lib/server/live.ts'
import { useStore } from '../src/lib/use-store.ts'
import { press } from './controls.ts'
import { speakEnglish } from './english.ts'
import { HttpEventSource } from './event-source.ts'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

Reflect.set(globalThis, 'EventSource', HttpEventSource)

let server: RealServer
let keys: number[]
let lastEventId: string
let saving: Saving
let root: Root
let client: QueryClient
/** The hooks' latest results. */
let now: { readonly shown: ShownList; readonly open: OpenString; readonly live: string } | undefined
const setKey = vi.fn()
/** The keys of texts whose change has arrived, and been handled by the list. */
let changedKeys: number[]

beforeAll(async () => {
  server = await openRealServer()
  keys = [await addKey('a', 'A'), await addKey('b', 'B'), await addKey('c', 'C')]
  lastEventId = (await call(api.projects.get, { params: { project: PROJECT } })).lastEventId
})
afterAll(() => server.close())
beforeEach(async () => {
  localStorage.clear()
  setKey.mockClear()
  now = undefined
  saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  saving.start('user:1')
  changedKeys = []
  client = new QueryClient()
  root = createRoot(document.createElement('div'))
  root.render(
    <QueryClientProvider client={client}>
      <SavingContext value={saving}>
        <Strings />
      </SavingContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => [now?.live, now?.shown.state.total]).toEqual(['live', keys.length])
})
afterEach(() => root.unmount())

function Strings({ q = '' }: { readonly q?: string }) {
  useLive(PROJECT, lastEventId)
  const shown = useStringList({ project: PROJECT, language: 'de', q, round: 0 })
  const open = useOpenString(shown, { key: null, setKey, opensFirst: true, isConnected: true })
  useLiveRows(shown, open.keyId, 'en')
  useEffect(
    () =>
      subscribeLive(PROJECT, (event) => {
        if (event.type === 'changed')
          changedKeys.push(...(event.translations ?? []).map(({ keyId }) => keyId))
      }),
    [],
  )
  now = { shown, open, live: useLiveStatus(PROJECT) }
  return null
}

const order = () => keys.map((key) => now?.shown.state.places.get(key))
const textOf = (key: number) => now?.shown.state.rows.get(key)?.target.forms.other

test('the first string is open, moving stops at the end, and the URL follows after a pause', async () => {
  await expect.poll(() => now?.open.keyId).toBe(keys[0])
  expect(now?.open.move(-1)).toBe('end')
  expect(now?.open.move(1)).toBe('moved')
  await expect.poll(() => now?.open.keyId).toBe(keys[1])
  expect(now?.open.move(1)).toBe('moved')
  await expect.poll(() => now?.open.index).toBe(2)
  expect(now?.open.move(1)).toBe('end')
  await expect.poll(() => setKey.mock.calls.at(-1)).toEqual([keys[2]])
})

test('arrow keys pass places that have no row, as they are left by strings of other pages', async () => {
  await speakEnglish()
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 1000 })
  const [first = 0, second = 0, third = 0] = keys
  const place = document.createElement('div')
  document.body.append(place)
  const page = createRoot(place)
  onTestFinished(() => {
    page.unmount()
    place.remove()
  })
  const { shown } = now ?? {}
  if (shown === undefined) throw new Error('nothing is shown')
  const state = {
    ...shown.state,
    total: PAGE_SIZE + 1,
    pages: new Map([
      [0, [first, second]],
      [1, [third]],
    ]),
  }
  const onOpen = vi.fn()
  const show = (openIndex: number) =>
    page.render(
      <QueryClientProvider client={client}>
        <SavingContext value={saving}>
          <StringListView
            shown={{ ...shown, state }}
            project={{ slug: PROJECT, sourceLanguage: 'en' }}
            current={{ keyId: null, index: openIndex, go: onOpen, open: onOpen }}
            onEnter={() => {}}
            picked={NO_ROWS}
            onPicked={() => {}}
          />
        </SavingContext>
      </QueryClientProvider>,
    )
  const pressOn = (key: string) => {
    place.querySelector<HTMLElement>('[role=listbox]')?.focus()
    press(key)
  }
  show(1)
  await expect.poll(() => place.querySelectorAll('[role=option]').length).toBe(2)
  expect(place.querySelector(`[aria-label="${say('translations:list.coming')}"]`)).toBeNull()
  pressOn('ArrowDown')
  expect(onOpen).toHaveBeenLastCalledWith(third)
  show(PAGE_SIZE)
  await expect.poll(() => place.querySelector('[role=listbox]')).not.toBeNull()
  await vi.waitFor(() => {
    pressOn('ArrowUp')
    expect(onOpen).toHaveBeenLastCalledWith(second)
  })
})

type ListedProps = Pick<ShownList, 'list'> & Pick<StringListViewProps, 'onPicked'>

/** A list with the first string open. */
function Listed({ list, onPicked }: ListedProps) {
  const state = useStore(list.state)
  const filter = { project: PROJECT, language: 'de', q: '', round: 0 }
  return (
    <StringListView
      shown={{ list, state, filter, isCurrent: true }}
      project={{ slug: PROJECT, sourceLanguage: 'en' }}
      current={{ keyId: 1, index: 0, go: () => {}, open: () => {} }}
      onEnter={() => {}}
      picked={NO_ROWS}
      onPicked={onPicked}
    />
  )
}

/** Shows a list of 300 strings of which only the first and the last page are loaded, and selects all of them. */
async function selectThreePages(answer: (offset: number) => Promise<void>) {
  await speakEnglish()
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 1000 })
  const row = now?.shown.state.rows.get(keys[0] ?? 0)
  if (row === undefined) throw new Error('nothing is shown')
  const rowOf = (id: number) => ({
    key: { ...row.key, id, name: `k${id}` },
    source: { ...row.source, keyId: id },
    target: { ...row.target, keyId: id },
  })
  const offsets: number[] = []
  const fetchPage = async ({ offset = 0, cursor }: PageRequest) => {
    const start = cursor === undefined ? offset : Number(cursor)
    offsets.push(start)
    await answer(start)
    const end = start + PAGE_SIZE
    const rows = Array.from({ length: PAGE_SIZE }, (_, index) => rowOf(start + index + 1))
    const total = { count: 3 * PAGE_SIZE, atLeast: false }
    return { rows, offset: start, next: end < total.count ? String(end) : null, total, issues: [] }
  }
  const list = stringList(fetchPage, async () => [])
  list.want(0, 0)
  list.want(2 * PAGE_SIZE, 2 * PAGE_SIZE)
  await expect.poll(() => list.state.get().pages.size).toBe(2)
  const place = document.createElement('div')
  document.body.append(place)
  const page = createRoot(place)
  onTestFinished(() => {
    page.unmount()
    place.remove()
  })
  const onPicked = vi.fn<(picked: RowSelection | 'all') => void>()
  page.render(
    <QueryClientProvider client={client}>
      <SavingContext value={saving}>
        <Listed list={list} onPicked={onPicked} />
      </SavingContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => place.querySelectorAll('[role=option]').length).toBeGreaterThan(0)
  place.querySelector<HTMLElement>('[role=listbox]')?.focus()
  press('End', { shiftKey: true })
  await expect.poll(() => offsets).toContain(PAGE_SIZE)
  return { list, onPicked }
}

test('a range contains the rows that are not loaded yet', async () => {
  const { onPicked } = await selectThreePages(async () => {})
  await expect.poll(() => onPicked.mock.calls).toHaveLength(1)
  const all = Array.from({ length: 3 * PAGE_SIZE }, (_, index) => index + 1)
  expect(onPicked.mock.calls).toEqual([[{ keys: new Set(all), anchor: { index: 0, key: all[0] } }]])
})

test('nothing is selected if a part of the range cannot be loaded', async () => {
  const { list, onPicked } = await selectThreePages(async (offset) => {
    if (offset === PAGE_SIZE) throw new TypeError('offline')
  })
  await expect.poll(() => [...list.state.get().failed.keys()]).toEqual([1])
  expect(onPicked).not.toHaveBeenCalled()
})

test("someone else's save is updated in place, and no row moves", async () => {
  const key = keys[1] ?? 0
  const before = order()
  await saveElsewhere(key, 'Neu', (await stringOnServer(key)).target.version)
  await expect.poll(() => textOf(key)).toBe('Neu')
  expect(order()).toEqual(before)
})

test("this window's save is updated from the response, without reloading", async () => {
  const key = keys[0] ?? 0
  const { version } = (await stringOnServer(key)).target
  const reads = () =>
    server.proxy.seen.filter(({ path }) => path.includes(`/keys/${key}/translations/`)).length
  const before = reads()
  saving.saver.save({
    id: 'one',
    project: PROJECT,
    language: 'de',
    keyId: key,
    forms: { other: 'Mein Text' },
    state: null,
    base: {},
    baseVersion: version,
  })
  await expect.poll(() => textOf(key)).toBe('Mein Text')
  await expect.poll(() => changedKeys).toContain(key)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(reads()).toBeLessThanOrEqual(before + 2) // the save, and one read if its event arrived first
})

test('a row that can be outdated after a larger change is read before its string is shown', async () => {
  const keyId = keys[1] ?? 0
  const before = (await stringOnServer(keyId)).target
  await expect.poll(() => textOf(keyId)).toBe(before.forms.other)
  await expect.poll(() => now?.open.keyId).toBe(keys[0])
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) =>
    path.includes('/translations/rows')
      ? { until: answered }
      : path.includes('/keys/')
        ? { status: 403 }
        : null,
  )
  const text = { keyId, language: 'de', forms: { other: 'Anderswo' }, baseVersion: before.version }
  await call(api.translations.bulkSave, {
    params: { project: PROJECT },
    body: { texts: [text], requireChecks: false },
  })
  await expect.poll(() => changedKeys).toContain(keyId)
  const refreshed = now?.shown.list.refresh()
  now?.open.open(keyId)
  await expect.poll(() => [now?.open.keyId, now?.open.row]).toEqual([keyId, null])
  answer()
  await refreshed
  await expect.poll(() => now?.open.row?.target.forms.other).toBe('Anderswo')

  // While it is read again, the open string stays on the screen.
  const again = now?.shown.list.refresh()
  expect(now?.open.row?.target.forms.other).toBe('Anderswo')
  await again
})

test('a deleted key stays in place, and is marked', async () => {
  const key = keys[2] ?? 0
  await call(api.keys.bulk, { params: { project: PROJECT }, body: { keys: [key], act: { kind: 'remove' } } })
  await expect.poll(() => now?.shown.state.gone.has(key)).toBe(true)
  expect(now?.shown.state.total).toBe(3)
  keys[2] = await addKey('c', 'C') // for the other tests
})

test('an empty list is filled when strings that match appear', async () => {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <SavingContext value={saving}>
        <Strings q="key:late" />
      </SavingContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => [now?.shown.isCurrent, now?.shown.state.total]).toEqual([true, 0])
  const key = await addKey('late', 'Late')
  await expect.poll(() => now?.shown.state.places.get(key)).toBe(0)
  keys.push(key)
})
