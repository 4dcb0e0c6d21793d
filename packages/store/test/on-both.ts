import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { describe } from 'vitest'
import { openStore, type Store, type StoreConfig } from '../src/index.ts'
import { runStatements } from './run-statements.ts'

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

let schemas = 0

/** A schema of its own: a copy of a template database takes as long as the migrations. */
async function openTestPostgres(url: string): Promise<TestDatabase> {
  const schema = `test_${process.pid}_${threadId}_${++schemas}`
  // Two workers can add the extension at the same time.
  await runStatements(url, 'create extension if not exists pg_trgm').catch(() => undefined)
  // An earlier process might have had the same number.
  await runStatements(url, `drop schema if exists ${schema} cascade`, `create schema ${schema}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${schema},public`)
  const config: StoreConfig = { kind: 'postgres', url: own.href }
  const store = await openStore(config)
  return {
    store,
    config,
    async remove() {
      await store.close()
      await runStatements(url, `drop schema ${schema} cascade`)
    },
  }
}
