import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/on-both.ts'
import { openConnection } from './driver/open-connection.ts'
import { fileBase, listConflicts, listFiles, listProjects, openStore, type StoreConfig } from './index.ts'
import { MIGRATIONS } from './migrations/all.ts'
import type { Tables } from './tables.ts'

const ROWS = [
  `insert into project values (1, 'shop', 'Shop', 'en', '{"deliverFallback":true,"deliverPublic":true}', '2026-01-01', 5)`,
  `insert into language values (1, 1, 'en', null, 1), (2, 1, 'de', null, 2)`,
  `insert into source values (1, 1, 'folder', '/shop', '{lng}.json', 'i18next-json', 1, '2026-01-01')`,
  `insert into file values (7, 1, 1, 'de.json', 'de', 'translation', 'in-step', null, 3, '2026-01-02'),
    (8, 1, 1, 'en.json', 'en', 'translation', 'missing', null, 4, null)`,
  `insert into conflict values (3, 1, 7, 'title', 'none', '["title"]', null, '{"other":"a"}', '{"other":"b"}', '{"other":"c"}', 'open', '2026-01-03')`,
]

describe.each<StoreConfig['kind']>(process.env.TEST_POSTGRES_URL ? ['sqlite', 'postgres'] : ['sqlite'])(
  'a database of the first schema · %s',
  (kind) => {
    test('keeps its files, what was last synced of them, and what is undecided', async () => {
      const { config, remove } = await databaseOfFirstSchema(kind)
      const store = await openStore(config)
      try {
        const [project] = await store.read(listProjects)
        expect([project?.slug, project?.syntax]).toEqual(['shop', 'i18next'])
        const files = await store.read((r) => listFiles(r, { projectId: 1 }))
        expect(
          files.map(({ id, path, side, state, conflicts, syncedAt }) => [
            id,
            path,
            side,
            state,
            conflicts,
            syncedAt,
          ]),
        ).toEqual([
          [7, 'de.json', 'target', 'in-step', 1, '2026-01-02'],
          [8, 'en.json', 'target', 'missing', 0, null],
        ])
        expect(Buffer.from((await store.read((r) => fileBase(r, 1, 'de.json'))) ?? []).toString()).toBe(
          '{"title":"a"}',
        )
        expect(await store.read((r) => fileBase(r, 1, 'en.json'))).toBeNull()
        expect(
          (await store.read((r) => listConflicts(r, 1))).map(({ id, fileId, theirs }) => [
            id,
            fileId,
            theirs,
          ]),
        ).toEqual([[3, 7, { other: 'b' }]])
      } finally {
        await store.close()
        await remove()
      }
    })
  },
)

async function databaseOfFirstSchema(
  kind: StoreConfig['kind'],
): Promise<{ config: StoreConfig; remove: () => Promise<void> }> {
  if (kind === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-store-'))
    await fill(
      new Kysely<Tables>({
        dialect: new SqliteDialect({ database: openConnection(join(folder, 'dragoman.db')) }),
      }),
      kind,
    )
    return { config: { kind, folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const { config, store, remove } = await openTestDatabase(kind)
  if (config.kind !== 'postgres') throw new Error('Another database was asked for')
  await store.close()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) }),
  })
  const { rows } = await sql<{
    tablename: string
  }>`select tablename from pg_tables where schemaname = current_schema()`.execute(db)
  for (const { tablename } of rows) await sql`drop table ${sql.id(tablename)} cascade`.execute(db)
  await fill(db, kind)
  return { config, remove }
}

async function fill(db: Kysely<Tables>, kind: StoreConfig['kind']): Promise<void> {
  const [first] = MIGRATIONS
  await first?.up(db, kind)
  await sql`create table meta (name text primary key, value text not null)`.execute(db)
  await sql`insert into meta (name, value) values ('schema', '1')`.execute(db)
  for (const row of ROWS) await sql.raw(row).execute(db)
  await sql`insert into file_base (file_id, deflated, bytes) values (7, 0, ${Buffer.from('{"title":"a"}')})`.execute(
    db,
  )
  await db.destroy()
}
