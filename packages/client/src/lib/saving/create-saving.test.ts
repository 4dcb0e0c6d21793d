import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSaving } from './create-saving.ts'
import type { DraftStorage } from './draft-store.ts'
import type { PendingSave } from './save-queue.ts'
import type { SaveOutcome } from './saver.ts'

const ADDRESS = { project: 'shop', language: 'de', keyId: 7 }
const OTHER = { ...ADDRESS, keyId: 8 }
const DRAFT = { forms: { other: 'Ein Entwurf' }, base: {}, baseVersion: 0, at: 1, failure: null }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser profile that people use one after the other. */
function profile() {
  const entries = new Map<string, string>()
  const storage: DraftStorage = {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    names: () => [...entries.keys()],
  }
  let windows = 0
  return {
    entries,
    storage,
    /** Opens a page; without a connection nothing that it sends arrives. */
    openPage(isOnline: boolean) {
      const sent: PendingSave[] = []
      const saving = createSaving({
        storage,
        channel: { post: () => {}, listen: () => {} },
        locks: null,
        windowId: `window-${windows++}`,
        async send(save): Promise<SaveOutcome> {
          if (!isOnline) return { kind: 'unreachable' }
          sent.push(save)
          return { kind: 'refused', error: null, code: 'not-found' }
        },
      })
      return { saving, sent }
    },
  }
}

const save = { id: '1', ...ADDRESS, forms: { other: 'Von Ann' }, state: null, base: {}, baseVersion: 0 }

test('what one person typed is neither sent nor shown for the next, and waits for its author', async () => {
  const browser = profile()
  const ann = browser.openPage(false)
  ann.saving.start('user:1')
  ann.saving.saver.save(save)
  ann.saving.drafts.write(OTHER, DRAFT)
  await vi.advanceTimersByTimeAsync(0)

  const ben = browser.openPage(true)
  expect(ben.saving.unsaved.get()).toMatchObject({ saves: [], drafts: [] })
  expect(ben.saving.start('user:2')).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(ben.sent).toEqual([])
  expect(ben.saving.unsaved.get()).toMatchObject({ saves: [], drafts: [] })
  ben.saving.drafts.write(OTHER, { ...DRAFT, forms: { other: 'Von Ben' } })

  const again = browser.openPage(true)
  again.saving.start('user:1')
  await vi.advanceTimersByTimeAsync(0)
  expect(again.sent.map(({ forms }) => forms.other)).toEqual(['Von Ann'])
  expect(again.saving.drafts.read(OTHER)?.forms.other).toBe('Ein Entwurf')
})

/** A page whose session can end; `sent` has every attempt. */
function pageWithSession(storage: DraftStorage, windowId: string) {
  const page = { isSignedIn: true, sent: [] as PendingSave[] }
  const saving = createSaving({
    storage,
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId,
    async send(one): Promise<SaveOutcome> {
      page.sent.push(one)
      const { keyId, language, forms } = one
      const saved = {
        ...{ keyId, language, forms, version: 2, sourceVersion: 1 },
        actor: null,
        updatedAt: null,
      }
      const translation = { ...saved, state: 'reviewed' as const, outdated: false, failing: false }
      return page.isSignedIn ? { kind: 'done', translation } : { kind: 'signed-out' }
    },
  })
  return { page, saving }
}
const approved = (keyId: number) =>
  ({ ...save, keyId, id: `${keyId}`, state: 'reviewed', approveFailing: true }) as const

test('when the session ends, saves wait as they are until the person signs in again', async () => {
  const { page, saving } = pageWithSession(profile().storage, 'window')
  const ends: string[] = []
  saving.onEnd(({ outcome }) => ends.push(outcome.kind))
  saving.start('user:1')
  page.isSignedIn = false
  for (const keyId of [1, 2, 3, 4, 5, 6]) saving.saver.save(approved(keyId))
  await vi.advanceTimersByTimeAsync(0)
  const first = page.sent.length
  expect(first).toBeLessThan(6) // what is refused once is refused for the others too
  saving.connectionChanged(true)
  saving.saver.save(approved(7))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.sent).toHaveLength(first)
  expect(saving.unsaved.get()).toMatchObject({ saves: { length: 7 }, drafts: [], isSignedOut: true })
  expect(ends).toEqual([])

  page.isSignedIn = true
  expect(saving.start('user:1')).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(page.sent.slice(first)).toMatchObject([1, 2, 3, 4, 5, 6, 7].map(approved))
  expect(saving.unsaved.get()).toMatchObject({ saves: [], drafts: [], isSignedOut: false })
  expect(ends).toEqual(Array(7).fill('done'))
})

test.each(['done', 'stale'] as const)(
  'texts made with a source text that is pending wait for its end: %s',
  async (kind) => {
    const { storage } = profile()
    const sent: PendingSave[] = []
    const ends: (() => void)[] = []
    const saving = createSaving({
      storage,
      channel: { post: () => {}, listen: () => {} },
      locks: null,
      windowId: 'window',
      send(one): Promise<SaveOutcome> {
        sent.push(one)
        const { keyId, language, forms } = one
        const text = { keyId, language, forms, version: 6, sourceVersion: 6, actor: null, updatedAt: null }
        const current = { ...text, state: 'translated' as const, outdated: false, failing: false }
        return new Promise((resolve) => {
          ends.push(() => resolve(kind === 'done' ? { kind, translation: current } : { kind, current }))
        })
      },
    })
    saving.start('user:1')
    const madeWith = { sourceVersion: 5, madeWith: 'en' }
    saving.saver.save({ ...save, id: '1', language: 'en' })
    saving.saver.save({ ...save, id: '2', ...madeWith })
    saving.drafts.write({ ...ADDRESS, language: 'pl' }, { ...DRAFT, ...madeWith })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.map(({ language }) => language)).toEqual(['en'])
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    const sourceVersion = kind === 'done' ? 6 : 5
    expect(sent[1]).toMatchObject({ language: 'de', sourceVersion })
    const draft = saving.drafts.read({ ...ADDRESS, language: 'pl' })
    expect(draft).toMatchObject({ sourceVersion, madeWith: undefined })
  },
)

test('a draft made with a source text of which a later change is pending waits for that one', async () => {
  const { storage } = profile()
  const ends: (() => void)[] = []
  const saving = createSaving({
    storage,
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send({ keyId, language, forms }): Promise<SaveOutcome> {
      const version = 6 + ends.length
      const text = { keyId, language, forms, version, sourceVersion: version, actor: null, updatedAt: null }
      const translation = { ...text, state: 'translated' as const, outdated: false, failing: false }
      return new Promise((resolve) => ends.push(() => resolve({ kind: 'done', translation })))
    },
  })
  saving.start('user:1')
  const [source, polish] = [
    { ...save, language: 'en' },
    { ...ADDRESS, language: 'pl' },
  ]
  saving.saver.save({ ...source, id: '1' })
  await vi.advanceTimersByTimeAsync(0)
  saving.saver.save({ ...source, id: '2', forms: { other: 'Later' } })
  saving.drafts.write(polish, { ...DRAFT, sourceVersion: 5, madeWith: 'en' })
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(saving.drafts.read(polish)).toMatchObject({ madeWith: 'en' })
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(saving.drafts.read(polish)).toMatchObject({ sourceVersion: 7, madeWith: undefined })
})

test('if someone else signs in, saves wait for their author in the browser', async () => {
  const { storage } = profile()
  const ann = pageWithSession(storage, 'window')
  ann.saving.start('user:1')
  ann.page.isSignedIn = false
  ann.saving.saver.save(approved(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(ann.saving.start('user:2')).toBe(false)

  const ben = pageWithSession(storage, 'window')
  ben.saving.start('user:2')
  const again = pageWithSession(storage, 'window')
  again.saving.start('user:1')
  await vi.advanceTimersByTimeAsync(0)
  expect(ben.page.sent).toEqual([])
  expect(again.page.sent).toMatchObject([approved(1)])
})

test('what is typed in a project that gets another URL name is sent to that one, and offered there', async () => {
  const { storage } = profile()
  const answers: ((outcome: SaveOutcome) => void)[] = []
  const sent: PendingSave[] = []
  const saving = createSaving({
    storage,
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: (one) => {
      sent.push(one)
      return new Promise((resolve) => answers.push(resolve))
    },
  })
  saving.start('user:1')
  saving.drafts.write(OTHER, { ...DRAFT, failure: 'not-found' })
  saving.drafts.write({ ...OTHER, project: 'other' }, { ...DRAFT, at: 2 })
  saving.saver.save(save)
  await vi.advanceTimersByTimeAsync(0)
  saving.renameProject('shop', 'store')
  expect(saving.unsaved.get().drafts.map(({ project, draft }) => [project, draft.failure])).toEqual([
    ['store', null],
    ['other', null],
  ])
  answers[0]?.({ kind: 'refused', error: null, code: 'not-found' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.map(({ project }) => project)).toEqual(['shop', 'store'])
  answers[1]?.({ kind: 'refused', error: null, code: 'not-allowed' })
  await vi.advanceTimersByTimeAsync(0)
  expect(saving.drafts.read(ADDRESS)).toBeNull()
  expect(saving.drafts.read({ ...ADDRESS, project: 'store' })?.failure).toBe('not-allowed')
})

test('a page that has texts of one person in its memory does not start for another', () => {
  const { saving } = profile().openPage(true)
  expect(saving.start('user:1')).toBe(true)
  expect(saving.start('user:1')).toBe(true)
  expect(saving.start('user:2')).toBe(false)
})

test('a page without texts of anyone is that of a visitor, until someone signs in', () => {
  const { saving } = profile().openPage(true)
  expect(saving.start(null)).toBe(true)
  expect(saving.start('user:1')).toBe(true)
  expect(saving.start(null)).toBe(false)
})

test('what an earlier version stored without a person belongs to the first who signs in', () => {
  const browser = profile()
  browser.entries.set('dragoman:draft:shop:de:8', JSON.stringify(DRAFT))
  const { saving } = browser.openPage(true)
  saving.start('user:1')
  expect(saving.unsaved.get().drafts.map(({ keyId }) => keyId)).toEqual([8])
  saving.drafts.write(OTHER, { ...DRAFT, at: 2 })
  expect([...browser.entries.keys()]).toEqual(['dragoman:draft:shop:de:8#user:1'])
  saving.drafts.discard(OTHER)
  expect([...browser.entries.keys()]).toEqual([])
})
