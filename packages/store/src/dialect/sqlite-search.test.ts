import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestSqlite } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { applyOperation, editorPage, type Reader } from '../index.ts'
import { idRange, translationId } from '../tables.ts'
import { indexAllLater } from './sqlite-search.ts'

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

test.each(['speichern', 'sp'])(
  'a text is found while the index is emptied to be built again: %s',
  async (word) => {
    const { store, remove } = await openTestSqlite()
    onTestFinished(remove)
    const { id: projectId } = await sampleProject(store, ['de'])
    await applied(store, projectId, [newKey('common', 'save', { en: 'Save', de: 'Speichern' })])
    await store.waitForIndex()
    let isEmptied = false
    const found = await store.read(async ({ db, dialect }) => {
      const { id } = await db
        .selectFrom('language')
        .select('id')
        .where('tag', '=', 'de')
        .executeTakeFirstOrThrow()
      const emptying = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!isEmptied) await store.write((w) => indexAllLater(w.db))
          isEmptied = true
          return result
        },
      })
      return dialect.searchIds(emptying, { ranges: [idRange(id)], word, cap: 10 })
    })
    expect([isEmptied, found?.length]).toEqual([true, 1])
  },
)

type PendingRequest = {
  /** Names of keys whose translation becomes "banana". */
  readonly replaced: readonly string[]
  /** The first and the last key of each range that is to be indexed. */
  readonly ranges: readonly (readonly [first: string, last: string])[]
  /** The maximum number of texts that a search returns. */
  readonly cap: number
}

/** Opens a project with translations "apple" of the keys a, b, c and d that are indexed, and replaces some of them. */
async function openPending({ replaced, ranges, cap }: PendingRequest) {
  const { store, remove } = await openTestSqlite()
  onTestFinished(remove)
  const { id: projectId } = await sampleProject(store, ['de'])
  const added = ['a', 'b', 'c', 'd'].map((name) => newKey('app', name, { en: name, de: 'apple' }))
  await applied(store, projectId, added)
  await store.waitForIndex()
  const { language, keys } = await store.read(async ({ db }) => ({
    language: await db.selectFrom('language').select('id').where('tag', '=', 'de').executeTakeFirstOrThrow(),
    keys: await db.selectFrom('key').select(['id', 'name']).execute(),
  }))
  const keyId = (name: string) => keys.find((key) => key.name === name)?.id ?? 0
  const textId = (name: string) => translationId(language.id, keyId(name))
  const search = ({ db, dialect }: Reader) =>
    dialect.searchIds(db, { ranges: [idRange(language.id)], word: 'banana', cap })
  const changes = replaced.map((name) => ({
    kind: 'translate' as const,
    keyId: keyId(name),
    language: 'de',
    forms: { other: 'banana' },
  }))
  const whilePending = await store.write(async (w) => {
    await applyOperation(w, { projectId, kind: 'save', by: MARA, at: AT, changes })
    await w.db.deleteFrom('search_pending').execute()
    // No text has these ids. Only a hundred ranges are read at a time.
    const others = Array.from({ length: 99 }, (_, id) => [id, id] as const)
    await w.dialect.indexLater(w.db, [
      ...others,
      ...ranges.map(([first, last]) => [textId(first), textId(last)] as const),
    ])
    return search(w)
  })
  return { store, whilePending, search: () => store.read(search), textId }
}

test('a range that starts in an indexed one and ends after it is indexed to its end', async () => {
  const { store, search, textId } = await openPending({
    replaced: ['d'],
    ranges: [
      ['a', 'c'],
      ['b', 'd'],
    ],
    cap: 10,
  })
  await store.waitForIndex()
  expect(await search()).toEqual([textId('d')])
  expect(await store.read(({ db }) => db.selectFrom('search_pending').selectAll().execute())).toEqual([])
})

test('texts that are in several pending ranges do not displace others', async () => {
  const { whilePending, textId } = await openPending({
    replaced: ['c', 'd'],
    ranges: [
      ['a', 'c'],
      ['b', 'c'],
      ['c', 'd'],
    ],
    cap: 2,
  })
  expect(whilePending).toEqual([textId('c'), textId('d')])
})
