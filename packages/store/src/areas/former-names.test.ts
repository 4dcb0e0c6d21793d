import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { formerNames, keyByIdentity, type ProjectRow, undoOperation } from '../index.ts'

onBoth('former names of keys', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
  })
  afterAll(() => database.remove())

  const added = async (namespace: string, name: string) => {
    await applied(database.store, project.id, [newKey(namespace, name, { en: name })])
    const key = await database.store.read((r) =>
      keyByIdentity(r, project.id, { namespace, name, plural: 'none' }),
    )
    if (key === null) throw new Error(`no key ${name}`)
    return key.id
  }
  type Fields = { readonly name?: string; readonly namespace?: string; readonly description?: string }
  const edited = (keyId: number, fields: Fields) =>
    applied(database.store, project.id, [{ kind: 'edit-key', keyId, fields, dropsOldName: true }])
  const namesOf = async (...keyIds: number[]) => {
    const found = await database.store.read((r) => formerNames(r, { projectId: project.id, keyIds }))
    return keyIds.map((keyId) => found.get(keyId) ?? [])
  }

  test('are in the order of the renames, newest first', async () => {
    const a = await added('app', 'first\n"ß"')
    const b = await added('app', 'other')
    await edited(a, { name: 'second' })
    await edited(a, { description: 'Not a rename' })
    await edited(a, { name: 'third' })
    expect(await namesOf(a, b)).toEqual([['second', 'first\n"ß"'], []])
  })

  test('are also those of renames that were undone, without the current name', async () => {
    const key = await added('app', 'cart.title')
    const { operationId } = await edited(key, { name: 'cart.heading' })
    await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT }),
    )
    expect(await namesOf(key)).toEqual([['cart.heading']])
  })

  test('are those in the current namespace, and aliases', async () => {
    const key = await added('app', 'moved')
    await edited(key, { namespace: 'shop', name: 'moved.here' })
    await edited(key, { name: 'moved.there' })
    const aliases = ['a', 'b'].map((name) => ({ name, path: [name] }))
    await applied(database.store, project.id, [{ kind: 'edit-key', keyId: key, fields: { aliases } }])
    expect(await namesOf(key)).toEqual([['moved.here', 'b', 'a']])
  })
})
