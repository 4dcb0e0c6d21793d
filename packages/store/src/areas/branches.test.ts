import { actorId } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, apply, JAN, MARA, newKey } from '../../test/sample.ts'
import { sampleBranch } from '../../test/sample-branch.ts'
import {
  addLanguages,
  allowAll,
  countsOf,
  eventsAfter,
  followParent,
  keyByIdentity,
  listLanguages,
  newestEvent,
  type Requester,
  removeLanguage,
  setFallback,
  translation,
  undoOperation,
  updateProject,
  type Writer,
} from '../index.ts'

const SYNC: Requester = { actor: { id: actorId('sync', 2), name: 'Git' }, allow: allowAll }

onBoth('translation branches', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('another URL name of a project is a change of its branches too, which link to it', async () => {
    const { store } = database
    const { projectId, parentId } = await sampleBranch(store, ['de'], 'renamed')
    /** Returns the projects that a write reports as changed. */
    const changedBy = async (write: (w: Writer) => Promise<unknown>) => {
      const before = await store.read(newestEvent)
      await store.write(write)
      const events = await store.read((r) => eventsAfter(r, before, 10))
      return events?.map(({ kind, projectId }) => [kind, projectId])
    }
    const both = [parentId, projectId].map((id) => ['project.changed', id])
    expect(await changedBy((w) => updateProject(w, parentId, { slug: 'new-name' }))).toEqual(both)
    const settings = { deliverFallback: true }
    expect(await changedBy((w) => updateProject(w, parentId, { settings }))).toEqual(both.slice(0, 1))
  })

  test('a language that is back in the project is back in its branches with its texts, their states and authors', async () => {
    const { store } = database
    const branch = await sampleBranch(store, ['de', 'pl'], 'back')
    const { projectId, parentId } = branch
    const texts = { en: 'Pay', de: 'Zahlen', pl: 'Zapłać' }
    await applied(store, projectId, [newKey('app', 'pay', texts), newKey('app', 'help', { en: 'Help' })])
    const idOf = async (name: string) => {
      const key = await store.read((r) =>
        keyByIdentity(r, projectId, { namespace: 'app', name, plural: 'none' }),
      )
      return key?.id ?? 0
    }
    const [pay, help] = [await idOf('pay'), await idOf('help')]
    const german = async () => {
      const rows = [pay, help].map((id) => store.read((r) => translation(r, projectId, id, 'de')))
      return (await Promise.all(rows)).map((row) => row && [row.forms.other, row.state, row.actor?.name])
    }
    const change = { kind: 'translate', keyId: pay, language: 'de', forms: { other: 'Bezahlen' } } as const
    await apply(store, projectId, [{ ...change, state: 'reviewed' }], JAN)
    const before = [
      ['Bezahlen', 'reviewed', 'Jan'],
      [undefined, 'untranslated', undefined],
    ]
    expect(await german()).toEqual(before)

    const by = { by: MARA, at: AT }
    const follow = () => store.write((w) => followParent(w, branch, { by: SYNC, at: AT }))
    const remove = async (tag: string) => {
      const removed = await store.write((w) => removeLanguage(w, { projectId: parentId, tag, ...by }))
      await follow()
      return removed.ok ? removed.operationId : 0
    }
    const removal = await remove('de')
    const other = await remove('pl')
    expect(await german()).toEqual([null, null])
    const undo = { projectId: parentId, ...by }
    await store.write((w) => undoOperation(w, { ...undo, operationId: removal }))
    await store.write((w) => setFallback(w, parentId, 'de', 'pl'))
    await follow()
    expect(await german()).toEqual(before)
    await store.write((w) => undoOperation(w, { ...undo, operationId: other }))
    await follow()
    const languages = await store.read((r) => listLanguages(r, projectId))
    expect(languages.map(({ tag, fallback }) => [tag, fallback])).toEqual([
      ['en', null],
      ['de', 'pl'],
      ['pl', null],
    ])

    // Removed again, and added without an undo: the texts of the branch are not lost either.
    await remove('de')
    await store.write((w) => addLanguages(w, { projectId: parentId, tags: ['de'], ...by }))
    await follow()
    expect(await german()).toEqual(before)
    // Nothing to restore
    await store.write((w) => addLanguages(w, { projectId: parentId, tags: ['fr'], ...by }))
    await follow()
    expect(await store.read((r) => translation(r, projectId, pay, 'fr'))).toMatchObject({ forms: {} })
  })

  test('texts of a removed language whose key was removed meanwhile do not keep the language away', async () => {
    const { store } = database
    const branch = await sampleBranch(store, ['de'], 'meanwhile')
    const { projectId, parentId } = branch
    await applied(store, projectId, [newKey('app', 'pay', { en: 'Pay', de: 'Zahlen' })])
    await applied(store, projectId, [newKey('app', 'help', { en: 'Help', de: 'Hilfe' })])
    const by = { by: MARA, at: AT }
    const follow = () => store.write((w) => followParent(w, branch, { by: SYNC, at: AT }))
    await store.write((w) => removeLanguage(w, { projectId: parentId, tag: 'de', ...by }))
    await follow()
    const identity = { namespace: 'app', plural: 'none' } as const
    const pay = await store.read((r) => keyByIdentity(r, projectId, { ...identity, name: 'pay' }))
    const help = await store.read((r) => keyByIdentity(r, projectId, { ...identity, name: 'help' }))
    await applied(store, projectId, [{ kind: 'remove-key', keyId: pay?.id ?? 0 }])
    await applied(store, projectId, [newKey('app', 'new', { en: 'New' })])
    await store.write((w) => addLanguages(w, { projectId: parentId, tags: ['de'], ...by }))
    await follow()
    const text = await store.read((r) => translation(r, projectId, help?.id ?? 0, 'de'))
    expect(text?.forms).toEqual({ other: 'Hilfe' })
    const counts = await store.read((r) => countsOf(r, projectId, 'de'))
    expect(counts).toMatchObject({ total: 2, untranslated: 1 })
  })
})
