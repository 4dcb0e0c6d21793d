import { expect, test, vi } from 'vitest'
import { createCommentDrafts } from './comment-drafts.ts'
import type { DraftStorage } from './draft-store.ts'

function storageOf(entries: Map<string, string>, isFull = false): DraftStorage {
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => {
      if (isFull) throw new Error('full')
      entries.set(name, value)
    },
    removeItem: (name) => void entries.delete(name),
    names: () => [...entries.keys()],
  }
}
const DRAFT = { text: 'Hi @Klara', picked: [{ ref: 'user:3', name: 'Klara' }], isQuestion: true } as const

test('a draft is stored in the browser until it is discarded', () => {
  const entries = new Map<string, string>()
  const drafts = createCommentDrafts(storageOf(entries))
  drafts.write('de:1', DRAFT)
  expect(drafts.isUnstored('de:1')).toBe(false)
  expect(createCommentDrafts(storageOf(new Map(entries))).read('de:1')).toEqual(DRAFT)
  drafts.write('de:1', null)
  expect(drafts.read('de:1')).toBeNull()
  expect(entries.size).toBe(0)
})

test('a draft that cannot be stored stays in memory, and that is reported', () => {
  const drafts = createCommentDrafts(storageOf(new Map(), true))
  drafts.write('de:1', DRAFT)
  expect(drafts.isUnstored('de:1')).toBe(true)
  drafts.forget(null)
  expect(drafts.read('de:1')).toEqual(DRAFT)
  drafts.write('de:1', null)
  expect(drafts.read('de:1')).toBeNull()
  expect(drafts.isUnstored('de:1')).toBe(false)
})

test('a draft is the same object until this window or another one changes it', () => {
  const entries = new Map<string, string>()
  const [here, there] = [createCommentDrafts(storageOf(entries)), createCommentDrafts(storageOf(entries))]
  there.write('de:1', DRAFT)
  const before = here.read('de:1')
  expect(here.read('de:1')).toBe(before)
  const onChange = vi.fn()
  here.subscribe(onChange)
  there.write('de:1', null)
  here.forget('dragoman:draft:shop:de:1')
  expect(onChange).not.toHaveBeenCalled()
  here.forget('dragoman:comment:de:1')
  expect(onChange).toHaveBeenCalledOnce()
  expect(here.read('de:1')).toBeNull()
})

test('entries whose names begin with that of the project are renamed, and replace no newer ones', () => {
  const text = (one: string) => JSON.stringify({ ...DRAFT, text: one })
  const entries = new Map([
    ['dragoman:comment:shop:de:1', text('old')],
    ['dragoman:comment:shop:answer:2', text('answer')],
    ['dragoman:comment:shop:de:3', text('older')],
    ['dragoman:comment:de:3', text('newer')],
    ['dragoman:comment:shop:de:4', '{'],
  ])
  createCommentDrafts(storageOf(entries)).renameOld()
  expect(Object.fromEntries(entries)).toEqual({
    'dragoman:comment:de:1': text('old'),
    'dragoman:comment:answer:2': text('answer'),
    'dragoman:comment:de:3': text('newer'),
    'dragoman:comment:shop:de:4': '{',
  })
})

test('an old entry that cannot be renamed is read nevertheless, and kept', () => {
  const entries = new Map([['dragoman:comment:shop:de:1', JSON.stringify(DRAFT)]])
  const drafts = createCommentDrafts(storageOf(entries, true))
  drafts.renameOld()
  expect(drafts.read('de:1')).toEqual(DRAFT)
  expect([...entries.keys()]).toEqual(['dragoman:comment:shop:de:1'])
})

test('invalid drafts are ignored', () => {
  for (const text of [
    '{',
    '{}',
    '{"text":1,"picked":[],"isQuestion":false}',
    '{"text":"","picked":[1],"isQuestion":true}',
  ]) {
    const drafts = createCommentDrafts(storageOf(new Map([['dragoman:comment:de:1', text]])))
    expect(drafts.read('de:1')).toBeNull()
  }
})
