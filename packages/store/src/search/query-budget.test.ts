import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, openTestDatabase, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  type EditorFilter,
  editorPage,
  keysPage,
  listOperations,
  listProjects,
  type ProjectRow,
  QueryTooCostlyError,
  type Reader,
} from '../index.ts'

onBoth('queries within a budget', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store, ['de'])
    await applied(
      database.store,
      project.id,
      Array.from({ length: 300 }, (_, i) =>
        newKey('common', `key${i}`, { en: `a text ${i}`, de: `ein Text ${i}` }),
      ),
    )
  })
  afterAll(() => database.remove())

  const page = (filter: EditorFilter) =>
    database.store.read((r) =>
      editorPage(r, { projectId: project.id, sourceLanguage: 'en', language: 'de', filter, limit: 10 }),
    )
  /** Counts for minutes; checks its budget at every row if the database does not do that itself. */
  const counting = (r: Reader, rows: number) =>
    countRows(r, rows, r.dialect.withinBudget ? sql`and ${r.dialect.withinBudget}` : sql``)

  test('a repeated word costs nothing, nor does one that is part of another', async () => {
    const words = [
      ...Array.from({ length: 499 }, () => 'a'),
      ...Array.from({ length: 199 }, () => 'text'),
      'ext',
      'TEXT',
    ]
    expect((await page({ words })).rows).toHaveLength(10)
    expect((await page({ words, notWords: Array.from({ length: 499 }, () => 'nowhere') })).rows).toHaveLength(
      10,
    )
  })

  test('more than 20 different words are too many, including key patterns', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `word${i}x`)
    expect((await page({ words })).rows).toEqual([])
    const refused = { what: 'words', params: { words: 21, limit: 20 } }
    await expect(page({ words: [...words, 'one more'] })).rejects.toMatchObject(refused)
    await expect(page({ words, notWords: ['z'] })).rejects.toMatchObject(refused)
    await expect(page({ words, keyPatterns: ['z*'] })).rejects.toMatchObject(refused)
    await expect(
      database.store.read((r) =>
        keysPage(r, {
          projectId: project.id,
          languages: ['en', 'de'],
          filter: { words: [...words, 'z'] },
          limit: 10,
        }),
      ),
    ).rejects.toMatchObject(refused)
  })

  test('a statement over the budget is ended and reported; meanwhile and afterwards others are answered', async () => {
    const long = database.store.read((r) => r.limited((own) => counting(own, 1_000_000_000)))
    const others = Promise.all(Array.from({ length: 20 }, () => page({})))
    await expect(long).rejects.toBeInstanceOf(QueryTooCostlyError)
    expect(await others).toHaveLength(20)
    expect((await page({ words: ['text', 'ein'] })).rows).toHaveLength(10)
  })

  test('a query inside a write is within the budget too', async () => {
    await expect(
      database.store.write((w) => w.limited((own) => counting(own, 1_000_000_000))),
    ).rejects.toBeInstanceOf(QueryTooCostlyError)
    const found = await database.store.write((w) =>
      editorPage(w, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { words: ['text'], tags: [] },
        limit: 10,
      }),
    )
    expect(found.rows).toEqual([])
  })

  test('finds the activity of one person among that of others', async () => {
    await applied(database.store, project.id, [newKey('common', 'last', { en: 'Last' })])
    const { rows } = await database.store.read((r) =>
      listOperations(r, { projectId: project.id, limit: 5, actor: MARA.actor.id, kind: 'save' }),
    )
    expect(rows[0]).toMatchObject({ actor: MARA.actor, at: AT })
    expect(
      (
        await database.store.read((r) =>
          listOperations(r, { projectId: project.id, limit: 5, actor: 'nobody' }),
        )
      ).rows,
    ).toEqual([])
  })
})

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'PostgreSQL ends a statement that does not check the budget itself',
  async () => {
    const { store, remove } = await openTestDatabase('postgres')
    const long = store.read((r) => r.limited((own) => countRows(own, 1_000_000_000)))
    const others = Promise.all(Array.from({ length: 20 }, () => store.read(listProjects)))
    await expect(long).rejects.toBeInstanceOf(QueryTooCostlyError)
    expect(await others).toHaveLength(20)
    await remove()
  },
)

/** Counts for as long as that takes; `within` is checked at every row. */
function countRows(r: Reader, rows: number, within = sql``) {
  return sql<{ n: number }>`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)} ${within}) select count(*) as n from n`.execute(
    r.db,
  )
}
