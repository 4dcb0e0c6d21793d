import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { incarnation, listProjects, openStore, type StoreConfig } from '../src/index.ts'
import { MIGRATIONS } from '../src/migrations/all.ts'
import type { Tables } from '../src/tables.ts'
import { runStatements } from './run-statements.ts'

/** Later migrations create tables that refer to earlier ones. */
const LAST_OF_DUMP = '0055-served'

type Postgres = { readonly url: string; readonly bin: string; readonly remove: () => void }

describe.skipIf(!process.env.TEST_POSTGRES_URL)('the documented commands for PostgreSQL', () => {
  let postgres: Postgres
  let folder: string
  let config: StoreConfig & { readonly kind: 'postgres' }
  beforeEach(async () => {
    postgres = await startPostgres()
    folder = await mkdtemp(join(tmpdir(), 'dragoman-documented-'))
    await runStatements(postgres.url, 'create database dragoman')
    config = { kind: 'postgres', url: postgres.url.replace('/postgres?', '/dragoman?') }
  })
  afterEach(async () => {
    postgres.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs a block of commands as someone who copies it from the page. */
  function runBlock(block: string | undefined): void {
    if (block === undefined) throw new Error('docs/operations.md has no such commands')
    execFileSync('bash', ['-e', '-c', block], {
      cwd: folder,
      env: {
        PATH: `${postgres.bin}:${process.env.PATH}`,
        DRAGOMAN_DATABASE_URL: config.url,
        MAINTENANCE_URL: postgres.url,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }

  /** Creates the database as an earlier version of the program left it. */
  async function makeEarlierDatabase(): Promise<void> {
    const pool = new pg.Pool({ connectionString: config.url, max: 1 })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    await db.transaction().execute(async (tx) => {
      await sql`create table meta (name text primary key, value text not null)`.execute(tx)
      const names = [...MIGRATIONS.keys()]
      const done = names.slice(0, names.indexOf(LAST_OF_DUMP) + 1)
      for (const name of done) await MIGRATIONS.get(name)?.up(tx, 'postgres')
      await sql`insert into meta values ('schema', ${String(done.length)})`.execute(tx)
      await sql`insert into project (id, slug, name, source_language, syntax, settings, created_at, revision)
        values (1, 'shop', 'Shop', 'en', 'i18next', '{}', '2026-01-01', 5)`.execute(tx)
      await sql`insert into mail (id, kind, to_name, to_address, subject, text, message_id, created_at, attempts)
        values (1, '', '', '', '', '', '', '2026-01-01', 0)`.execute(tx)
    })
    await db.destroy()
  }

  test('restore a dump of an earlier version after an update', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const [, section = ''] = page.split('**PostgreSQL** is backed up', 2)
    const [dump, restore, deleteSecrets] = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(
      ([, block]) => block,
    )
    await makeEarlierDatabase()
    runBlock(dump)
    const updated = await openStore(config)
    await updated.write(({ db }) => db.updateTable('project').set({ name: 'Renamed' }).execute())
    await updated.close()

    runBlock(restore)
    runBlock(deleteSecrets)
    const restored = await openStore(config)
    expect(await restored.read(listProjects)).toMatchObject([{ name: 'Shop' }])
    expect(await restored.read(({ db }) => db.selectFrom('mail').selectAll().execute())).toEqual([])
    expect(await restored.read(incarnation)).not.toBe('')
    await restored.close()
    const replaced = await openStore({
      kind: 'postgres',
      url: config.url.replace('/dragoman?', '/dragoman_before_restore?'),
    })
    expect(await replaced.read(listProjects)).toMatchObject([{ name: 'Renamed' }])
    await replaced.close()
  })
})
