import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SqliteConnection } from '../src/driver/connection.ts'
import { openConnection } from '../src/driver/open-connection.ts'
import { createProject, DatabaseUnavailableError, listProjects, openStore } from '../src/index.ts'
import { DATABASE_FILE } from '../src/lock-data-folder.ts'
import { openTestSqlite, type TestDatabase } from './on-both.ts'

const AT = '2026-01-01T00:00:00.000Z'

let database: TestDatabase
let other: SqliteConnection
beforeEach(async () => {
  database = await openTestSqlite()
  // Its own transaction would block the other connection, and with it the thread.
  await database.store.waitForIndex()
  // Another program, in this thread: it can only continue while the store does not block it.
  other = openConnection(join(folderOf(database), DATABASE_FILE))
})
afterEach(async () => {
  other.close()
  await database.remove()
})

function folderOf({ config }: TestDatabase): string {
  if (config.kind !== 'sqlite') throw new Error('not a folder')
  return config.folder
}

const create = (slug: string) =>
  database.store.write((w) => createProject(w, { slug, name: slug, sourceLanguage: 'en', at: AT }))
const slugs = async () => (await database.store.read(listProjects)).map(({ slug }) => slug)

test('a write waits without blocking the thread while another program holds the database', async () => {
  other.exec('begin immediate')
  const writes = [create('first'), create('second')]
  // Reads are answered meanwhile.
  for (let read = 0; read < 10; read++) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(await slugs()).toEqual([])
  }
  other.exec('rollback')
  await Promise.all(writes)
  expect(await slugs()).toEqual(['first', 'second'])
})

test('a write that has waited too long fails, and the next one succeeds once the lock is gone', async () => {
  await database.store.close()
  const store = await openStore(database.config, { lockPatienceMs: 1 })
  await store.waitForIndex()
  database = { ...database, store, remove: async () => void (await store.close()) }
  other.exec('begin immediate')
  const failures = await Promise.allSettled([create('first'), create('second')])
  for (const failure of failures)
    expect(failure).toMatchObject({ reason: expect.any(DatabaseUnavailableError) })
  other.exec('rollback')
  await create('third')
  expect(await slugs()).toEqual(['third'])
})
