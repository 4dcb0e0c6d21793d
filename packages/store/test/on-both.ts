import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { openStore, type Store, type StoreConfig } from '../src/index.ts'
import { databasesOf, firstEvent, putMigratedDatabase } from './migrated-database.ts'

export type TestDatabase = {
  readonly store: Store
  readonly config: StoreConfig
  readonly remove: () => Promise<void>
}

export type Open = () => Promise<TestDatabase>

/**
 * Runs a suite on SQLite, and on PostgreSQL if TEST_POSTGRES_URL is set. Each database is new and separate.
 */
export function onBoth(title: string, suite: (open: Open) => void): void {
  describe(`${title} · sqlite`, () => suite(openTestSqlite))
  const url = process.env.TEST_POSTGRES_URL
  describe.skipIf(!url)(`${title} · postgres`, () => suite(() => openTestPostgres(url ?? '')))
}

export async function openTestSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-store-'))
  const config: StoreConfig = { kind: 'sqlite', folder }
  await putMigratedDatabase(folder)
  const store = await openStore(config)
  return {
    store,
    config,
    async remove() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a new database of one kind; PostgreSQL needs TEST_POSTGRES_URL. */
export function openTestDatabase(kind: StoreConfig['kind']): Promise<TestDatabase> {
  return kind === 'sqlite' ? openTestSqlite() : openTestPostgres(process.env.TEST_POSTGRES_URL ?? '')
}

async function openTestPostgres(server: string): Promise<TestDatabase> {
  const databases = await databasesOf(server)
  const config = { kind: 'postgres', url: await databases.create() } as const
  const store = await openStore(config)
  await store.write(({ db }) => db.updateTable('event').set(firstEvent()).execute())
  return {
    store,
    config,
    async remove() {
      await store.close()
      databases.remove(config.url)
    },
  }
}
