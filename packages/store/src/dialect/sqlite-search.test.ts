import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestSqlite } from '../../test/on-both.ts'
import { applied, newKey, sampleProject } from '../../test/sample.ts'
import { editorPage, type Reader } from '../index.ts'

/** Returns from which percentage of removed texts FTS5 merges; null: its default. */
async function mergesFrom({ db }: Reader): Promise<number | null> {
  const setting = sql<{ v: number }>`select v from search_index_config where k = 'deletemerge'`
  return (await setting.execute(db)).rows[0]?.v ?? null
}

test('the index does not merge while many texts are removed, and merges again afterwards', async () => {
  const { store, remove } = await openTestSqlite()
  const afterRemoving = (count: number) =>
    store.write(async (w) => {
      await w.dialect.reindex(w.db, { gone: Array.from({ length: count }, (_, index) => index), come: [] })
      w.laterWork()
      return mergesFrom(w)
    })
  expect(await afterRemoving(99)).toBeNull()
  expect(await afterRemoving(100)).toBe(0)
  await store.waitForIndex()
  expect(await store.read(mergesFrom)).toBe(10)
  await remove()
})

test('texts are found after an earlier process removed some without merging', async () => {
  const { store, remove } = await openTestSqlite()
  const { id: projectId } = await sampleProject(store)
  await applied(store, projectId, [newKey('common', 'save', { en: 'Save', de: 'Speichern' })])
  await store.waitForIndex()
  await store.write(async (w) => {
    await sql`insert into search_index (search_index, rank) values ('deletemerge', 0)`.execute(w.db)
    w.laterWork()
  })
  await store.waitForIndex()
  expect(await store.read(mergesFrom)).toBe(10)
  const about = {
    projectId,
    sourceLanguage: 'en',
    language: 'de',
    filter: { words: ['speichern'] },
    limit: 10,
  }
  expect((await store.read((r) => editorPage(r, about))).rows).toHaveLength(1)
  await remove()
})
