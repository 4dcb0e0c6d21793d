import type { KeyAlias } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, apply, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { catalogTexts, keyById, keyByIdentity, type ProjectRow, undoOperation } from '../index.ts'

const NAMESPACE = 'common'

onBoth('key aliases', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
  })
  afterAll(() => database.remove())

  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  const idOf = async (name: string) => {
    const key = await database.store.read((r) =>
      keyByIdentity(r, project.id, { namespace: NAMESPACE, name, plural: 'none' }),
    )
    if (key === null) throw new Error(`no key ${name}`)
    return key.id
  }
  const added = async (name: string) => {
    await applied(database.store, project.id, [newKey(NAMESPACE, name, { en: name, de: `de ${name}` })])
    return idOf(name)
  }
  const aliasesOf = async (keyId: number): Promise<readonly string[]> => {
    const key = await database.store.read((r) => keyById(r, project.id, keyId))
    return (key?.aliases ?? []).map(({ name }) => name)
  }
  const renamed = (keyId: number, name: string, dropsOldName?: boolean) =>
    applied(database.store, project.id, [
      {
        kind: 'edit-key',
        keyId,
        fields: { name },
        ...(dropsOldName === undefined ? {} : { dropsOldName }),
      },
    ])
  const undo = async (operationId: number) => {
    const result = await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT }),
    )
    if (!result.ok) throw new Error(JSON.stringify(result))
    return result
  }
  const alias = (name: string): KeyAlias => ({ name, path: name.split('.') })

  test('a renamed key keeps its old name as an alias; after an undo, the name is its own again', async () => {
    const keyId = await added('cart.title')
    const before = await hash()
    const { operationId } = await renamed(keyId, 'cart.heading')
    expect(await database.store.read((r) => keyById(r, project.id, keyId))).toMatchObject({
      name: 'cart.heading',
      aliases: [{ name: 'cart.title', path: ['cart', 'title'] }],
    })
    const [text] = await database.store.read((r) =>
      catalogTexts(r, { projectId: project.id, language: 'de', namespace: NAMESPACE }, [keyId]),
    )
    expect(text).toMatchObject({ name: 'cart.heading', aliases: [alias('cart.title')] })
    const after = await hash()
    const back = await undo(operationId)
    expect(await aliasesOf(keyId)).toEqual([])
    expect(await hash()).toBe(before)
    await undo(back.operationId)
    expect(await aliasesOf(keyId)).toEqual(['cart.title'])
    expect(await hash()).toBe(after)
  })

  test('a rename can drop the old name', async () => {
    const keyId = await added('dropped.old')
    await renamed(keyId, 'dropped.new', true)
    expect(await aliasesOf(keyId)).toEqual([])
    // Another edit of the key in the same operation does not restore it.
    await applied(database.store, project.id, [
      { kind: 'edit-key', keyId, fields: { name: 'dropped.newer' }, dropsOldName: true },
      { kind: 'edit-key', keyId, fields: { description: 'Above the list.' } },
    ])
    expect(await aliasesOf(keyId)).toEqual([])
  })

  test('intermediate names within one operation do not become aliases, nor does a name that is restored', async () => {
    const [one, two] = [await added('swap.one'), await added('swap.two')]
    await applied(database.store, project.id, [
      { kind: 'edit-key', keyId: one, fields: { name: 'swap.between' } },
      { kind: 'edit-key', keyId: two, fields: { name: 'swap.one' } },
      { kind: 'edit-key', keyId: one, fields: { name: 'swap.two' } },
    ])
    expect(await aliasesOf(one)).toEqual(['swap.one'])
    expect(await aliasesOf(two)).toEqual(['swap.two'])
    await renamed(one, 'swap.three')
    await renamed(one, 'swap.one.again')
    expect(await aliasesOf(one)).toEqual(['swap.one', 'swap.two', 'swap.three'])
    await renamed(one, 'swap.three')
    expect(await aliasesOf(one)).toEqual(['swap.one', 'swap.two', 'swap.one.again'])
  })

  test('an alias belongs to the key that had the name last; undoing returns it', async () => {
    const first = await added('banner')
    await renamed(first, 'banner.spring')
    const second = await added('banner')
    expect(await aliasesOf(first)).toEqual(['banner'])
    const { operationId } = await renamed(second, 'banner.summer')
    expect(await aliasesOf(first)).toEqual([])
    expect(await aliasesOf(second)).toEqual(['banner'])
    await undo(operationId)
    expect(await aliasesOf(first)).toEqual(['banner'])
    expect(await aliasesOf(second)).toEqual([])
  })

  test('by hand: added with a place, retired, and refused if another key has the name', async () => {
    const [keyId, other] = [await added('hand.key'), await added('hand.other')]
    const set = (aliases: readonly KeyAlias[]) =>
      apply(database.store, project.id, [{ kind: 'edit-key', keyId, fields: { aliases } }])
    const given = await set([alias('hand.old'), alias('hand.older')])
    // The files that apps have loaded are stale.
    expect(given.ok && given.changeSet.files.map(({ language }) => language).sort()).toEqual(['de', 'en'])
    const retired = await set([alias('hand.older')])
    expect(await aliasesOf(keyId)).toEqual(['hand.older'])
    await undo(retired.ok ? retired.operationId : 0)
    expect(await aliasesOf(keyId)).toEqual(['hand.old', 'hand.older'])
    await renamed(other, 'hand.new')
    for (const [name, holder] of [
      ['hand.new', other],
      ['hand.other', other],
    ] as const)
      expect(await set([alias(name)])).toEqual({
        ok: false,
        refusals: [{ code: 'already-exists', namespace: NAMESPACE, name, keyId: holder, change: 0 }],
      })
    expect(await aliasesOf(keyId)).toEqual(['hand.old', 'hand.older'])
  })

  test('a key is added with aliases; refused if another key has the name', async () => {
    const other = await added('with.other')
    await renamed(other, 'with.new')
    const add = (name: string, ...aliases: readonly string[]) =>
      apply(database.store, project.id, [
        { ...newKey(NAMESPACE, name, { en: name }), aliases: aliases.map(alias) },
      ])
    const given = await add('with.aliases', 'with.old', 'with.aliases')
    const keyId = await idOf('with.aliases')
    expect(await aliasesOf(keyId)).toEqual(['with.old'])
    for (const [name, holder] of [
      ['with.old', keyId],
      ['with.new', other],
      ['with.other', other],
    ] as const)
      expect(await add('with.more', name)).toEqual({
        ok: false,
        refusals: [{ code: 'already-exists', namespace: NAMESPACE, name, keyId: holder, change: 0 }],
      })
    const { operationId } = await undo(given.ok ? given.operationId : 0)
    await undo(operationId)
    expect(await aliasesOf(keyId)).toEqual(['with.old'])
  })

  test('a removed key is restored with its aliases; a moved key keeps them', async () => {
    const keyId = await added('gone.old')
    await renamed(keyId, 'gone.new')
    const { operationId } = await applied(database.store, project.id, [{ kind: 'remove-key', keyId }])
    await undo(operationId)
    expect(await aliasesOf(keyId)).toEqual(['gone.old'])
    await applied(database.store, project.id, [
      { kind: 'edit-key', keyId, fields: { namespace: 'elsewhere', name: 'gone.away' } },
    ])
    expect(await aliasesOf(keyId)).toEqual(['gone.old'])
  })

  test('if a key has too many aliases, the oldest are removed', async () => {
    const keyId = await added('many.0')
    for (let number = 1; number <= 22; number += 1) await renamed(keyId, `many.${number}`)
    const names = await aliasesOf(keyId)
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('many.2')
    expect(names.at(-1)).toBe('many.21')
  })
})
