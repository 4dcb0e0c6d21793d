import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestSqlite } from '../../test/on-both.ts'
import { QueryTooCostlyError, StoreClosedError } from '../errors.ts'
import type { Tables } from '../tables.ts'
import { type QueryThread, queryThread } from './query-thread.ts'

/** Counting them takes longer than the patience on any machine. */
const ROWS = 3_000_000
const PATIENCE_MS = 30

async function openThread(patienceMs: () => number): Promise<QueryThread> {
  const { config, remove } = await openTestSqlite()
  onTestFinished(remove)
  if (config.kind !== 'sqlite') throw new Error('not SQLite')
  const thread = queryThread(join(config.folder, 'dragoman.db'), 1000, patienceMs)
  onTestFinished(thread.close)
  return thread
}

const readOne = async (db: Kysely<Tables>) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
const countRows = (db: Kysely<Tables>) =>
  sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
    select count(*) from n`.execute(db)

/** How many threads keep the process alive. */
const countThreads = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length

test('an idle thread does not keep the process alive', async () => {
  const before = countThreads()
  const thread = await openThread(() => 600_000)
  await thread.run(readOne)
  expect(countThreads()).toBeLessThanOrEqual(before)
})

test('a statement that cannot be interrupted is given up, and later queries are answered', async () => {
  let patienceMs = 60_000
  const thread = await openThread(() => patienceMs)
  expect(await thread.run(readOne)).toEqual([{ one: 1 }])
  patienceMs = PATIENCE_MS
  await expect(thread.run(countRows)).rejects.toBeInstanceOf(QueryTooCostlyError)
  patienceMs = 60_000
  expect(await thread.run(readOne)).toEqual([{ one: 1 }])
})

test('the start of the thread does not count as time of a query', async () => {
  let looks = 0
  // Shorter than any start for the first look.
  const thread = await openThread(() => (looks++ === 0 ? 1 : 60_000))
  expect(await thread.run(readOne)).toEqual([{ one: 1 }])
  expect(looks).toBe(2)
})

test('waiting for another query, or for a processor, does not count as time of a query', async () => {
  const thread = await openThread(() => 0)
  const long = thread.run(countRows)
  const others = Array.from({ length: 20 }, () => thread.run(readOne))
  await expect(long).rejects.toBeInstanceOf(QueryTooCostlyError)
  expect(await Promise.all(others)).toEqual(others.map(() => [{ one: 1 }]))
})

test('closing refuses queries that run, wait or come later', async () => {
  const thread = await openThread(() => 600_000)
  await thread.run(readOne)
  let goOn = () => {}
  const isClosed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const queries = [
    thread.run(countRows),
    thread.run(readOne),
    thread.run(async (db) => {
      await isClosed
      return readOne(db)
    }),
  ]
  const results = Promise.allSettled(queries)
  await thread.close()
  goOn()
  const refused = { status: 'rejected', reason: new StoreClosedError() }
  expect(await results).toEqual([refused, refused, refused])
})
