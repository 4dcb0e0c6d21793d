import { describe, expect, test } from 'vitest'
import { createDraftStore, type Draft, type DraftStorage, rebaseDraft } from './draft-store.ts'

const address = { project: 'shop', language: 'de', keyId: 7 }
const draft: Draft = { forms: { other: 'Neu' }, base: { other: 'Alt' }, baseVersion: 2, at: 1, failure: null }

function memoryStorage(capacity = Number.POSITIVE_INFINITY): DraftStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > capacity) throw new Error('full')
      entries.set(name, value)
    },
    removeItem: (name) => entries.delete(name),
    names: () => [...entries.keys()],
  }
}

describe('stored drafts', () => {
  test('are restored after a restart, and gone when discarded', () => {
    const storage = memoryStorage()
    expect(createDraftStore(storage).write(address, draft)).toBe(true)
    const later = createDraftStore(storage)
    expect(later.read(address)).toEqual(draft)
    expect(later.keys('shop', 'de')).toEqual(new Set([7]))
    expect(later.keys('shop', 'd')).toEqual(new Set())
    later.discard(address)
    expect(later.read(address)).toBeNull()
  })
  test('full storage is reported, and the text is still there', () => {
    const drafts = createDraftStore(memoryStorage(0))
    expect(drafts.write(address, draft)).toBe(false)
    expect(drafts.read(address)).toEqual(draft)
    expect(drafts.keys('shop', 'de')).toEqual(new Set([7]))
  })
  test('unreadable entries are not shown', () => {
    const storage = memoryStorage()
    storage.setItem('dragoman:draft:shop:de:7', '{"forms":')
    storage.setItem('dragoman:draft:shop:de:8', '{"forms":{"other":5}}')
    expect(createDraftStore(storage).read(address)).toBeNull()
    expect(createDraftStore(storage).read({ ...address, keyId: 8 })).toBeNull()
  })
})

describe('a draft whose string changed', () => {
  test('is rebased if the text it is based on is still there', () => {
    expect(rebaseDraft(draft, { forms: { other: 'Alt' }, version: 5 })?.baseVersion).toBe(5)
  })
  test('keeps its old base if someone else changed the text', () => {
    expect(rebaseDraft(draft, { forms: { other: 'Anders' }, version: 5 })).toEqual(draft)
  })
  test('is deleted if the string now has the same text', () => {
    expect(rebaseDraft(draft, { forms: { other: 'Neu' }, version: 5 })).toBeNull()
  })
})
