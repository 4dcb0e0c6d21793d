import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestSqlite } from '../../test/on-both.ts'
import { QueryTooCostlyError } from '../errors.ts'
import { queryThread } from './query-thread.ts'

/** Counting them takes longer than the patience on any machine. */
const ROWS = 3_000_000
const PATIENCE_MS = 30

test('a statement that cannot be interrupted is given up, and later queries are answered', async () => {
  const { config, remove } = await openTestSqlite()
  onTestFinished(remove)
  if (config.kind !== 'sqlite') throw new Error('not SQLite')
  let patienceMs = 60_000
  const thread = queryThread(join(config.folder, 'dragoman.db'), 1000, () => patienceMs)
  onTestFinished(thread.close)
  const quick = async () => {
    const { rows } = await thread.run((db) => sql<{ one: number }>`select 1 as one`.execute(db))
    expect(rows).toEqual([{ one: 1 }])
  }
  await quick()
  patienceMs = PATIENCE_MS
  const stuck = thread.run((db) =>
    sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
      select count(*) from n`.execute(db),
  )
  await expect(stuck).rejects.toBeInstanceOf(QueryTooCostlyError)
  patienceMs = 60_000
  await quick()
})
