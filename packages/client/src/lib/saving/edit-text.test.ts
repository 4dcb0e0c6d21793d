import { expect, test } from 'vitest'
import { createDraftStore, type Draft, type DraftStorage } from './draft-store.ts'
import { editText } from './edit-text.ts'
import { createSaver } from './saver.ts'

const address = { project: 'shop', language: 'de', keyId: 7 }
const saved = { forms: { other: 'Alt' }, version: 3 }
const source = { language: 'en', version: 5 }

function windowWith(draft: Draft | null) {
  const entries = new Map<string, string>()
  const storage: DraftStorage = {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => entries.delete(name),
    names: () => [...entries.keys()],
  }
  const drafts = createDraftStore(storage)
  const saver = createSaver({
    storage,
    owner: 'window',
    send: async () => ({ kind: 'unreachable' }),
    onEnd: () => {},
  })
  if (draft !== null) drafts.write(address, draft)
  const of = { address, keyName: 'app:buy', saved, seen: saved, source }
  const text = editText({ drafts, saver }, { ...of, draft })
  return { text, drafts, saver, saves: () => saver.queue.get() }
}

const draft: Draft = { forms: { other: 'Neu' }, base: { other: 'Ur' }, baseVersion: 2, at: 1, failure: null }

test('a new draft is based on the shown text, a later one on the same as before', () => {
  const fresh = windowWith(null)
  fresh.text.write({ other: 'N' })
  expect(fresh.drafts.read(address)).toMatchObject({
    forms: { other: 'N' },
    base: saved.forms,
    baseVersion: 3,
  })
  const later = windowWith(draft)
  later.text.write({ other: 'Neu!' })
  expect(later.drafts.read(address)).toMatchObject({ base: { other: 'Ur' }, baseVersion: 2 })
})

test('a save sends the text without empty forms, and deletes the draft', () => {
  const { text, drafts, saves } = windowWith(draft)
  text.save({ one: '', other: 'Neu' }, { approveFailing: true })
  expect(saves()).toMatchObject([
    { forms: { other: 'Neu' }, state: 'translated', baseVersion: 2, approveFailing: true },
  ])
  expect(saves()[0]?.forms).not.toHaveProperty('one')
  expect(drafts.read(address)).toBeNull()
})

test('a save names the source text that was shown when the text was typed', () => {
  const approved = windowWith(null)
  approved.text.save({ other: 'Alt' }, { state: 'reviewed' })
  expect(approved.saves()).toMatchObject([{ sourceVersion: 5 }])

  const typed = windowWith({ ...draft, sourceVersion: 4 })
  typed.text.save({ other: 'Neu' })
  expect(typed.saves()).toMatchObject([{ sourceVersion: 4 }])
  typed.text.write({ other: 'Neu!' })
  expect(typed.drafts.read(address)?.sourceVersion).toBe(5)

  const earlier = windowWith(draft) // stored before drafts had it
  earlier.text.save({ other: 'Neu' })
  expect(earlier.saves()[0]?.sourceVersion).toBeUndefined()
})

test('what is typed while a change of the source is being saved is for that one', () => {
  const { text, drafts, saver, saves } = windowWith(null)
  const forms = { other: 'New' }
  const change = { forms, state: null, base: {}, baseVersion: 5, sourceVersion: 5 }
  saver.save({ ...address, ...change, language: 'en', id: '1' })
  text.write({ other: 'Neu' })
  expect(drafts.read(address)).toMatchObject({ sourceVersion: 5, madeWith: 'en' })
  text.save({ other: 'Neu' })
  expect(saves()[1]).toMatchObject({ sourceVersion: 5, madeWith: 'en' })
})

test('choosing the text of someone else sends nothing, choosing another one replaces theirs', () => {
  const theirs = windowWith(draft)
  theirs.text.saveOver({ other: 'Alt' })
  expect(theirs.saves()).toEqual([])
  expect(theirs.drafts.read(address)).toBeNull()
  const mine = windowWith(draft)
  mine.text.saveOver({ other: 'Neu' })
  expect(mine.saves()).toMatchObject([{ base: { other: 'Alt' }, baseVersion: 3 }])
})

test('undoing a merge restores the draft', () => {
  const { text, drafts } = windowWith(draft)
  const conflict = {
    mine: draft.forms,
    theirs: saved.forms,
    theirVersion: 3,
    base: draft.base,
    merged: { other: 'Neu und alt' },
    forms: [],
  }
  const undo = text.merge(conflict)
  expect(drafts.read(address)).toMatchObject({ forms: { other: 'Neu und alt' }, baseVersion: 3 })
  expect(undo?.()).toBe(true)
  expect(drafts.read(address)).toMatchObject({ forms: draft.forms, baseVersion: 2 })
  expect(text.merge({ ...conflict, merged: null })).toBeNull()
})
