import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOfKey, BrowserModel } from '../../../test/browser-model.ts'
import { createSaving } from '../saving/create-saving.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const newSave = { ...addressOfKey(5), id: '1', forms: { other: 'a' }, state: null, base: {}, baseVersion: 0 }

test('a save of a window that closes is sent by another one that is open, and not before', async () => {
  const browser = new BrowserModel()
  browser.isOnline = false
  const [first, second] = [browser.open(), browser.open()]
  first.saving.saver.save(newSave)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(second.saving.saver.queue.get()).toEqual([])
  expect(second.saving.unsaved.get().saves).toMatchObject([{ id: '1' }])
  browser.crash(first)
  browser.isOnline = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.version(5).text).toBe('a')
  expect(second.saving.unsaved.get().saves).toEqual([])
})

test('saves of all windows are sent when their author has signed in again in one of them', async () => {
  const browser = new BrowserModel()
  const [first, second] = [browser.open(), browser.open()]
  browser.isSignedIn = false
  first.saving.saver.save(newSave)
  second.saving.saver.save({ ...newSave, ...addressOfKey(6), id: '2' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(second.saving.unsaved.get()).toMatchObject({ saves: { length: 2 }, isSignedOut: true })
  browser.isSignedIn = true
  second.saving.start('user:1')
  await vi.advanceTimersByTimeAsync(1000)
  expect([browser.version(5).text, browser.version(6).text]).toEqual(['a', 'a'])
  expect(first.saving.unsaved.get()).toMatchObject({ saves: [], isSignedOut: false })
})

test('a save of one window is sent when its author has signed in again in another one, which has none', async () => {
  const browser = new BrowserModel()
  const [first, second] = [browser.open(), browser.open()]
  browser.isSignedIn = false
  first.saving.saver.save(newSave)
  await vi.advanceTimersByTimeAsync(60_000)
  browser.isSignedIn = true
  second.saving.start('user:1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.version(5).text).toBe('a')
  expect(second.saving.unsaved.get().saves).toEqual([])
})

test('texts in the memory of another window are counted until it stores them or closes', async () => {
  const browser = new BrowserModel()
  const [first, second] = [browser.open(), browser.open()]
  browser.isFull = true
  const draft = { forms: { other: 'a' }, base: {}, baseVersion: 0, at: 1, failure: null }
  first.saving.drafts.write(addressOfKey(5), draft)
  await vi.advanceTimersByTimeAsync(0)
  const third = browser.open()
  await vi.advanceTimersByTimeAsync(0)
  expect([first, second, third].map(({ saving }) => saving.unsaved.get().unstored)).toEqual([1, 1, 1])
  browser.isFull = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(second.saving.unsaved.get().unstored).toBe(0)
  browser.isFull = true
  first.saving.drafts.write(addressOfKey(6), draft)
  await vi.advanceTimersByTimeAsync(0)
  expect(second.saving.unsaved.get().unstored).toBe(1)
  browser.crash(first)
  await vi.advanceTimersByTimeAsync(0)
  expect(second.saving.unsaved.get().unstored).toBe(0)
})

test('without locks, a window takes over the saves of others when it opens', async () => {
  const browser = new BrowserModel()
  browser.isOnline = false
  const closed = browser.open()
  closed.saving.saver.save(newSave)
  await vi.advanceTimersByTimeAsync(0)
  browser.crash(closed)
  const send = vi.fn(async () => ({ kind: 'unreachable' as const }))
  const saving = createSaving({
    storage: {
      getItem: (name) => browser.entries.get(name) ?? null,
      setItem: (name, value) => void browser.entries.set(name, value),
      removeItem: (name) => void browser.entries.delete(name),
      names: () => [...browser.entries.keys()],
    },
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'over-http',
    send,
  })
  saving.start('user:1')
  expect(send).toHaveBeenCalledOnce()
})
