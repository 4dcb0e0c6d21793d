import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openConnection } from '../src/driver/open-connection.ts'
import { openStore } from '../src/index.ts'
import { DATABASE_FILE } from '../src/lock-data-folder.ts'
import { runStatements } from './run-statements.ts'

let migrated: Promise<Buffer> | null = null

/**
 * Puts a SQLite database without content into a data folder, so that opening it there has nothing to migrate: the
 * migrations take longer than most tests. They run once per process; `migrate.test.ts` tests them.
 */
export async function putMigratedDatabase(folder: string): Promise<void> {
  migrated ??= migrateNew()
  const content = await migrated
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, DATABASE_FILE)
  writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  const database = openConnection(file)
  const { mark, at } = firstEvent()
  database.prepare('update event set mark = ?, at = ?').run([mark, at])
  database.close()
}

/** What the first event of a database does not share with that of another one, of which it is no copy. */
export function firstEvent(): { readonly mark: string; readonly at: string } {
  return { mark: randomUUID().slice(0, 8), at: new Date().toISOString() }
}

async function migrateNew(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-migrated-'))
  const store = await openStore({ kind: 'sqlite', folder })
  await store.close()
  const content = readFileSync(join(folder, DATABASE_FILE))
  rmSync(folder, { recursive: true })
  return content
}

/** Databases of one PostgreSQL server, for tests. */
export type TestDatabases = {
  /** Creates a migrated database without content and returns its URL. It has the first event of all others. */
  readonly create: () => Promise<string>
  /** Removes it later: PostgreSQL waits for connections that have just ended. */
  readonly remove: (url: string) => void
}

const servers = new Map<string, Promise<TestDatabases>>()

/** Returns the databases of a server; the first call migrates the one that all others are copies of. */
export function databasesOf(server: string): Promise<TestDatabases> {
  const known = servers.get(server) ?? openDatabases(server)
  servers.set(server, known)
  return known
}

async function openDatabases(server: string): Promise<TestDatabases> {
  const connection = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  // Tests end the connections of a server; the next query opens another one.
  connection.on('error', () => undefined)
  const removed: string[] = []
  async function create(options = ''): Promise<string> {
    for (const name of removed.splice(0, removed.length - 1))
      await connection.query(`drop database ${name} with (force)`)
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await connection.query(`create database ${name} ${options}`)
    return name
  }
  const template = await create()
  await runStatements(urlOf(server, template), 'create extension pg_trgm')
  const store = await openStore({ kind: 'postgres', url: urlOf(server, template) })
  await store.close()
  return {
    create: async () => urlOf(server, await create(`template ${template}`)),
    remove: (url) => void removed.push(new URL(url).pathname.slice(1)),
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
