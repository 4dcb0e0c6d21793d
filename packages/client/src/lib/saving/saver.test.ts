import type { TranslationReply } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DraftStorage } from './draft-store.ts'
import type { PendingSave } from './save-queue.ts'
import { createSaver, type SaveOutcome } from './saver.ts'

function storageOf(entries: Map<string, string>): DraftStorage {
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => entries.delete(name),
    names: () => [...entries.keys()],
  }
}

const newSave = (id: string, keyId: number, text: string) => ({
  id,
  project: 'p',
  language: 'de',
  keyId,
  forms: { other: text },
  state: null,
  base: {},
  baseVersion: 0,
})

const savedAs = (save: PendingSave): TranslationReply => ({
  keyId: save.keyId,
  language: 'de',
  forms: save.forms,
  state: 'translated',
  version: save.baseVersion + 1,
  sourceVersion: 0,
  outdated: false,
  failing: false,
  actor: { id: 'user:1', name: 'me' },
  updatedAt: null,
})

describe('saver', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('saves of one string are sent one after another, each based on the previous version', async () => {
    const sent: PendingSave[] = []
    const saver = createSaver({
      owner: 'w',
      storage: storageOf(new Map()),
      send: async (save) => {
        sent.push(save)
        return { kind: 'done', translation: savedAs(save) }
      },
      onEnd: () => {},
    })
    saver.start()
    saver.save(newSave('1', 5, 'a'))
    saver.save(newSave('2', 5, 'b'))
    saver.save(newSave('3', 5, 'c'))
    await vi.runAllTimersAsync()
    expect(sent.map((save) => [save.forms.other, save.baseVersion])).toEqual([
      ['a', 0],
      ['c', 1],
    ])
    expect(saver.queue.get()).toEqual([])
  })

  test('a save based on the exact text of a newer version is sent again on top of it; based on another text, it fails', async () => {
    const current = (forms: PendingSave['forms']) => ({
      ...savedAs({ ...newSave('0', 5, ''), forms, status: 'sending', attempts: 0, notBefore: 0 }),
      version: 7,
    })
    const sent: number[] = []
    const ends: string[] = []
    const saver = createSaver({
      owner: 'w',
      storage: storageOf(new Map()),
      send: async (save) => {
        sent.push(save.baseVersion)
        return save.baseVersion === 7
          ? { kind: 'done', translation: savedAs(save) }
          : { kind: 'stale', current: current({ other: 'seen' }) }
      },
      onEnd: (save, { kind }) => void ends.push(`${save.id} ${kind}`),
    })
    saver.start()
    saver.save({ ...newSave('1', 5, 'a'), base: { other: 'seen' } })
    saver.save({ ...newSave('2', 6, 'b'), base: { other: 'something else' } })
    await vi.runAllTimersAsync()
    expect(sent).toEqual([0, 0, 7])
    expect(ends.toSorted()).toEqual(['1 done', '2 stale'])
    expect(saver.queue.get()).toEqual([])
  })

  test('a save that fails to reach the server is stored in the browser, survives a new page, and is sent again', async () => {
    const entries = new Map<string, string>()
    const cut = createSaver({
      owner: 'w',
      storage: storageOf(entries),
      send: async () => ({ kind: 'unreachable' }),
      onEnd: () => {},
    })
    cut.start()
    cut.save(newSave('1', 5, 'a'))
    cut.save(newSave('2', 6, 'b'))
    await vi.advanceTimersByTimeAsync(10)
    expect(cut.queue.get().map((save) => save.attempts)).toEqual([1, 1])
    expect(entries.size).toBe(2)

    const ends: string[] = []
    const later = createSaver({
      owner: 'w',
      storage: storageOf(entries),
      send: async (save) => ({ kind: 'done', translation: savedAs(save) }),
      onEnd: (save) => ends.push(save.id),
    })
    later.start()
    expect(later.queue.get()).toHaveLength(2)
    later.sendNow()
    await vi.advanceTimersByTimeAsync(10)
    expect(ends).toEqual(['1', '2'])
    expect(entries.size).toBe(0)
  })

  test('retries automatically, and immediately when the connection is back', async () => {
    let outcome: SaveOutcome = { kind: 'unreachable' }
    const send = vi.fn(
      async (save: PendingSave): Promise<SaveOutcome> =>
        outcome.kind === 'unreachable' ? outcome : { kind: 'done', translation: savedAs(save) },
    )
    const saver = createSaver({ owner: 'w', storage: storageOf(new Map()), send, onEnd: () => {} })
    saver.start()
    saver.save(newSave('1', 5, 'a'))
    await vi.advanceTimersByTimeAsync(499)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(send).toHaveBeenCalledTimes(2)
    outcome = { kind: 'refused', error: null, code: '' }
    saver.sendNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(send).toHaveBeenCalledTimes(3)
    expect(saver.queue.get()).toEqual([])
  })

  test('a refused save leaves the queue and is reported with its text', async () => {
    const ends: unknown[] = []
    const saver = createSaver({
      owner: 'w',
      storage: storageOf(new Map()),
      send: async () => ({ kind: 'refused', error: null, code: 'gone' }),
      onEnd: (save, outcome) => ends.push([save.forms.other, outcome.kind]),
    })
    saver.start()
    saver.save(newSave('1', 5, 'mine'))
    await vi.runAllTimersAsync()
    expect(ends).toEqual([['mine', 'refused']])
    expect(saver.queue.get()).toEqual([])
  })
})
