import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DIFFICULT_NAMES,
  DIFFICULT_TEXTS,
  difficultProject,
  NAMED,
  TEXTS,
} from '../../test/difficult-project.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { applied, newKey, sampleProject } from '../../test/sample.ts'
import { keysPage, type ProjectRow, textsToSave } from '../index.ts'

onBoth('texts to save', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let other: ProjectRow
  /** Ids of the keys of a project by their names. */
  let ids: ReadonlyMap<string, number>
  let foreignId: number
  beforeAll(async () => {
    database = await open()
    project = await difficultProject(database.store)
    other = await sampleProject(database.store, ['de'], 'other')
    await applied(database.store, other.id, [newKey(TEXTS, 'foreign', { en: 'Foreign', de: 'Fremd' })])
    ids = await idsOf(project)
    foreignId = (await idsOf(other)).get('foreign') ?? 0
  })
  afterAll(() => database.remove())

  const idsOf = async ({ id }: ProjectRow) => {
    const { rows } = await database.store.read((r) =>
      keysPage(r, { projectId: id, languages: [], filter: {}, limit: 100 }),
    )
    return new Map(rows.map(({ key }) => [key.name, key.id]))
  }
  const idOf = (name: string) => ids.get(name) ?? 0
  const texts = (keyIds: readonly number[], languages: readonly string[], sourceLanguage = 'en') =>
    database.store.read((r) => textsToSave(r, { projectId: project.id, sourceLanguage, keyIds, languages }))

  test.each(DIFFICULT_TEXTS)('contain source and translation unchanged: %s', async (title, text) => {
    const id = idOf(title)
    const forms = text === '' ? {} : { other: text }
    const found = await texts([id], ['de'])
    expect([...found.keys()]).toEqual([`${id} de`])
    expect(found.get(`${id} de`)).toMatchObject({
      key: { id, namespace: TEXTS, name: title },
      source: { language: 'en', forms },
      target: { language: 'de', forms },
    })
  })

  test.each(DIFFICULT_NAMES)('contain the name of a key unchanged: %s', async (_title, name) => {
    const id = idOf(name)
    expect((await texts([id], ['de'])).get(`${id} de`)?.key).toMatchObject({
      namespace: NAMED,
      name,
      path: [name],
    })
  })

  test('are those of all keys in all languages', async () => {
    const found = await texts([...ids.values()], ['en', 'de'])
    expect(found.size).toBe(2 * ids.size)
  })

  test('of the source language have themselves as source', async () => {
    const id = idOf('an apostrophe')
    const found = (await texts([id], ['en'])).get(`${id} en`)
    expect(found?.target).toEqual(found?.source)
  })

  test.each(['xx', 'DE', '__proto__', "d'e", '', 'constructor'])(
    'are none in the unknown language %j',
    async (tag) => {
      expect((await texts([idOf('nothing')], [tag])).size).toBe(0)
    },
  )

  test('are none without the source language', async () => {
    expect((await texts([idOf('nothing')], ['de'], '__proto__')).size).toBe(0)
  })

  test('are none of another project', async () => {
    expect((await texts([foreignId], ['de'])).size).toBe(0)
  })

  test.each([0, -1, 2 ** 40])('are none for the unknown key %i', async (id) => {
    expect((await texts([id], ['de'])).size).toBe(0)
  })

  test('are none for no keys', async () => {
    expect((await texts([], ['de'])).size).toBe(0)
  })

  test('are none for no languages', async () => {
    expect((await texts([...ids.values()], [])).size).toBe(0)
  })

  test('of a key that is requested twice are returned once', async () => {
    const id = idOf('nothing')
    expect((await texts([id, id], ['de', 'de'])).size).toBe(1)
  })
})
