import { expect, test } from 'vitest'
import { readCommentDraft, writeCommentDraft } from './comment-drafts.ts'

function storageOf(entries: Map<string, string>, isFull = false) {
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new Error('full')
      entries.set(name, value)
    },
    removeItem: (name: string) => void entries.delete(name),
    names: () => [...entries.keys()],
  }
}
const DRAFT = { text: 'Hi @Klara', picked: [{ ref: 'user:3', name: 'Klara' }], isQuestion: true } as const

test('a draft is stored in the browser until it is discarded', () => {
  const entries = new Map<string, string>()
  expect(writeCommentDraft('a', DRAFT, storageOf(entries))).toBe(true)
  expect(readCommentDraft('a', storageOf(new Map(entries)))).toEqual(DRAFT)
  writeCommentDraft('a', null, storageOf(entries))
  expect(readCommentDraft('a', storageOf(entries))).toBeNull()
})

test('a draft that cannot be stored stays in memory, and that is reported', () => {
  const full = storageOf(new Map(), true)
  expect(writeCommentDraft('b', DRAFT, full)).toBe(false)
  expect(readCommentDraft('b', full)).toEqual(DRAFT)
  writeCommentDraft('b', null, full)
  expect(readCommentDraft('b', full)).toBeNull()
})

test('a draft in memory is one of its person only', () => {
  const full = storageOf(new Map(), true)
  writeCommentDraft('d', DRAFT, full)
  expect(readCommentDraft('d', storageOf(new Map(), true))).toBeNull()
})

test('invalid drafts are ignored', () => {
  for (const text of [
    '{',
    '{}',
    '{"text":1,"picked":[],"isQuestion":false}',
    '{"text":"","picked":[1],"isQuestion":true}',
  ])
    expect(readCommentDraft('c', storageOf(new Map([['dragoman:comment:c', text]])))).toBeNull()
})
