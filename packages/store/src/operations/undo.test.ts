import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, apply, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  addLanguage,
  applyOperation,
  history,
  keyByIdentity,
  listLanguages,
  operationById,
  type ProjectRow,
  planUndo,
  removeLanguage,
  translation,
  undoOperation,
  workSince,
} from '../index.ts'

onBoth('undo', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
    await applied(database.store, project.id, [
      newKey('common', 'one', { en: 'One', de: 'Eins' }),
      newKey('common', 'two', { en: 'Two', de: 'Zwei' }),
      newKey('common', 'three', { en: 'Three' }),
    ])
  })
  afterAll(() => database.remove())

  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  const undo = (operationId: number, keepNewer: 'keep' | 'refuse' = 'refuse') =>
    database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT, keepNewer }),
    )
  const keyNamed = async (name: string) => {
    const key = await database.store.read((r) =>
      keyByIdentity(r, project.id, { namespace: 'common', name, plural: 'none' }),
    )
    if (!key) throw new Error(`no key ${name}`)
    return key.id
  }
  async function undone(operationId: number) {
    const result = await undo(operationId)
    if (!result.ok) throw new Error(`not undone: ${JSON.stringify(result)}`)
    return result
  }

  test('a path that follows the file neither blocks an undo nor is left behind by its own', async () => {
    const before = await hash()
    const done = await applied(database.store, project.id, [newKey('common', 'steps.0', { en: 'First' })])
    const keyId = await keyNamed('steps.0')
    const added = await hash()
    const move = (path: (string | number)[]) =>
      applied(database.store, project.id, [{ kind: 'edit-key', keyId, fields: { path } }])
    const moved = await move(['steps', 0])
    const inArray = await hash()
    expect(inArray).not.toBe(added)
    const undo = await undone(moved.operationId)
    expect(await hash()).toBe(added)
    // Nothing is left to undo, so that an undo in steps ends.
    expect(await database.store.read((r) => planUndo(r, project.id, moved.operationId, 10))).toMatchObject({
      total: 0,
      newerTotal: 0,
    })
    await undone(undo.operationId)
    expect(await hash()).toBe(inArray)
    // A rename, and an edit of the same operation as a path.
    const renamed = await applied(database.store, project.id, [
      { kind: 'edit-key', keyId, fields: { name: 'steps.1', path: ['steps', 1] } },
    ])
    await move(['steps.1'])
    await undone(renamed.operationId)
    expect(await hash()).toBe(inArray)
    const flat = await move(['steps.0'])
    await database.store.write((w) =>
      applyOperation(w, {
        ...{ projectId: project.id, kind: 'sync', by: MARA, at: AT, continues: flat.operationId },
        changes: [{ kind: 'edit-key', keyId, fields: { description: 'The first step' } }],
      }),
    )
    await undone(flat.operationId)
    expect(await hash()).toBe(inArray)
    await undone(done.operationId)
    expect(await hash()).toBe(before)
  })

  test('reverts a text, a first text, an edited and a removed key, and undoing that restores them again', async () => {
    const before = await hash()
    const [one, two, three] = [await keyNamed('one'), await keyNamed('two'), await keyNamed('three')]
    const done = await applied(database.store, project.id, [
      { kind: 'translate', keyId: one, language: 'de', forms: { other: 'Ein' } },
      { kind: 'translate', keyId: one, language: 'pl', forms: { other: 'Jeden' }, state: 'reviewed' },
      {
        kind: 'edit-key',
        keyId: three,
        fields: { name: 'drei', description: 'third', namespace: 'numbers' },
      },
      { kind: 'remove-key', keyId: two },
      newKey('common', 'four', { en: 'Four', pl: 'Cztery' }),
    ])
    const after = await hash()
    expect(after).not.toBe(before)
    const plan = await database.store.read((r) => planUndo(r, project.id, done.operationId, 100))
    expect(plan).toMatchObject({ total: 5, newerTotal: 0 })
    expect(plan?.changes.map((change) => change.kind).sort()).toEqual([
      'key-added',
      'key-edited',
      'key-removed',
      'translation',
      'translation',
    ])
    const back = await undone(done.operationId)
    expect(await hash()).toBe(before)
    const undoneBy = (...ids: readonly number[]) =>
      database.store.read((r) =>
        Promise.all(ids.map(async (id) => (await operationById(r, project.id, id))?.undoneBy)),
      )
    expect(await undoneBy(done.operationId, back.operationId)).toEqual([back.operationId, null])
    const again = await undone(back.operationId)
    expect(await hash()).toBe(after)
    // What the undo had undone is in effect again, and can be undone like before.
    expect(await undoneBy(done.operationId, back.operationId)).toEqual([null, again.operationId])
    const third = await undone(again.operationId)
    expect(await hash()).toBe(before)
    expect(await undoneBy(done.operationId, back.operationId, again.operationId)).toEqual([
      back.operationId,
      null,
      third.operationId,
    ])
  })

  test('work that an undo of an undo has brought back is listed as work', async () => {
    const keyId = await keyNamed('one')
    const request = { projectId: project.id, by: MARA, at: '2031-01-02T03:04:05.000Z' }
    const done = await database.store.write((w) =>
      applyOperation(w, {
        ...request,
        kind: 'save',
        changes: [{ kind: 'translate', keyId, language: 'de', forms: { other: 'Neu' } }],
      }),
    )
    if (!done.ok) throw new Error('refused')
    const people = async () =>
      (await database.store.read((r) => workSince(r, project.id, { after: '2031-01-01', people: 3 })))?.people
    expect(await people()).toBe(1)
    const back = await undone(done.operationId)
    expect(await people()).toBeUndefined()
    await undone(back.operationId)
    expect(await people()).toBe(1)
    await undone(done.operationId)
  })

  test('refuses if something was changed since, names it, and keeps the newer version if asked to', async () => {
    const [one, two] = [await keyNamed('one'), await keyNamed('two')]
    const done = await applied(database.store, project.id, [
      { kind: 'translate', keyId: one, language: 'de', forms: { other: 'A' } },
      { kind: 'translate', keyId: two, language: 'de', forms: { other: 'B' } },
    ])
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: two, language: 'de', forms: { other: 'C' } },
    ])
    const before = await hash()
    const refused = await undo(done.operationId)
    expect(refused).toMatchObject({
      ok: false,
      newer: {
        ...{ total: 1, changes: [{ keyId: one, language: 'de', current: { other: 'A' } }] },
        ...{ newerTotal: 1, newer: [{ keyId: two, language: 'de', current: { other: 'C' } }] },
      },
    })
    expect(await hash()).toBe(before)
    expect(await undo(done.operationId, 'keep')).toMatchObject({ ok: true, summary: { translations: 1 } })
    expect(await database.store.read((r) => translation(r, project.id, one, 'de'))).toMatchObject({
      forms: { other: 'Eins' },
    })
    expect(await database.store.read((r) => translation(r, project.id, two, 'de'))).toMatchObject({
      forms: { other: 'C' },
    })
  })

  test('restores a removed language, and removes an added one', async () => {
    const before = await hash()
    const removed = await database.store.write((w) =>
      removeLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at: AT }),
    )
    if (!removed.ok) throw new Error('refused')
    expect(await database.store.read((r) => listLanguages(r, project.id))).toHaveLength(2)
    await undone(removed.operationId)
    expect(await hash()).toBe(before)
    await database.store.write((w) => addLanguage(w, { projectId: project.id, tag: 'ja', by: MARA, at: AT }))
    const [latest] = await database.store.read(async ({ db }) =>
      db.selectFrom('operation').select('id').orderBy('id', 'desc').limit(1).execute(),
    )
    await undone(latest?.id ?? 0)
    expect(await hash()).toBe(before)
  })

  test('a removed key is not restored without the text of a language removed since, unless that is confirmed', async () => {
    await applied(database.store, project.id, [newKey('common', 'kept', { en: 'Keep', de: 'Behalten' })])
    const removeKey = async () =>
      applied(database.store, project.id, [{ kind: 'remove-key', keyId: await keyNamed('kept') }])
    const removeGerman = async () => {
      const removed = await database.store.write((w) =>
        removeLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at: AT }),
      )
      if (!removed.ok) throw new Error('refused')
      return removed.operationId
    }
    const before = await hash()
    const keyRemoved = await removeKey()
    const german = await removeGerman()
    const refused = await undo(keyRemoved.operationId)
    expect(refused).toMatchObject({
      ok: false,
      newer: {
        newerTotal: 1,
        newer: [{ kind: 'translation', language: 'de', restored: { other: 'Behalten' } }],
      },
    })
    await undone(german)
    await undone(keyRemoved.operationId)
    expect(await hash()).toBe(before)
    const again = await removeKey()
    const germanAgain = await removeGerman()
    expect(await undo(again.operationId, 'keep')).toMatchObject({ ok: true })
    const back = await keyNamed('kept')
    await undone(germanAgain)
    const save = { kind: 'translate' as const, keyId: back, language: 'de', forms: { other: 'Behalten' } }
    await applied(database.store, project.id, [save])
    expect(await hash()).toBe(before)
    await applied(database.store, project.id, [{ kind: 'remove-key', keyId: back }])
  })

  test('reverting a source text does not leave translations outdated', async () => {
    const one = await keyNamed('one')
    const done = await applied(database.store, project.id, [
      { kind: 'translate', keyId: one, language: 'en', forms: { other: 'Uno' } },
    ])
    expect(await database.store.read((r) => translation(r, project.id, one, 'de'))).toMatchObject({
      outdated: true,
    })
    await undone(done.operationId)
    expect(await database.store.read((r) => translation(r, project.id, one, 'de'))).toMatchObject({
      outdated: false,
    })
  })

  test('an emptied text that is deleted and restored has a later version: an edit of the first one is stale', async () => {
    const { changeSet } = await applied(database.store, project.id, [
      newKey('common', 'stale', { en: 'Stale' }),
    ])
    const [keyId = 0] = changeSet.keys ?? []
    const save = (other: string, baseVersion: number) =>
      apply(database.store, project.id, [
        { kind: 'translate', keyId, language: 'de', forms: { other }, baseVersion },
      ])
    const version = async () =>
      (await database.store.read((r) => translation(r, project.id, keyId, 'de')))?.version ?? 0
    await save('A', 0)
    const first = await version()
    await save('', first)
    const emptied = await version()
    expect(emptied).toBeGreaterThan(first)
    const removed = await applied(database.store, project.id, [{ kind: 'remove-key', keyId }])
    await undone(removed.operationId)
    expect(await version()).toBeGreaterThan(emptied)
    expect(await save('B', first)).toMatchObject({ ok: false, refusals: [{ code: 'stale-edit' }] })
    expect(await save('B', await version())).toMatchObject({ ok: true })
    const rows = await database.store.read((r) =>
      history(r, { projectId: project.id, keyId, language: 'de', limit: 10 }),
    )
    expect(rows.map((row) => [row.kind, row.forms.other ?? ''])).toEqual([
      ['save', 'B'],
      ['undo', ''],
      ['save', ''],
      ['save', 'A'],
    ])
  })

  test('a language that is added again continues with its versions and history', async () => {
    const keyId = await keyNamed('one')
    const save = (other: string, baseVersion: number) =>
      apply(database.store, project.id, [
        { kind: 'translate', keyId, language: 'fr', forms: { other }, baseVersion },
      ])
    const add = () =>
      database.store.write((w) => addLanguage(w, { projectId: project.id, tag: 'fr', by: MARA, at: AT }))
    await add()
    await save('Un', 0)
    const before = await database.store.read((r) => translation(r, project.id, keyId, 'fr'))
    await database.store.write((w) =>
      removeLanguage(w, { projectId: project.id, tag: 'fr', by: MARA, at: AT }),
    )
    await add()
    const after = await database.store.read((r) => translation(r, project.id, keyId, 'fr'))
    expect(after?.forms).toEqual({})
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
    expect(await save('Deux', before?.version ?? 0)).toMatchObject({
      ok: false,
      refusals: [{ code: 'stale-edit' }],
    })
    expect(await save('Deux', after?.version ?? 0)).toMatchObject({ ok: true })
    const rows = await database.store.read((r) =>
      history(r, { projectId: project.id, keyId, language: 'fr', limit: 10 }),
    )
    expect(rows.map((row) => row.forms.other ?? '')).toEqual(['Deux', '', 'Un'])
  })

  test('undoing an edit that saved the same words returns the text to its writer, so that this can be undone too', async () => {
    const keyId = await keyNamed('two')
    const before = await hash()
    const text = (other: string) =>
      applied(database.store, project.id, [{ kind: 'translate', keyId, language: 'pl', forms: { other } }])
    const written = await text('Dwa')
    await applied(database.store, project.id, [
      { kind: 'translate', keyId, language: 'en', forms: { other: 'Two!' } },
    ])
    const seen = await database.store.read((r) => translation(r, project.id, keyId, 'pl'))
    const confirmed = await applied(database.store, project.id, [
      { kind: 'translate', keyId, language: 'pl', forms: { other: 'Dwa' }, baseVersion: seen?.version ?? 0 },
    ])
    await undone(confirmed.operationId)
    await undone(confirmed.operationId - 1)
    await undone(written.operationId)
    expect(await hash()).toBe(before)
  })

  test('keys that swapped their names get them back, even if others were renamed meanwhile', async () => {
    const [one, two] = [await keyNamed('one'), await keyNamed('two')]
    const before = await hash()
    const done = await applied(database.store, project.id, [
      { kind: 'edit-key', keyId: one, fields: { name: 'on the way' } },
      { kind: 'edit-key', keyId: two, fields: { name: 'one' } },
      { kind: 'edit-key', keyId: one, fields: { name: 'two' } },
    ])
    expect(await keyNamed('one')).toBe(two)
    await undone(done.operationId)
    expect(await hash()).toBe(before)
    const renamed = await applied(database.store, project.id, [
      { kind: 'edit-key', keyId: one, fields: { name: 'eins' } },
    ])
    const taken = await applied(database.store, project.id, [newKey('common', 'one', { en: 'Another' })])
    const refused = await undo(renamed.operationId)
    expect(refused).toMatchObject({
      ok: false,
      refusals: [{ code: 'already-exists', name: 'one', keyId: taken.changeSet.keys?.[0] }],
    })
    await undone(taken.operationId)
    await undone(renamed.operationId)
    expect(await hash()).toBe(before)
  })
})
