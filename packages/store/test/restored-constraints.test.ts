import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertRows } from '../src/copy/table-rows.ts'
import { tableShapes } from '../src/copy/table-shapes.ts'
import { deleteProject, removeAccount, removeGroup, removeSource } from '../src/index.ts'
import { openTestDatabase, openTestSqlite, type TestDatabase } from './on-both.ts'
import { OTHER_IDS, rowsFor } from './rows-for.ts'

/**
 * PostgreSQL runs the actions of foreign keys in the order in which these were created, which is that of the migrations;
 * pg_restore creates them in the order of their names.
 */
describe.skipIf(!process.env.TEST_POSTGRES_URL)('a database restored by pg_restore', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    const migrated = await openTestSqlite()
    const shapes = await migrated.store.read(({ db }) => tableShapes(db))
    await migrated.remove()
    await database.store.write(async ({ db }) => {
      const { rows } = await sql<{ table: string; name: string; definition: string }>`
        select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' order by conname collate "C"`.execute(db)
      for (const { table, name } of rows)
        await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(db)
      for (const { table, name, definition } of rows)
        await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
          db,
        )
      for (const shape of shapes)
        if (shape.name !== 'meta') await insertRows({ db, dialect: 'postgres' }, shape, rowsFor(shape))
      await sql`update project set parent_id = null`.execute(db)
      // Its ids are those of projects that are gone.
      await sql`delete from removed_project`.execute(db)
    })
  })
  afterAll(() => database.remove())

  const idsIn = (table: string) =>
    database.store.read(async ({ db }) => {
      const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}`.execute(db)
      return rows.map(({ id }) => id)
    })

  test('removes a project, a source, a group and an account with all that belongs to them', async () => {
    const [project, source, group, account] = [0, 1, 2, 3].map((index) => OTHER_IDS + index)
    await database.store.write((w) => deleteProject(w, project ?? 0))
    expect(await idsIn('project')).not.toContain(project)
    expect(await idsIn('git_key')).not.toContain(project)
    await database.store.write((w) => removeSource(w, source ?? 0))
    expect(await idsIn('source')).not.toContain(source)
    await database.store.write((w) => removeGroup(w, group ?? 0))
    expect(await idsIn('person_group')).not.toContain(group)
    await database.store.write((w) => removeAccount(w, account ?? 0))
    expect(await idsIn('user')).not.toContain(account)
  })
})
