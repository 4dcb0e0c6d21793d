import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { onBoth, openTestSqlite, type TestDatabase } from '../../test/on-both.ts'
import { queryPlansOf } from '../../test/query-plans.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  applyOperation,
  type ChangeRequest,
  formerKeys,
  formerNames,
  keyByIdentity,
  lastOperationNumber,
  type ProjectRow,
  undoOperation,
} from '../index.ts'

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

test('former keys are read from the part of the history that is not read yet', async () => {
  const { store, remove } = await openTestSqlite()
  onTestFinished(remove)
  const { id: projectId } = await sampleProject(store)
  const since = await store.read(lastOperationNumber)
  const { operationId } = await applied(store, projectId, [newKey('app', 'hello', { en: 'Hello' })])
  const key = await store.read((r) =>
    keyByIdentity(r, projectId, { namespace: 'app', name: 'hello', plural: 'none' }),
  )
  await applied(store, projectId, [{ kind: 'remove-key', keyId: key?.id ?? 0 }])
  const request = { projectId, since, except: operationId, after: 0 }
  const read = () => store.read((r) => formerKeys(r, request))
  const plans = await queryPlansOf(store, 'operation', read)
  expect(plans.filter((step) => / (?:o|change) /.test(step))).toEqual([
    'SEARCH o USING INDEX operation_project (project_id=? AND id>?)',
    'SEARCH change USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    'SEARCH o USING INDEX operation_project (project_id=? AND id>?)',
  ])
})

onBoth('former keys', (open) => {
  let database: TestDatabase
  let projectId: number
  beforeAll(async () => {
    database = await open()
    projectId = (await sampleProject(database.store)).id
  })
  afterAll(() => database.remove())

  const write = async (changes: readonly ChangeRequest[]) => {
    const { operationId } = await applied(database.store, projectId, changes)
    return operationId
  }
  const added = (name: string) => write([newKey('app', name, { en: name })])
  const idOf = async (name: string) =>
    (
      await database.store.read((r) =>
        keyByIdentity(r, projectId, { namespace: 'app', name, plural: 'none' }),
      )
    )?.id ?? 0
  const last = () => database.store.read(lastOperationNumber)
  const former = async (
    since: number,
    { except = null, after = 0 }: { except?: number | null; after?: number } = {},
  ) => {
    const found = await database.store.read((r) => formerKeys(r, { projectId, since, except, after }))
    const keys = found.keys.map(({ namespace, name, plural }) => `${namespace} ${name} ${plural}`)
    return { keys, lastChange: found.lastChange }
  }

  test('are those that later operations edited or removed, each returned once', async () => {
    for (const name of ['removed', 'renamed', 'moved', 'counted', 'left']) await added(name)
    await write([{ kind: 'edit-key', keyId: await idOf('left'), fields: { name: 'kept' } }])
    const since = await last()
    expect(await former(since)).toEqual({ keys: [], lastChange: 0 })
    await write([{ kind: 'remove-key', keyId: await idOf('removed') }])
    await write([{ kind: 'edit-key', keyId: await idOf('renamed'), fields: { name: 'again' } }])
    const first = await former(since)
    expect(first.keys).toEqual(['app removed none', 'app renamed none'])
    await write([{ kind: 'edit-key', keyId: await idOf('moved'), fields: { namespace: 'shop' } }])
    const own = await write([
      { kind: 'edit-key', keyId: await idOf('counted'), fields: { plural: 'cardinal' } },
    ])
    expect((await former(since, { after: first.lastChange })).keys).toEqual([
      'app moved none',
      'app counted none',
    ])
    const all = await former(since, { except: own })
    expect(all.keys).toEqual(['app removed none', 'app renamed none', 'app moved none'])
  })

  test('are not those of an import that is undone', async () => {
    const since = await last()
    const imported = await database.store.write((w) =>
      applyOperation(w, {
        projectId,
        kind: 'import',
        by: MARA,
        at: AT,
        changes: [newKey('app', 'imported', { en: 'Imported' })],
      }),
    )
    if (!imported.ok) throw new Error('refused')
    for (const operationId of [imported.operationId, await added('saved')])
      await database.store.write((w) => undoOperation(w, { projectId, operationId, by: MARA, at: AT }))
    expect([await idOf('imported'), await idOf('saved')]).toEqual([0, 0])
    expect((await former(since)).keys).toEqual(['app saved none'])
  })
})
