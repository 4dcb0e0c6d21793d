import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { applyOperation, keyByIdentity, listOperationGroups } from '../index.ts'

onBoth('operations in groups', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('a group keeps its oldest operation while its person saves more than 200 texts', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store)
    await applied(store, projectId, [newKey('app', 'title', { en: 'Title' })])
    const title = { namespace: 'app', name: 'title', plural: 'none' } as const
    const keyId = (await store.read((r) => keyByIdentity(r, projectId, title)))?.id ?? 0
    let saved = 0
    const save = (times: number) =>
      store.write(async (w) => {
        for (const last = saved + times; saved < last; saved++) {
          const forms = { other: `Titel ${saved}` }
          const changes = [{ kind: 'translate' as const, keyId, language: 'de', forms }]
          await applyOperation(w, { projectId, kind: 'save', by: MARA, at: AT, changes })
        }
      })
    const page = (limit: number, cursor?: string) =>
      store.read((r) =>
        listOperationGroups(r, { projectId, limit, ...(cursor === undefined ? {} : { cursor }) }),
      )
    const shown = async (limit = 3) =>
      (await page(limit)).groups.map((group) => ({ count: group.length, oldest: group.at(-1)?.id }))

    await save(200)
    const [full, added] = await shown()
    expect([full?.count, added?.count]).toEqual([200, 1])
    await save(1)
    const grown = await shown()
    expect(grown.map(({ count }) => count)).toEqual([1, 200, 1])
    expect(grown.slice(1)).toEqual([full, added])
    await save(2)
    expect((await shown()).map(({ count }) => count)).toEqual([3, 200, 1])
    expect((await shown()).map(({ oldest }) => oldest)).toEqual(grown.map(({ oldest }) => oldest))

    // A page ends with a whole group, and the next one starts with the group that follows.
    const first = await page(1)
    expect(first.groups.map((group) => group.length)).toEqual([3])
    const second = await page(1, first.next ?? '')
    expect(second.groups.map((group) => group.at(-1)?.id)).toEqual([full?.oldest])
    expect(second.groups.map((group) => group.length)).toEqual([200])
    const third = await page(1, second.next ?? '')
    expect(third.groups.map((group) => group.at(-1)?.id)).toEqual([added?.oldest])
  })
})
