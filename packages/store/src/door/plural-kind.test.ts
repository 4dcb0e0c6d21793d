import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, apply, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { keyById, type ProjectRow, translation, undoOperation } from '../index.ts'

onBoth('the plural kind of a key', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
  })
  afterAll(() => database.remove())

  async function addKey(name: string): Promise<number> {
    const { changeSet } = await applied(database.store, project.id, [
      newKey('common', name, { en: '{{count}} items', de: '{{count}} Artikel' }),
    ])
    const id = changeSet.keys?.[0]
    if (id === undefined) throw new Error('no key was added')
    return id
  }
  const failing = async (keyId: number) =>
    (await database.store.read((r) => translation(r, project.id, keyId, 'de')))?.failing

  test('is changed, checked again, announced to files, and undone', async () => {
    const keyId = await addKey('items')
    const before = await database.store.read((r) => catalogHash(r, project.id))
    expect(await failing(keyId)).toBe(false)
    const done = await applied(database.store, project.id, [
      { kind: 'edit-key', keyId, fields: { plural: 'cardinal' } },
    ])
    expect((await database.store.read((r) => keyById(r, project.id, keyId)))?.plural).toBe('cardinal')
    expect(await failing(keyId)).toBe(true) // the form "one" is missing now
    expect(done.changeSet.files).toContainEqual({ language: 'de', namespace: 'common', texts: 0 })
    const undone = await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId: done.operationId, by: MARA, at: AT }),
    )
    expect(undone.ok).toBe(true)
    expect((await database.store.read((r) => keyById(r, project.id, keyId)))?.plural).toBe('none')
    expect(await failing(keyId)).toBe(false)
    expect(await database.store.read((r) => catalogHash(r, project.id))).toBe(before)
  })

  test('cannot be the same as that of another key with the same name', async () => {
    const keyId = await addKey('twice')
    const other = { ...newKey('common', 'twice', { en: 'x' }), plural: 'cardinal' as const }
    await applied(database.store, project.id, [other])
    const refused = await apply(database.store, project.id, [
      { kind: 'edit-key', keyId, fields: { plural: 'cardinal' } },
    ])
    expect(refused).toMatchObject({ ok: false, refusals: [{ code: 'already-exists', name: 'twice' }] })
  })
})
